/** A file that is there. */
export interface SourceFile {
  /** Relative to the root, with "/". */
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** Another number when another file has been put in its place. */
  readonly inode: number;
}

/** The folder that an index is made of. */
export interface NotesSource {
  /** Real absolute path. */
  readonly root: string;
  /** Every Markdown file below the root, or what there is of it at and below a path. Throws rather than tell of a part. */
  list(below?: string): readonly SourceFile[];
  /** Undefined for a file that is not there. Throws for one that cannot be read. */
  load(path: string): (SourceFile & { readonly text: string; readonly sha256: string }) | undefined;
}
