import type { Evidence, Verdict } from "../../engine/answers.ts";
import { escapeMarkdown, quoteBlock } from "../../foundation/text/markdown.ts";

/** One piece of evidence: where it stands, how to open it again, and its text as a quotation. */
export function renderEvidence(evidence: Evidence): string {
  const stale =
    evidence.status?.state === "stale"
      ? `\nStale: ${escapeMarkdown(evidence.status.reason ?? "the source changed")}`
      : "";
  const notes = (evidence.notes ?? []).map((note) => `\nNote: ${escapeMarkdown(note)}`).join("");
  const before = evidence.context?.before === undefined ? "" : `\nBefore:\n${quoteBlock(evidence.context.before)}`;
  const after = evidence.context?.after === undefined ? "" : `\nAfter:\n${quoteBlock(evidence.context.after)}`;
  return `**${escapeMarkdown(evidence.where)}**\n\`${evidence.locator}\`${stale}${notes}${before}\n${quoteBlock(evidence.text)}${after}`;
}

/** A verdict with what a person needs to mend the quote. */
export function renderVerdict(verdict: Verdict): string {
  const lines = [
    `**${verdict.verdict.replace("_", " ")}**: ${escapeMarkdown(verdict.reason)}`,
    quoteBlock(verdict.quote),
  ];
  if (verdict.difference !== undefined) lines.push(`Difference: ${verdict.difference.map(renderChange).join("")}`);
  if (verdict.evidence !== undefined) {
    lines.push(`${escapeMarkdown(verdict.evidence.where)} \`${verdict.evidence.locator}\``);
    if (verdict.verdict !== "supported") lines.push(quoteBlock(verdict.evidence.text));
  }
  for (const part of verdict.parts ?? []) {
    lines.push(`- ${escapeMarkdown(part.text)}: ${escapeMarkdown(part.evidence.where)} \`${part.evidence.locator}\``);
  }
  return lines.join("\n");
}

/** The notation of word diffs: [-only in the quote-]{+only in the document+}. */
function renderChange({ op, text }: { op: "same" | "quote" | "source"; text: string }): string {
  const plain = escapeMarkdown(text);
  if (op === "same") return plain;
  return op === "quote" ? `[-${plain}-]` : `{+${plain}+}`;
}
