import type { Embedder } from "../engine/embed/embedder.ts";
import type { Library } from "../engine/library/library.ts";
import type { Roots } from "../foundation/fs/roots.ts";
import type { Logger } from "../foundation/log.ts";
import type { ProgressEvent } from "../foundation/progress.ts";
import type { Corpora } from "./corpora.ts";
import type { Notebook } from "./notebook.ts";

/** What a face lends to an operation. Everything heavy is a function, so that nothing loads before it is needed. */
export interface Context {
  readonly library: () => Promise<Library>;
  readonly embedder: () => Promise<Embedder>;
  readonly roots: Roots;
  readonly cwd: string;
  /** Opens encrypted documents; from --password-file. */
  readonly password?: string;
  readonly log: Logger;
  readonly progress: (event: ProgressEvent) => void;
  readonly signal: AbortSignal;
  /** The folder of Markdown of that path, or the session's own; opened once. */
  readonly notebook?: (folder: string | undefined) => Promise<Notebook>;
  /** The cited corpora that were named, or the one that the working directory has. */
  readonly corpora?: () => Promise<Corpora>;
  /** All of standard input; absent where that belongs to the protocol. */
  readonly stdin?: () => Promise<string>;
}
