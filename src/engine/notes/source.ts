/** A file that is there. */
export interface SourceFile {
  /** Relative to the root, with "/". */
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/** The folder that an index is made of. */
export interface NotesSource {
  /** Real absolute path. */
  readonly root: string;
  /** Every Markdown file below the root, as far as it may be read. Throws rather than tell of a part. */
  list(): readonly SourceFile[];
  /** Undefined for a file that is not there. Throws for one that cannot be read. */
  load(path: string): (SourceFile & { readonly text: string; readonly sha256: string }) | undefined;
}
