import { z } from "zod";
import type { Folio } from "../../engine/archive/open.ts";
import { isVeraName } from "../../engine/vera/pipeline.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import { defineOperation } from "../operation.ts";

const isFolioName = (name: string): boolean => /\.folio$/i.test(name);

export const convert = defineOperation({
  name: "convert",
  title: "Turn a .vera archive into a .folio, or back",
  description:
    "Writes an archive in the other format. Every passage, box, figure and link, the vectors and the original are kept both ways; converted back, the first file's content comes out again.",
  input: z.strictObject({
    from: z.string().min(1).describe("A .vera or .folio archive"),
    to: z.string().min(1).describe("The archive to write, of the other kind (it must not exist)"),
    force: z.boolean().default(false).describe("Replace an existing file"),
  }),
  output: z.object({ path: z.string(), passages: z.int(), bytes: z.int() }),
  effects: { reads: true, writes: true, destroys: false },
  faces: ["cli"],
  commandLine: {
    positionals: ["from", "to"],
    examples: ["footnote convert manual.vera manual.folio", "footnote convert manual.folio manual.vera"],
  },
  async run({ from, to, force }, context) {
    const source = context.roots.resolve(from, context.cwd);
    const target = context.roots.resolve(to, context.cwd);
    const toVera = isFolioName(source) && isVeraName(target);
    if (!toVera && !(isVeraName(source) && isFolioName(target)))
      throw new FootnoteError("invalid_argument", {
        what: `${from} to ${to}`,
        problem: "one of the names must end in .vera and the other in .folio",
        command: "convert",
      });
    if (!force && (await Bun.file(target).exists())) throw new FootnoteError("target_exists", { path: target });
    const { figuresOf, folioOfVera, writeFolioAsVera } = await import("../../engine/vera/convert.ts");
    if (toVera) {
      const figures = await overFolio(source, (folio) => figuresOf(folio, context.password));
      writeFolioAsVera(source, target, { now: new Date(), overwrite: force, figures });
    } else writeAtomically(target, folioOfVera(source));
    return { path: target, passages: await passagesIn(target), bytes: Bun.file(target).size };
  },
  render: ({ path, passages, bytes }) => `Wrote ${passages} passages in ${bytes} bytes to ${path}.`,
  exitCode: () => 0,
});

async function overFolio<T>(path: string, use: (folio: Folio) => Promise<T>): Promise<T> {
  const { openFolio } = await import("../../engine/archive/open.ts");
  const folio = openFolio(path);
  try {
    return await use(folio);
  } finally {
    folio.close();
  }
}

async function passagesIn(path: string): Promise<number> {
  if (isFolioName(path)) return overFolio(path, async (folio) => folio.meta.passages);
  const { openVera } = await import("../../engine/vera/open.ts");
  const archive = openVera(path);
  try {
    return archive.counts().chunks;
  } finally {
    archive.close();
  }
}
