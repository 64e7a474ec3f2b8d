import type { Refusal } from "../engine/answers.ts";
import { escapeMarkdown } from "../foundation/text/markdown.ts";
import { count } from "./markdown.ts";

export function renderRefusal(refusal: Refusal): string {
  const { documents, passages } = refusal.scanned;
  return `No evidence (${refusal.reason}): ${escapeMarkdown(refusal.message)}\nLooked at ${count(documents, "document")}, ${count(passages, "passage")}. ${escapeMarkdown(refusal.remedy)}`;
}
