import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import type { Operation } from "../operation.ts";
import { frontMatter, section, task } from "./edit-tools.ts";
import { deleteImage, listImages, moveImage, saveImage } from "./image-tools.ts";
import { links, moveWithLinks } from "./link-tools.ts";
import { kbOperations, mutationLine, operationOf } from "./operations.ts";
import { history, undo } from "./undo-tools.ts";

/** What Footnote's own profile does with a folder of Markdown: the tools that clients of the workbench know, and what they lack. Its kb_move mends links. */
export const workbenchOperations: readonly Operation[] = [
  ...kbOperations,
  operationOf(moveWithLinks, {
    positionals: ["sourcePath", "targetPath"],
    examples: ["footnote kb move old.md new.md --expected-source-hash HASH"],
    render: ({ repaired, notRepaired, ...moved }) =>
      [
        mutationLine(moved),
        ...repaired.map(({ path, links: count }) => `- ${escapeMarkdown(path)}: ${count} mended`),
        ...notRepaired.map(({ path, problem }) => `- ${escapeMarkdown(path)}: not mended: ${escapeMarkdown(problem)}`),
      ].join("\n"),
  }),
  operationOf(links, {
    positionals: ["path"],
    examples: ["footnote kb links --notes notes/", "footnote kb links plan.md"],
    render: ({ links: found, backlinks, documents, unread }) =>
      [
        `${documents} documents, ${found.length} links, ${backlinks.length} backlinks.`,
        ...[...found, ...backlinks].map(
          ({ path, line, destination, state }) =>
            `- ${escapeMarkdown(path)}, line ${line}: ${escapeMarkdown(destination)}: ${state.replace("_", " ")}`,
        ),
        ...unread.map(
          ({ path, line }) => `- ${escapeMarkdown(path)}${line === null ? "" : `, line ${line}`}: not looked into`,
        ),
      ].join("\n"),
  }),
  operationOf(section, {
    positionals: ["path", "pointer"],
    examples: ["footnote kb section plan.md 'ANCHOR' --target-path later.md"],
    render: ({ targetPath, targetSourceHash, pointer, ...moved }) =>
      [
        mutationLine(moved),
        `${escapeMarkdown(targetPath)}: now \`${targetSourceHash}\`${pointer === null ? "" : `, section \`${pointer}\``}`,
      ].join("\n"),
  }),
  operationOf(frontMatter, {
    positionals: ["path"],
    examples: [`footnote kb front-matter plan.md --set '{"draft": false}' --remove old`],
    render: mutationLine,
  }),
  operationOf(task, {
    positionals: ["path", "pointer"],
    examples: ["footnote kb task plan.md 'ANCHOR' --done"],
    render: ({ pointer, done, ...changed }) =>
      `${mutationLine(changed)}\n\`${pointer}\` ${done ? "is done" : "is to do"}`,
  }),
  operationOf(history, {
    positionals: [],
    examples: ["footnote kb history --limit 5"],
    found: ({ changes }) => changes.length > 0,
    render: ({ changes }) =>
      changes.length === 0
        ? "Nothing was changed."
        : changes
            .map(
              ({ change, at, action, path, undone }) =>
                `- ${change}. ${at}: ${action} ${escapeMarkdown(path)}${undone ? " (undone)" : ""}`,
            )
            .join("\n"),
  }),
  operationOf(undo, {
    positionals: ["path"],
    examples: ["footnote kb undo plan.md", "footnote kb undo --change 12"],
    render: ({ undone, ...changed }) => `Change ${undone} is undone.\n${mutationLine(changed)}`,
  }),
  operationOf(listImages, {
    positionals: [],
    examples: ["footnote kb list-images"],
    render: ({ images, nextCursor }) =>
      [
        ...images.map(({ path, mimeType, bytes }) => `- ${escapeMarkdown(path)} (${mimeType}, ${bytes} bytes)`),
        ...(nextCursor === null ? [] : [`Go on: cursor \`${nextCursor}\``]),
      ].join("\n"),
  }),
  operationOf(saveImage, {
    positionals: [],
    examples: [`footnote kb save-image --file '{"file_id": "a", "download_url": ""}' --data-base64 DATA`],
    render: ({ path, markdown }) => `${escapeMarkdown(path)}\n\n${escapeMarkdown(markdown)}`,
  }),
  operationOf(moveImage, {
    positionals: ["sourcePath", "targetPath"],
    examples: ["footnote kb move-image images/a.png images/b.png"],
    render: ({ previousPath, path }) => `${escapeMarkdown(previousPath)} → ${escapeMarkdown(path)}`,
  }),
  operationOf(deleteImage, {
    positionals: ["path"],
    examples: ["footnote kb delete-image images/a.png"],
    render: ({ path }) => `${escapeMarkdown(path)}: deleted`,
  }),
];
