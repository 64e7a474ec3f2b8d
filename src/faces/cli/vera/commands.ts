import { type CommandSpec, notNegative, type OptionSpec, pair, positive, rawPair, truth, whole } from "./grammar.ts";

const JSON_OPTION: OptionSpec = { name: "json", help: "print one JSON object on one line" };
const EXCLUDE: OptionSpec = {
  name: "exclude",
  value: "EXCLUDE",
  help: "leave out files by relative path or by name; repeatable",
};
const INCLUDE: OptionSpec = {
  name: "include",
  value: "INCLUDE",
  help: "take only files whose relative path matches; repeatable",
};
const STRICT: OptionSpec = { name: "strict-vera", help: "rank by VERA's own rules instead of Footnote's" };
const FILE = { name: "file", help: "a .vera archive" };
const MODES = ["semantic", "keyword", "hybrid"];

/** VERA's commands, and what Footnote adds: --password-file, --strict-vera, measures and baselines of `eval`. */
export const VERA_COMMANDS: readonly CommandSpec[] = [
  {
    name: "convert",
    help: "Make a .vera archive of a document, or of every document in a folder",
    positionals: [
      { name: "input", help: "a PDF, Markdown, DOCX, HTML, EPUB or text file, or a folder of them" },
      { name: "output", help: "the archive (default: beside the document)", optional: true },
    ],
    options: [
      {
        name: "model",
        value: "MODEL",
        help: "hashing (default), vera-hashing-N, or bge-small-en-v1.5; hosted ones such as openai:text-embedding-3-small need a network, and are refused",
      },
      { name: "parser", value: "PARSER", help: "footnote, pymupdf, markdown or docling: all are Footnote's reader" },
      {
        name: "chunk-size",
        value: "CHUNK_SIZE",
        read: whole,
        help: "words in a chunk, 100 to 3000; without it chunks are Footnote's passages",
      },
      { name: "overlap", value: "OVERLAP", read: whole, help: "words that a chunk repeats, 0 to 1000" },
      {
        name: "store-original",
        value: "STORE_ORIGINAL",
        read: truth,
        help: "whether the document goes into the archive (default: true)",
      },
      { name: "ocr", value: "OCR", choices: ["auto", "off", "force"], help: "auto and off read what text there is" },
      { name: "ocr-language", value: "OCR_LANGUAGE", help: "taken for compatibility" },
      { name: "ocr-dpi", value: "OCR_DPI", read: positive, help: "taken for compatibility" },
      { name: "ocr-allow-download", help: "taken for compatibility; nothing is downloaded" },
      {
        name: "pipeline-option",
        value: "KEY=VALUE",
        read: pair,
        help: "an option of the reader, such as chunk_size=300; repeatable",
      },
      {
        name: "embedder-option",
        value: "KEY=VALUE",
        read: pair,
        help: "an option of the model, such as dimension=256; repeatable",
      },
      {
        name: "metadata",
        value: "KEY=VALUE",
        read: pair,
        help: "a tag for the archive and each of its chunks; repeatable",
      },
      { name: "recursive", help: "also look into the folder's folders" },
      { name: "overwrite", help: "replace archives that are there, when converting a folder" },
      { name: "password-file", value: "FILE", help: "file whose first line opens encrypted documents" },
      JSON_OPTION,
    ],
  },
  { name: "inspect", help: "Show what an archive is", positionals: [FILE], options: [JSON_OPTION] },
  {
    name: "get",
    help: "Show one chunk by its id",
    positionals: [FILE, { name: "chunk_id", help: "its exact id" }],
    options: [
      JSON_OPTION,
      { name: "figures", help: "with its figures, in JSON" },
      { name: "regions", help: "with its places in the source, in JSON" },
    ],
  },
  {
    name: "search",
    help: "Search an archive, or a folder of archives",
    positionals: [
      { name: "file", help: "a .vera archive or a folder of them" },
      { name: "query", help: "what to look for" },
    ],
    options: [
      { name: "mode", value: "MODE", choices: MODES, help: "how to rank (default: hybrid)" },
      { name: "top-k", value: "TOP_K", read: notNegative, help: "how many results (default: 10)" },
      {
        name: "context-chunks",
        value: "CONTEXT_CHUNKS",
        read: notNegative,
        help: "chunks before and behind each result, in JSON",
      },
      { name: "pretty", not: "json", help: "print Markdown for a model to read" },
      JSON_OPTION,
      { name: "figures", help: "with figures, in JSON" },
      { name: "recursive", help: "also look into the folder's folders" },
      EXCLUDE,
      INCLUDE,
      {
        name: "where",
        value: "KEY=VALUE",
        read: rawPair,
        help: "only chunks with this metadata; values by commas, repeatable",
      },
      { name: "regions", help: "with places in the source, in JSON" },
      STRICT,
    ],
  },
  {
    name: "index build",
    help: "Index a folder of archives",
    positionals: [{ name: "directory", help: "the folder" }],
    options: [{ name: "recursive", help: "also take the folder's folders" }, EXCLUDE, INCLUDE, JSON_OPTION],
  },
  {
    name: "index update",
    help: "Bring an index up to date",
    positionals: [{ name: "directory", help: "the indexed folder" }],
    options: [JSON_OPTION],
  },
  {
    name: "index status",
    help: "Say whether an index is up to date",
    positionals: [{ name: "directory", help: "the indexed folder" }],
    options: [JSON_OPTION],
  },
  { name: "validate", help: "Check an archive in full", positionals: [FILE], options: [JSON_OPTION] },
  {
    name: "export",
    help: "Write the original document of an archive",
    positionals: [FILE, { name: "output", help: "a file or folder (default: its stored name, here)", optional: true }],
    options: [JSON_OPTION],
  },
  {
    name: "figures",
    help: "List the figures of an archive, or write them to files",
    positionals: [FILE],
    options: [
      { name: "out-dir", value: "OUT_DIR", help: "folder to write the pictures to" },
      { name: "asset-id", value: "ASSET_ID", help: "only this figure; repeatable" },
      { name: "page-start", value: "PAGE_START", read: whole, help: "only from this page on" },
      { name: "page-end", value: "PAGE_END", read: whole, help: "only up to this page" },
      JSON_OPTION,
    ],
  },
  {
    name: "mcp",
    help: "Serve VERA's tools over MCP on stdin and stdout",
    positionals: [],
    options: [],
  },
  {
    name: "ocr-languages list",
    help: "List languages of Tesseract and which of them are here",
    positionals: [{ name: "language", help: "only these, joined with +", optional: true }],
    options: [JSON_OPTION],
  },
  {
    name: "ocr-languages download",
    help: "Refuses: Footnote downloads nothing",
    positionals: [{ name: "language", help: "codes joined with +" }],
    options: [JSON_OPTION],
  },
  {
    name: "eval",
    help: "Measure how well queries with known answers are answered",
    positionals: [
      { name: "file", help: "a .vera or .folio archive, or a folder of them" },
      { name: "queries", help: "a JSON or YAML list of queries" },
    ],
    options: [
      { name: "mode", value: "MODE", choices: [...MODES, "all"], help: "which ranking to measure (default: all)" },
      { name: "top-k", value: "TOP_K", read: whole, help: "how many results count (default: 5)" },
      JSON_OPTION,
      STRICT,
    ],
  },
];
