import { z } from "zod";
import { FootnoteError } from "../../foundation/errors.ts";

const MeasuresSchema = z.looseObject({
  mode: z.string(),
  hitRate: z.number().optional(),
  hit_rate: z.number().optional(),
  mrr: z.number().optional(),
  ndcg: z.number().optional(),
  recall: z.number().optional(),
  citationAccuracy: z.number().nullish(),
});
const ReportSchema = z.object({ reports: z.array(MeasuresSchema) });
const BaselineSchema = z.union([ReportSchema, z.object({ data: ReportSchema }).transform(({ data }) => data)]);

export type Measured = Pick<
  z.output<typeof MeasuresSchema>,
  "mode" | "hitRate" | "mrr" | "ndcg" | "recall" | "citationAccuracy"
>;

export interface Regression {
  readonly mode: string;
  readonly measure: string;
  readonly before: number;
  readonly now: number;
}

const COMPARED = ["hitRate", "mrr", "ndcg", "recall", "citationAccuracy"] as const;
/** Sums of the same numbers in another order differ by less. */
const NOISE = 1e-9;

/** Measures by mode of an earlier report: Footnote's, with its envelope or without, or VERA's. Throws queries_invalid. */
export function readBaseline(bytes: Uint8Array, path: string): Measured[] {
  try {
    const { reports } = BaselineSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return reports.map(({ hit_rate, hitRate = hit_rate, ...rest }) => ({
      ...rest,
      ...(hitRate === undefined ? {} : { hitRate }),
    }));
  } catch (error) {
    throw new FootnoteError("baseline_invalid", { path }, error);
  }
}

/** What is worse than before by more than `maxDrop`; a mode or measure that one of both lacks is not compared. */
export function regressions(before: readonly Measured[], now: readonly Measured[], maxDrop: number): Regression[] {
  return now.flatMap((report) => {
    const earlier = before.find(({ mode }) => mode === report.mode);
    return COMPARED.flatMap((measure): Regression[] => {
      const [was, is] = [earlier?.[measure], report[measure]];
      if (was == null || is == null || was - is <= maxDrop + NOISE) return [];
      return [{ mode: report.mode, measure, before: was, now: is }];
    });
  });
}
