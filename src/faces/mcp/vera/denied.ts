import { isRecord } from "../../../foundation/is-record.ts";
import type { Access } from "../../../toolsets/vera/access.ts";
import { DENIED } from "../../../toolsets/vera/policy.ts";
import { prettyText } from "../../cli/vera/pretty.ts";

type Answer = Readonly<Record<string, unknown>>;

const OMITTED = { file: "(omitted)", category: "denied", reason: DENIED };

/** An answer over a folder without what the policy denies: a member may have become a link to elsewhere while it was read. */
export function deniedLeftOut(answer: Answer, { policy, archive }: Access): Answer {
  if (policy === undefined) return answer;
  const isAllowed = (one: unknown): boolean => {
    try {
      if (!isRecord(one) || typeof one.file !== "string") return false;
      archive(one.file);
      return true;
    } catch {
      return false;
    }
  };
  const results = listIn(answer.results);
  const allowed = results.filter(isAllowed);
  const warnings = isRecord(answer.warnings) ? answer.warnings : {};
  const holder = "skipped_files" in answer ? answer : warnings;
  const skipped = listIn(holder.skipped_files);
  const denied = results.length - allowed.length + skipped.filter((one) => !isAllowed(one)).length;
  if (denied === 0) return answer;
  const skipped_files = [...skipped.filter(isAllowed), ...Array.from({ length: denied }, () => OMITTED)];
  const told = holder === answer ? { skipped_files } : { warnings: { ...warnings, skipped_files } };
  const context = "context" in answer ? { context: prettyText(allowed.filter(isRecord)) } : {};
  return { ...answer, ...told, ...context, results: allowed };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
