import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { type OfflinePages, type PageView, type SourceCard, SourceCardSchema } from "../../engine/pages/view.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import type { Context } from "../context.ts";
import { defineOperation } from "../operation.ts";
import { cardOf, openCited, pageOf } from "./cited.ts";

/** Pages before and after what is cited. */
const NEIGHBOURS = 1;

export const openSources = defineOperation({
  name: "open",
  title: "Open a place in its document",
  description:
    "Writes one HTML file that needs no network, with the pages that locators point to and the quoted words marked, and opens it with the system's viewer.",
  input: z.strictObject({
    locators: z
      .array(z.string().min(1))
      .min(1)
      .max(12)
      .describe("Locators from results, or the paths or titles of documents"),
    out: z.string().optional().describe("The file to write (it must not exist); else one in the temporary folder"),
    force: z.boolean().default(false).describe("Replace an existing file"),
    open: z.boolean().default(true).describe("Open the file"),
  }),
  output: z.object({ path: z.string(), bytes: z.int(), opened: z.boolean(), sources: z.array(SourceCardSchema) }),
  effects: { reads: true, writes: true, destroys: false },
  faces: ["cli"],
  commandLine: {
    positionals: ["locators"],
    short: { out: "o" },
    examples: [
      "footnote open 'footnote:doc/5b1c0f2a9d3e#p=12&t=3401-3522'",
      "footnote open manual.pdf --out manual-page.html --no-open",
    ],
  },
  async run(input, context) {
    const { offlinePage } = await import("../../viewer/html.ts");
    const sources: SourceCard[] = [];
    const pages: Record<string, OfflinePages> = {};
    for (const [index, locator] of input.locators.entries()) {
      const card = await cardOf(`C${index + 1}`, locator, context);
      // One source alone is what the command is for; among several the others still work.
      if (card.error !== undefined && input.locators.length === 1) await openCited(locator, context);
      sources.push(card);
      if (card.error === undefined) pages[card.id] = await pagesAround(locator, context);
    }
    const title = sources[0]?.where ?? "Sources";
    const html = new TextEncoder().encode(offlinePage(title, { sources, pages }));
    const path = await target(input, title, context);
    writeAtomically(path, html);
    return { path, bytes: html.length, opened: input.open && (await openFile(path)), sources };
  },
  render: ({ path, opened, sources }) =>
    [
      opened ? `Opened ${path}` : `Wrote ${path}`,
      ...sources.map(({ id, where, error }) => `[${id}] ${escapeMarkdown(error ?? where ?? "")}`),
    ].join("\n"),
  exitCode: ({ sources }) => (sources.every(({ error }) => error === undefined) ? 0 : 3),
});

/** The cited page and its neighbours. */
async function pagesAround(locator: string, context: Context): Promise<OfflinePages> {
  const cited = await openCited(locator, context);
  const view = await pageOf(cited, 0, context);
  if (view.kind === "text") return { first: 1, views: { 1: view } };
  const views: Record<number, PageView> = { [view.page]: view };
  for (
    let page = Math.max(1, view.page - NEIGHBOURS);
    page <= Math.min(view.page_count, view.page + NEIGHBOURS);
    page++
  )
    views[page] ??= await pageOf(cited, page, context);
  return { first: view.page, views };
}

async function target(
  input: { out?: string | undefined; force: boolean },
  title: string,
  context: Context,
): Promise<string> {
  if (input.out === undefined) {
    const name = title
      .normalize("NFC")
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "");
    return join(mkdtempSync(join(tmpdir(), "footnote-")), `${[...name].slice(0, 60).join("") || "sources"}.html`);
  }
  const path = context.roots.resolve(input.out, context.cwd);
  if (!input.force && (await Bun.file(path).exists())) throw new FootnoteError("target_exists", { path });
  return path;
}

/** Whether the system took the file. It is not waited for: some openers are the viewer itself. */
async function openFile(path: string): Promise<boolean> {
  const [command, ...args] = { darwin: ["open"], win32: ["rundll32", "url.dll,FileProtocolHandler"] }[
    process.platform as string
  ] ?? ["xdg-open"];
  if (command === undefined || Bun.which(command) === null) return false;
  try {
    const opener = Bun.spawn([command, ...args, path], { stdio: ["ignore", "ignore", "ignore"] });
    opener.unref();
    const failed = await Promise.race([opener.exited.then((code) => code !== 0), Bun.sleep(1500).then(() => false)]);
    return !failed;
  } catch {
    return false;
  }
}
