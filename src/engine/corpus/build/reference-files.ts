import { linesOf } from "../passage.ts";
import { Anchors } from "./anchors.ts";
import { changelogRows } from "./changelog.ts";
import { decisionId, declaredStatus } from "./decisions.ts";
import { documentRows } from "./documents.ts";
import { FileCache } from "./file-cache.ts";
import { filesBelowWithin } from "./files.ts";
import type { IndexedFile } from "./found-refs.ts";
import { FoundTexts, noLinks } from "./found-text.ts";
import { issueRows } from "./issues.ts";
import type { CorpusFile, Flagged, Made, MadeRow } from "./made-row.ts";
import { readMarkdown } from "./markdown.ts";
import { markdownLinks } from "./markdown-links.ts";
import type { FoundText } from "./reading.ts";
import { type Digests, digestsOf, withDigests } from "./rows-in-file.ts";
import { skillRows } from "./skills.ts";
import { CHANGELOG, ISSUES, NUMBERS, type ReferenceSource, referenceSource, TAG } from "./sources.ts";

/** The files of the five sources of tero's builder, with the rows and anchors that it gives them. */
export class ReferenceFiles {
  readonly #root: string;
  readonly #isChosen: (path: string) => boolean;
  readonly #limit: number;
  readonly #texts: FileCache<CorpusFile>;
  readonly #found = new WeakMap<CorpusFile, readonly FoundText[]>();
  readonly #digests = new WeakMap<CorpusFile, Digests>();

  constructor(root: string, isChosen: (path: string) => boolean, limit: number) {
    this.#root = root;
    this.#isChosen = isChosen;
    this.#limit = limit;
    this.#texts = new FileCache(root, (file) => file);
  }

  read(flagged: Flagged[]): IndexedFile[] {
    const docs = this.#below("docs", "doc", flagged);
    const research = this.#below("research", "research", flagged);
    const skills = this.#below(".claude/skills", "skill", flagged);
    const [issues, log] = [ISSUES, CHANGELOG].map((path) =>
      this.#isChosen(path) ? this.#textsOf([path], flagged) : [],
    );
    const [numbers] = this.#textsOf([NUMBERS], flagged);
    this.#texts.done();
    const anchors = new Anchors();
    const made: Made[] = [
      documentRows(docs, "doc", anchors, TAG),
      documentRows(research, "research", anchors, TAG),
      ...(issues ?? []).map(({ path, text }) => issueRows(path, text, numbers?.text ?? "", TAG)),
      ...(log ?? []).map((file) => changelogRows(file, TAG)),
      skillRows(skills, TAG),
    ];
    const byFile = Map.groupBy(
      made.flatMap(({ rows }) => rows),
      ({ file }) => file,
    );
    const filled = new Set<string>();
    const files = [...docs, ...research, ...(issues ?? []), ...(log ?? []), ...skills]
      // An issue list in another form than tero's is read as any other.
      .filter(({ path }) => this.#isChosen(path) && (path !== ISSUES || byFile.has(path)))
      .map((file): IndexedFile => {
        const rows = (byFile.get(file.path) ?? []).map((row) => filledIn(row, file));
        if (rows[0]?.status !== undefined) filled.add(file.path);
        const digests = this.#digestsOf(file, rows);
        return {
          path: file.path,
          rows: withDigests(rows, digests),
          found: this.#foundIn(file),
          labels: [],
        };
      });
    const left = new Set(
      [...docs, ...research, ...skills].map(({ path }) => path).filter((path) => !this.#isChosen(path)),
    );
    flagged.push(...made.flatMap((one) => one.flagged).filter(({ item }) => !left.has(item) && !filled.has(item)));
    return files;
  }

  #below(folder: string, source: ReferenceSource, flagged: Flagged[]): CorpusFile[] {
    const listing = filesBelowWithin(this.#root, folder);
    flagged.push(...listing.flagged);
    return this.#textsOf(
      listing.files.filter((path) => referenceSource(path) === source),
      flagged,
    );
  }

  #textsOf(paths: readonly string[], flagged: Flagged[]): CorpusFile[] {
    return paths.flatMap((path) => {
      const read = this.#texts.read(path, this.#limit);
      if (read?.ok === false && this.#isChosen(path)) flagged.push({ item: path, reason: read.reason });
      return read?.ok === true ? [read.value] : [];
    });
  }

  #digestsOf(file: CorpusFile, rows: readonly MadeRow[]): Digests {
    const known = this.#digests.get(file) ?? digestsOf(rows, linesOf(file.text));
    this.#digests.set(file, known);
    return known;
  }

  #foundIn(file: CorpusFile): readonly FoundText[] {
    const known = this.#found.get(file) ?? foundIn(file);
    this.#found.set(file, known);
    return known;
  }
}

function foundIn({ path, text }: CorpusFile): readonly FoundText[] {
  if (path !== ISSUES) return markdownLinks(linesOf(text));
  const found = new FoundTexts();
  for (const [at, line] of linesOf(text).entries()) found.line(line, at + 1, noLinks);
  return found.all;
}

/** Decision records that are numbered by their file names alone have neither id nor status in tero's reading; both are added, nothing is changed. */
function filledIn(row: MadeRow, file: CorpusFile): MadeRow {
  const id = row.line === 1 && row.kind !== "section" && row.family === "doc" ? decisionId(file.path) : undefined;
  if (id === undefined || (row.id !== undefined && row.status !== undefined)) return row;
  const { headings } = readMarkdown(file.text);
  return {
    ...row,
    id: row.id ?? id,
    status: row.status ?? declaredStatus(linesOf(file.text), headings, true),
  };
}
