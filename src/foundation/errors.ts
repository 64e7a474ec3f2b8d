/**
 * The one table of errors: code → exit status, message, remedy. Every failure that a user can meet comes from here.
 * A message names the thing and the value found; `{name}` is filled from the details given to `fail()`.
 * Exit codes: 2 usage, 4 broken input or environment (0, 1 and 3 are results, not errors).
 */
const TABLE = {
  // usage (2)
  invalid_argument: [2, "{what}: {problem}", "See `footnote help {command}` for what it takes."],
  unknown_command: [2, "There is no command “{name}”.", "Run `footnote help` for the list{suggestion}."],
  path_not_found: [2, "{path} does not exist.", "Check the spelling, or give an absolute path."],
  path_outside_root: [
    2,
    "{path} lies outside the allowed roots ({roots}).",
    "Add its folder with --root, or choose a path inside.",
  ],
  write_not_allowed: [
    2,
    "{operation} changes files, and this server was started read-only.",
    "Start it with --allow-write.",
  ],
  target_exists: [2, "{path} exists already.", "Give --force to replace it, or choose another name."],
  locator_invalid: [
    2,
    "“{locator}” is not a locator: {problem}.",
    "Use a locator from a result, for example footnote:doc/5b1c0f2a9d3e#p=12&t=3401-3522.",
  ],
  locator_unknown: [
    2,
    "No document in the library matches {locator}.",
    "Run `footnote sources` to see what is there, or add the document.",
  ],
  page_out_of_range: [
    2,
    "{path} has {pages} pages; page {page} is not one of them.",
    "Ask for a page from 1 to {pages}.",
  ],
  corpus_invalid: [4, "{problem}", "Make the index anew, or name another with --index."],
  values_invalid: [
    4,
    "{path} cannot be read as recorded values: {problem}.",
    "Run the experiment again, or mend the file.",
  ],
  values_not_found: [
    2,
    "{path} is no project with recorded values: there is no vouch.toml and no .vouch folder at or above it.",
    "Name the project with --project.",
  ],
  key_not_found: [2, "{key} is not a key{near}.", "List what there is with `footnote value list`."],
  book_too_long: [
    4,
    "{path} is too long, or nested too deeply, to be set as one book; some 1,900 pages can be.",
    "Split it into several files.",
  ],
  corpus_not_found: [
    2,
    "{problem}.",
    "Name one with --corpus INDEX, or make one with `footnote corpus build` in the repository.",
  ],
  row_not_found: [
    2,
    "No row of the corpus is {reference}: {problem}.",
    "Give an anchor, an id or a locator from corpus_search.",
  ],
  row_missing: [
    2,
    "{anchor} is in the index, but what it cites cannot be opened: {problem}.",
    "Make the index anew with `footnote corpus build`.",
  ],
  corpus_tokens: [4, "{problem}", "Set TERO_TOKENS or TERO_TOKENS_FILE."],
  memory_unusable: [4, "{problem}", "Name another file with TERO_MEMORY_DB."],
  vera_refused: [2, "{problem}", "See `footnote vera --help` for what each command takes."],
  vera_policy: [
    2,
    "The bridge policy {path} cannot be used: {problem}.",
    "Name a JSON file with library_root in VERA_BRIDGE_POLICY_PATH; without a valid one nothing is served.",
  ],
  queries_invalid: [
    2,
    "{path} is no set of queries: {problem}",
    "Give a list of cases with query, and expected_pages or expected_terms.",
  ],
  baseline_invalid: [2, "{path} is no report of an evaluation.", "Make one with `footnote eval … --json`."],
  pointer_invalid: [
    2,
    "“{pointer}” is not a pointer: {problem}.",
    "Take one from a read, an outline or a search result.",
  ],
  pointer_not_found: [2, "{path} has no element {pointer}.", "{remedy}"],
  element_changed: [2, "{path}: {pointer} {problem}.", "{remedy}"],
  edit_refused: [2, "{path}: {problem}.", "{remedy}"],
  note_not_found: [2, "{path} does not exist in this folder of notes.", "List what is there with kb_list_files."],
  note_exists: [2, "{path} already exists.", "Choose another name, or edit what is there."],
  note_path: [
    2,
    "“{path}” is not a path that this folder of notes gives access to.",
    "Give a path below the root, with /.",
  ],
  note_writes_disabled: [
    2,
    "Workspace writes are disabled.",
    "Set knowledgeBase.allowWrites, or start with --allow-writes; in a folder of --notes-read-only nothing is changed.",
  ],
  note_changed: [2, "{path} has changed: {problem}.", "Read it again, then repeat the edit on what it says now."],
  note_busy: [4, "The folder of notes is being written by {owner}.", "Try again when it is done."],
  note_index_not_ready: [2, "The index cannot answer: {problem}.", "{remedy}"],
  image_unsupported: [2, "{path}: {problem}.", "Use PNG, JPEG, WebP or GIF, with the extension of what it is."],
  cursor_invalid: [2, "The cursor does not belong to this query.", "Search again without a cursor."],
  library_empty: [2, "The library {library} holds no documents.", "Add some: `footnote add PATH…`."],
  config_invalid: [
    2,
    "The configuration {path} cannot be used: {problem}.",
    "Mend it, or name another with FOOTNOTE_CONFIG.",
  ],
  // broken input (4)
  password_required: [4, "{path} is encrypted and needs a password to open.", "Give it with --password-file FILE."],
  password_wrong: [4, "The password given does not open {path}.", "Check the file named by --password-file."],
  empty_file: [4, "{path} is empty (0 bytes).", "Export or download the document again."],
  damaged_document: [4, "{path} cannot be read as {format}: {problem}.", "Export or download the document again."],
  mislabelled_document: [
    4,
    "{path} is named like {expected}, but its content is {found}.",
    "Rename it to what it is, then add it again.",
  ],
  unsupported_format: [
    4,
    "{path}: Footnote does not read {format} files.",
    "Convert it to PDF, Markdown, HTML or DOCX first.",
  ],
  no_pages: [4, "{path} has no pages.", "Export the document again."],
  too_many_pages: [4, "{path} has {pages} pages; the limit is {limit}.", "Split the document."],
  too_large: [4, "{path} is {size} bytes; the limit for {format} is {limit}.", "Split the document."],
  page_failed: [
    4,
    "Page {page} of {path} could not be read: {problem}.",
    "The other pages are in the library; check that page in a viewer.",
  ],
  source_changed: [4, "{path} changed while it was being read.", "Run the command again."],
  archive_damaged: [
    4,
    "{path} is not a sound archive: section {section}, {problem}.",
    "Make it again with `footnote add`; `footnote validate` shows every fault.",
  ],
  archive_version: [
    4,
    "{path} has format version {version}; this Footnote reads version {supported}.",
    "Use a newer Footnote.",
  ],
  archive_flag: [4, "{path} needs feature {flag}, which this Footnote does not know.", "Use a newer Footnote."],
  vera_invalid: [
    4,
    "{path} cannot be used as a .vera archive: {problem}.",
    "See all that is wrong with it with `footnote validate`, or make it again from its source.",
  ],
  vera_version: [
    4,
    "{path} has .vera format version {version}; this Footnote reads 0.2.",
    "Make it again from its source.",
  ],
  vera_limit: [
    4,
    "{path}: {what} has {found}; the limit is {limit}.",
    "Split the document, or make the archive again from its source.",
  ],
  vera_busy: [
    4,
    "{path} is being written, or was left in the middle of it: {problem}.",
    "Wait for the program that writes it; if there is none, open it once with that program so that it can recover it.",
  ],
  vera_model: [
    4,
    "{path} has vectors of {model}, which is not inside Footnote.",
    "Search it by words: --mode keyword, or leave out --strict-vera.",
  ],
  vera_no_source: [4, "{path}: {problem}.", "Write its text instead: --format markdown or --format text."],
  no_source: [
    4,
    "{path} was made with --no-source, so the original is not inside.",
    "Add the document again without --no-source.",
  ],
  library_damaged: [
    4,
    "The library manifest {path} cannot be read: {problem}.",
    "Delete that file and run `footnote add` on the sources again; the archives are kept and used.",
  ],
  library_locked: [
    4,
    "The library {library} is being written by {owner}.",
    "Wait until it is done, or end that process; if its machine no longer runs, delete the file `lock` there.",
  ],
  model_mismatch: [
    4,
    "{path} has vectors of {found}; the embedder here is {expected}.",
    "Name the model it was made with by --model, search with --mode lexical, or add the document again to embed it anew.",
  ],
  model_damaged: [
    4,
    "The embedding model {path} cannot be used: {problem}.",
    "Give a folder with model.onnx and tokenizer.json, or leave out --model.",
  ],
  vector_invalid: [
    4,
    "A vector for {path} is unusable: {problem}.",
    "Report this with the document; lexical search still works.",
  ],
  permission_denied: [4, "No permission: {path}.", "Change the permissions, or choose another place."],
  disk_full: [
    4,
    "No space left on the device for {path}.",
    "Free some space, then run the same command again; finished work is kept.",
  ],
  read_only: [4, "{path} is on a read-only file system.", "Choose another place with --library or --into."],
  io_failed: [4, "{path}: {problem}.", "Check the disk and the path, then run the command again."],
  worker_crashed: [
    4,
    "The reader of {path} stopped unexpectedly: {problem}.",
    "The file may be hostile or broken; the rest of the batch went on.",
  ],
  page_timeout: [
    4,
    "Page {page} of {path} took longer than {seconds} s and was given up.",
    "The other pages are in the library; check that page in a viewer.",
  ],
  cancelled: [4, "Stopped on request.", "Run the same command again to go on; finished work is kept."],
  unsupported_cpu: [
    4,
    "This machine's WebAssembly lacks {feature}.",
    "Run `footnote doctor`; lexical search still works.",
  ],
  internal: [4, "Something went wrong inside Footnote: {problem}.", "Please report it with the command that led here."],
} as const satisfies Record<string, readonly [exit: 2 | 4, message: string, remedy: string]>;

export type ErrorCode = keyof typeof TABLE;
export type ErrorDetails = Readonly<Record<string, string | number>>;

export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
}

/** A failure that a user can understand and act on. `message` is already filled in. */
export class FootnoteError extends Error {
  override readonly name = "FootnoteError";
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly exitCode: 2 | 4;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, cause?: unknown) {
    const [exitCode, message, remedy] = TABLE[code];
    super(fill(message, details), cause === undefined ? undefined : { cause });
    this.code = code;
    this.remedy = fill(remedy, details);
    this.exitCode = exitCode;
    this.details = details;
  }

  /** The error that a report told of, for instance one kept in a library's manifest. */
  static fromReport(report: { code: string; message: string; remedy: string }): FootnoteError {
    const code = report.code in TABLE ? (report.code as ErrorCode) : "internal";
    return Object.assign(new FootnoteError(code), { message: report.message, remedy: report.remedy });
  }

  report(): ErrorReport {
    return { code: this.code, message: this.message, remedy: this.remedy };
  }
}

/** Turns anything thrown into a FootnoteError: system errors by errno, the rest as `internal`. */
export function toFootnoteError(thrown: unknown, path = ""): FootnoteError {
  if (thrown instanceof FootnoteError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const errno = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const named = "path" in error && typeof error.path === "string" ? error.path : path;
  if (error.name === "AbortError") return new FootnoteError("cancelled", {}, thrown);
  switch (errno) {
    case "ENOENT":
    case "ENOTDIR":
      return new FootnoteError("path_not_found", { path: named }, thrown);
    case "EACCES":
    case "EPERM":
      return new FootnoteError("permission_denied", { path: named }, thrown);
    case "ENOSPC":
    case "EDQUOT":
      return new FootnoteError("disk_full", { path: named }, thrown);
    case "EROFS":
      return new FootnoteError("read_only", { path: named }, thrown);
    case undefined:
      return new FootnoteError("internal", { problem: error.message }, thrown);
    default:
      return new FootnoteError("io_failed", { path: named, problem: error.message }, thrown);
  }
}

/** What is not given leaves no gap: the space before it goes, too. */
function fill(template: string, details: ErrorDetails): string {
  return template.replace(/( ?)\{(\w+)\}/g, (_, space: string, name: string) => {
    const value = String(details[name] ?? "");
    return value === "" ? "" : space + value;
  });
}
