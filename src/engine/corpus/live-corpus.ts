import { dirname } from "node:path";
import { basename } from "node:path/posix";
import type { Roots } from "../../foundation/fs/roots.ts";
import { CorpusEdges } from "./edges.ts";
import type { CorpusIndex } from "./index.ts";
import { type Repository, repositoryOf } from "./repository.ts";
import { ServedCorpus } from "./served.ts";

/** An index with all that is derived from it; made anew as a whole when its file changes. */
export interface Corpus {
  readonly name: string;
  readonly index: CorpusIndex;
  /** Files are read once for each of these. */
  repository(): Repository | undefined;
  edges(): CorpusEdges;
  /** Why the file could not be read again since; the rows are those from before. */
  readonly reloadError?: string;
}

/** A file whose index is served. It is looked at with each call and read again when it has changed; when that fails the old rows stay. */
export class LiveCorpus {
  readonly path: string;
  readonly name: string;
  readonly #roots: Roots;
  readonly #served: ServedCorpus;

  /** Throws what `loadCorpus` does. */
  constructor(path: string, roots: Roots, name?: string) {
    this.path = path;
    this.#roots = roots;
    this.#served = new ServedCorpus([{ name: name ?? "", path }]);
    this.name = name ?? nameOf(repositoryOf(this.#served.index, roots)?.root ?? dirname(path));
  }

  /** The index as it is now. Its files are looked at anew by each of these. */
  current(): Corpus {
    this.#served.look();
    const { index, problem: reloadError } = this.#served;
    let repository: { readonly found: Repository | undefined } | undefined;
    let edges: CorpusEdges | undefined;
    const openRepository = (): Repository | undefined => {
      repository ??= { found: repositoryOf(index, this.#roots) };
      return repository.found;
    };
    return {
      name: this.name,
      index,
      repository: openRepository,
      edges: () => {
        edges ??= new CorpusEdges(index, openRepository());
        return edges;
      },
      ...(reloadError === undefined ? {} : { reloadError }),
    };
  }
}

/** A name that locators can carry. */
function nameOf(folder: string): string {
  const slug = basename(folder.replaceAll("\\", "/"))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return slug === "" ? "corpus" : slug;
}
