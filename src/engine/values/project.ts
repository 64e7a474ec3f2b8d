import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { contains, type Roots, within } from "../../foundation/fs/roots.ts";
import { byCodePoint } from "../../foundation/text/code-points.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";
import { type Metrics, metricsOf } from "./metrics.ts";
import { type RunRecord, readRecord } from "./record.ts";
import { DEFAULT_PRINTING, type Printing } from "./render.ts";
import { type IndexEntry, valueIndex } from "./value-index.ts";

/** Bytes of a record. */
const LIMIT = 64 * 1024 * 1024;
const MOST_RUNS = 10_000;

/** A project whose runs record what they measure, as it is now. */
export interface ValueProject {
  readonly root: string;
  readonly runs: ReadonlyMap<string, RunRecord>;
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** Records and values that cannot be used, or not as they are, with the reason. */
  readonly problems: readonly string[];
  /** Of a run's code and inputs. */
  freshness(run: string): Freshness;
}

/** The folder that holds vouch.toml, or else .vouch, at or above `from` and within the roots. Throws values_not_found. */
export function projectRoot(from: string, roots: Roots): string {
  const start = roots.resolve(from, from);
  for (const mark of ["vouch.toml", ".vouch"])
    for (let folder = start; ; folder = dirname(folder)) {
      if (roots.folders.length > 0 && !roots.folders.some((root) => contains(root, folder))) break;
      if (existsSync(join(folder, mark))) return folder;
      if (dirname(folder) === folder) break;
    }
  throw new FootnoteError("values_not_found", { path: from });
}

/** Reads the records of a project. Throws values_invalid where vouch.toml is none; what is wrong with a record is one of its problems. */
export function openProject(root: string): ValueProject {
  // Records name files; none outside of the project is read for them.
  const roots = within([root]);
  const { metrics, printing } = configOf(root, roots);
  const problems: string[] = [];
  const runs = new Map<string, RunRecord>();
  for (const name of recordsIn(join(root, ".vouch/runs"))) {
    const path = `.vouch/runs/${name}`;
    try {
      const bytes = roots.read(join(root, path), root);
      if (bytes.length > LIMIT)
        throw new FootnoteError("too_large", { path, size: bytes.length, limit: LIMIT, format: "a record" });
      const record = readRecord(new TextDecoder("utf-8", { fatal: true }).decode(bytes), path);
      if (!record.isAsWritten) problems.push(`${path} does not match its record_hash: it was edited by hand`);
      problems.push(...record.problems.map((problem) => `${path}: ${problem}`));
      runs.set(record.run, record);
    } catch (error) {
      problems.push(`${path}: ${toFootnoteError(error, path).message}`);
    }
  }
  const { entries, conflicts } = valueIndex([...runs.values()], metrics, printing);
  const known = new Map<string, Freshness>();
  return {
    root,
    runs,
    entries,
    problems: [...problems, ...conflicts],
    freshness(run) {
      const record = runs.get(run);
      const state = known.get(run) ?? (record === undefined ? undefined : freshnessOf(record, root, roots));
      if (state === undefined) throw new FootnoteError("internal", { problem: `there is no run ${run}` });
      known.set(run, state);
      return state;
    },
  };
}

function recordsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort(byCodePoint)
    .slice(0, MOST_RUNS);
}

function configOf(root: string, roots: Roots): { readonly metrics: Metrics; readonly printing: Printing } {
  const path = join(root, "vouch.toml");
  if (!existsSync(path)) return { metrics: metricsOf({}), printing: DEFAULT_PRINTING };
  let config: Record<string, unknown>;
  try {
    config = { ...(Bun.TOML.parse(new TextDecoder().decode(roots.read(path, root))) as object) };
  } catch (error) {
    throw new FootnoteError(
      "values_invalid",
      { path, problem: error instanceof Error ? error.message : String(error) },
      error,
    );
  }
  const format: Record<string, unknown> =
    typeof config.format === "object" && config.format !== null ? { ...config.format } : {};
  const named = typeof format.named === "object" && format.named !== null ? Object.entries(format.named) : [];
  return {
    metrics: metricsOf(config.metrics),
    printing: {
      rounding: format.rounding === "half_even" ? "half_even" : "half_up",
      defaultFloat: typeof format.default_float === "string" ? format.default_float : DEFAULT_PRINTING.defaultFloat,
      named: new Map(named.flatMap(([name, fmt]) => (typeof fmt === "string" ? [[name, fmt]] : []))),
    },
  };
}
