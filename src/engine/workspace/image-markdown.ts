import { posix } from "node:path";

/**
 * The Markdown that shows an image. The destination is relative to the folder of the document that will hold it, or to the root where none is named.
 * CommonMark 0.31 §6.3: "<…>" where white space or parentheses would end it; what a URL or an entity would change is percent-escaped.
 */
export function imageMarkdown(path: string, altText: string, documentPath?: string): string {
  const relative = documentPath === undefined ? path : posix.relative(posix.dirname(documentPath), path);
  const escaped = relative.replace(
    /[%#?&<>\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const destination = /[\s()]/.test(escaped) ? `<${escaped}>` : escaped;
  const alt = altText.replace(/[\\[\]]/g, "\\$&").replace(/\r\n?|\n/g, " ");
  return `![${alt}](${destination})`;
}
