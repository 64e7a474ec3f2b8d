import { basename } from "node:path/posix";
import type { Anchors } from "./anchors.ts";
import type { CorpusFile, Flagged, Made, MadeRow } from "./made-row.ts";
import {
  linkTargets,
  readSubset,
  type SubsetBlock,
  type SubsetDocument,
  type SubsetSection,
} from "./markdown-subset.ts";
import { firstKeyword, shortened, withoutLinks, wordsOf } from "./texts.ts";

const STATUSES = ["Draft", "Proposed", "Accepted", "Enacted", "Superseded", "Resolved"];
const GUARANTEES = ["Exact", "Proven", "Empirical", "Declared"];
const KINDS = [
  ["/rfcs/", "rfc"],
  ["/adr/", "adr"],
  ["/notes/", "note"],
  ["/devlog/", "devlog"],
  ["/spec/", "spec"],
] as const;
/** These should say how far they are. */
const HAVE_STATUS = new Set(["rfc", "adr", "note"]);

const subsets = new WeakMap<CorpusFile, SubsetDocument>();

/** A file that is read once and indexed again beside others that changed. */
function subsetOf(file: CorpusFile): SubsetDocument {
  const known = subsets.get(file) ?? readSubset(file.text);
  subsets.set(file, known);
  return known;
}

/** Rows of documents: one a file, one a heading of level 2 and deeper (corpus.md §6.5). Documents and research share `anchors`. */
export function documentRows(
  files: readonly CorpusFile[],
  family: "doc" | "research",
  anchors: Anchors,
  tag: string,
): Made {
  const rows: MadeRow[] = [];
  const flagged: Flagged[] = [];
  for (const file of files) {
    const { path, text } = file;
    const { title, lead, sections } = subsetOf(file);
    const name = basename(path);
    const stem = name.replace(/\.md$/, "");
    const anchor = anchors.allocate(undefined, stem);
    const kind = family === "research" ? "record" : kindOf(path);
    const [statusCell, guaranteeCell] = [cellOf(text, "**Status**"), cellOf(text, "**Guarantee**")];
    const status = statusCell === undefined ? undefined : firstKeyword(statusCell, STATUSES);
    rows.push({
      anchor,
      family,
      kind,
      id: /^(?:RFC|ADR|DN)-\d+/.exec(name)?.[0],
      title: withoutLinks(title ?? stem),
      file: path,
      line: 1,
      status,
      guarantee_tag: guaranteeCell === undefined ? undefined : firstKeyword(guaranteeCell, GUARANTEES),
      summary: summaryOf(lead),
      tag,
    });
    if (HAVE_STATUS.has(kind) && family === "doc" && status === undefined)
      flagged.push({ item: path, reason: whyFlagged(kind, statusCell) });
    takeAnchors(anchors, anchor, lead);
    sectionRows(sections, anchor);

    function sectionRows(below: readonly SubsetSection[], namespace: string): void {
      for (const section of below) {
        const own = anchors.allocate(namespace, section.title);
        rows.push({
          anchor: own,
          family,
          kind: "section",
          title: withoutLinks(section.title),
          file: path,
          line: section.line,
          tag,
        });
        takeAnchors(anchors, own, section.blocks);
        sectionRows(section.sections, own);
      }
    }
  }
  return { rows, flagged };
}

/** What a document is by the folder that it lies in. */
export function kindOf(path: string): string {
  return KINDS.find(([part]) => path.includes(part))?.[1] ?? "other";
}

/** Paragraphs, links in them and fences take names, too, and can push a heading to "-2". */
function takeAnchors(anchors: Anchors, namespace: string, blocks: readonly SubsetBlock[]): void {
  for (const block of blocks) {
    if (block.kind === "fence") {
      anchors.allocate(namespace, "example");
      continue;
    }
    const text = block.lines.join("\n");
    const own = anchors.allocate(namespace, wordsOf(text).slice(0, 6).join(" "));
    for (let link = linkTargets(text); link > 0; link--) anchors.allocate(own, "xref");
  }
}

/** The second cell of the first row that names a field. */
function cellOf(text: string, field: string): string | undefined {
  const line = text.split("\n").find((one) => one.trim().startsWith("|") && one.includes(field));
  return line?.trim().split("|")[2];
}

function summaryOf(lead: readonly SubsetBlock[]): string | undefined {
  for (const block of lead) {
    if (block.kind === "fence") continue;
    for (const line of block.lines) {
      const shown = line.replace(/^[\s>]+/, "");
      if (shown !== "" && !shown.startsWith("|")) return shortened(withoutLinks(shown));
    }
  }
  return undefined;
}

function whyFlagged(kind: string, cell: string | undefined): string {
  if (cell === undefined)
    return `${kind} document has no \`| **Status** |\` metadata row — status left unset (not invented)`;
  const words = wordsOf(cell).slice(0, 4).join(" ");
  return `${kind} document has a \`| **Status** |\` row but its value (${words}…) is not on the ratified lattice (${STATUSES.join("/")}) — status left unset (not coerced)`;
}
