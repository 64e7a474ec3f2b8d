import { z } from "zod";
import { headingTree } from "../../engine/markdown/headings.ts";
import { outlineOf } from "../../engine/markdown/outline.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { percentDecoded } from "../../foundation/text/percent.ts";
import type { Notebook } from "../notebook.ts";
import * as fields from "./fields.ts";
import { type Destination, readDestination } from "./links/destination.ts";
import { linksIn } from "./links/note-links.ts";
import { repairLinks } from "./links/repair.ts";
import { headingSlugs } from "./links/slug.ts";
import { objectTool } from "./tool.ts";

const LinkSchema = z.object({
  path: z.string().describe("The document that has the link"),
  line: z.int(),
  destination: z.string().describe("As it is written"),
  target: z.string().nullable().describe("The file it leads to, relative to the root"),
  state: z
    .enum(["ok", "no_file", "no_heading", "outside", "external"])
    .describe("external: a URL, which is not looked at; outside: leads out of the root"),
});
type Link = z.input<typeof LinkSchema>;

const BROKEN = new Set<Link["state"]>(["no_file", "no_heading", "outside"]);

export const links = objectTool({
  name: "kb_links",
  title: "Links between the notes",
  description:
    "With a path: the links in that document and those that lead to it (backlinks). Without: all broken links of the folder. Checks files and headings (by GitHub's names for them), never the web.",
  wrapped: true,
  effect: "reads",
  input: z.object({ path: fields.path.optional() }),
  output: z.object({
    links: z.array(LinkSchema).describe("Of the document, or the broken ones of the folder"),
    backlinks: z.array(LinkSchema),
    documents: z.int().describe("How many were read"),
    unread: z
      .array(z.object({ path: z.string(), line: z.int().nullable() }))
      .describe("Lines too long to look into; no line: a file that could not be read"),
  }),
  run({ path }, { workspace, settings }) {
    const wanted = path === undefined ? undefined : workspace.load(path).path;
    const files = workspace.list({ skipIgnored: settings.skipIgnored });
    const read = readAll(
      workspace,
      files.filter(({ kind }) => kind === "markdown").map((file) => file.path),
    );
    const check = checker(
      files.map((file) => file.path),
      read.texts,
    );
    const all = [...read.texts].flatMap(([from, text]) => {
      const found = linksIn(text);
      read.unread.push(...found.unread.map((line) => ({ path: from, line })));
      return found.links.map(({ destination, line }) => check(from, line, destination));
    });
    return {
      links: all.filter((link) => (wanted === undefined ? BROKEN.has(link.state) : link.path === wanted)),
      backlinks: wanted === undefined ? [] : all.filter((link) => link.target === wanted && link.path !== wanted),
      documents: read.texts.size,
      unread: read.unread,
    };
  },
});

/** Every Markdown file that can be read; one that cannot does not keep the others from it. */
function readAll(workspace: Notebook["workspace"], paths: readonly string[]) {
  const texts = new Map<string, string>();
  const unread: { path: string; line: number | null }[] = [];
  for (const path of paths) {
    try {
      texts.set(path, workspace.load(path).text);
    } catch (error) {
      if (!(error instanceof FootnoteError)) throw error;
      unread.push({ path, line: null });
    }
  }
  return { texts, unread };
}

function checker(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): (from: string, line: number, written: string) => Link {
  const files = new Set(paths);
  const folders = new Set(paths.flatMap((path) => path.split("/").map((_, at, all) => all.slice(0, at).join("/"))));
  const slugs = new Map<string, ReadonlySet<string>>();
  const hasHeading = (path: string, fragment: string): boolean => {
    const text = texts.get(path);
    const wanted = fragment.startsWith("#") ? percentDecoded(fragment.slice(1)) : "";
    if (text === undefined || wanted === "") return true;
    const known = slugs.get(path) ?? headingSlugs(titlesOf(text));
    slugs.set(path, known);
    return known.has(wanted.toLowerCase()) || hasAnchor(text, wanted);
  };
  const stateOf = (found: Destination, from: string): Link["state"] => {
    if (found.kind === "external" || found.kind === "outside") return found.kind;
    const path = found.kind === "here" ? from : found.path;
    if (!files.has(path) && !folders.has(path)) return "no_file";
    return hasHeading(path, found.fragment) ? "ok" : "no_heading";
  };
  return (path, line, destination) => {
    const found = readDestination(destination, path);
    const target = found.kind === "file" ? found.path : found.kind === "here" ? path : null;
    return { path, line, destination, target, state: stateOf(found, path) };
  };
}

function titlesOf(text: string): string[] {
  const flat = (nodes: ReturnType<typeof headingTree>): string[] =>
    nodes.flatMap(({ title, children }) => [title, ...flat(children)]);
  return flat(headingTree(outlineOf(text)));
}

/** `<a id="x">` or `<a name="x">` of an author's own. */
function hasAnchor(text: string, name: string): boolean {
  return [`id="${name}"`, `name="${name}"`, `id='${name}'`, `name='${name}'`].some((mark) => text.includes(mark));
}

export const moveWithLinks = objectTool({
  name: "kb_move",
  title: "Move a Markdown file and mend the links to it",
  description:
    "Moves or renames a Markdown file that still has the given hash; never over another one. Links to it, and its own, lead where they led, unless repairLinks is false. Each changed file can be undone.",
  wrapped: true,
  effect: "writes",
  input: z.object({
    sourcePath: fields.path,
    targetPath: fields.path,
    expectedSourceHash: fields.expectedSourceHash,
    repairLinks: z.boolean().default(true).describe("Mend links in all documents of the folder"),
  }),
  output: fields.Mutation.extend({
    repaired: z.array(z.object({ path: z.string(), links: z.int() })),
    notRepaired: z.array(z.object({ path: z.string(), problem: z.string() })),
  }),
  async run({ sourcePath, targetPath, expectedSourceHash, repairLinks: repairs }, { workspace, notes, settings }) {
    const moved = await workspace.move(sourcePath, targetPath, expectedSourceHash);
    const index = notes();
    const from = moved.previousPath ?? sourcePath;
    const repaired: { path: string; links: number }[] = [];
    const notRepaired: { path: string; problem: string }[] = [];
    let sourceHash: string = moved.sha256;
    const documents = repairs ? workspace.list({ skipIgnored: settings.skipIgnored }) : [];
    for (const { path, kind } of documents) {
      if (kind !== "markdown") continue;
      try {
        const was = path === moved.path ? from : path;
        // Most documents have no such link, and only those that do are opened for writing.
        if (repairLinks(workspace.load(path).text, was, { from, to: moved.path }).links === 0) continue;
        const { value, sha256 } = await workspace.update(path, (file) =>
          repairLinks(file.text, was, { from, to: moved.path }),
        );
        if (value.links > 0) repaired.push({ path, links: value.links });
        if (path === moved.path) sourceHash = sha256;
        index.schedule(path);
      } catch (error) {
        if (!(error instanceof FootnoteError)) throw error;
        notRepaired.push({ path, problem: error.message });
      }
    }
    return { ...fields.mutated({ ...moved, sha256: sourceHash }, index), repaired, notRepaired };
  },
});
