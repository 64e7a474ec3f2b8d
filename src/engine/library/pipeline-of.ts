import { PIPELINE } from "../ingest/pipeline.ts";
import { isVeraName, VERA_PIPELINE } from "../vera/pipeline.ts";

/** What makes the archive of a source: another value than an entry's means that the source is to be read anew. */
export function pipelineOf(path: string, keepSource: boolean): string {
  return `${isVeraName(path) ? VERA_PIPELINE : PIPELINE}${keepSource ? "" : ":no-source"}`;
}
