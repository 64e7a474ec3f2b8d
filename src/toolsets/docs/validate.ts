import { z } from "zod";
import { validateFolio } from "../../engine/archive/validate.ts";
import { checkIndex } from "../../engine/search/check-index.ts";
import { isVeraName } from "../../engine/vera/pipeline.ts";
import { table } from "../markdown.ts";
import { defineOperation } from "../operation.ts";

const ReportSchema = z.object({
  path: z.string(),
  sound: z.boolean(),
  faults: z.array(z.object({ section: z.string(), problem: z.string() })),
});

export const validate = defineOperation({
  name: "validate",
  title: "Prove that archives are sound",
  description:
    "Checks archives completely: structure, checksums, every invariant of every section, and that the original inside is the one named.",
  input: z.strictObject({ files: z.array(z.string().min(1)).min(1).describe(".folio and .vera archives") }),
  output: z.object({ archives: z.array(ReportSchema) }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli"],
  commandLine: { positionals: ["files"], examples: ["footnote validate .footnote/archives/*.folio"] },
  async run({ files }, context) {
    const archives: z.input<typeof ReportSchema>[] = [];
    for (const file of files) {
      const path = context.roots.resolve(file, context.cwd);
      const check = isVeraName(path) ? (await import("../../engine/vera/faults.ts")).veraFaults : folioFaults;
      const faults = check(path);
      archives.push({ path, sound: faults.length === 0, faults });
    }
    return { archives };
  },
  render({ archives }) {
    const rows = archives.flatMap(({ path, sound, faults }) =>
      sound ? [[path, "sound", ""]] : faults.map(({ section, problem }) => [path, `fault in ${section}`, problem]),
    );
    return table(["archive", "", "problem"], rows);
  },
  exitCode: ({ archives }) => (archives.every(({ sound }) => sound) ? 0 : 1),
});

function folioFaults(path: string): { section: string; problem: string }[] {
  return validateFolio(path, { checkIndex }).faults.map(({ section, problem }) => ({ section, problem }));
}
