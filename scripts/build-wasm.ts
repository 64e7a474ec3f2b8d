import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const FLAGS = "-O3 --runtime stub --enable simd --importMemory --noAssert --use abort=".split(" ");
export const VARIANTS = { "encoder-relaxed.wasm": ["--enable", "relaxed-simd"], "encoder-plain.wasm": [] };

/** Compiles one variant of the encoder; the same source and compiler give the same bytes. */
export async function compileEncoder(variant: keyof typeof VARIANTS): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "footnote-wasm-"));
  try {
    const out = join(folder, variant);
    const asc = join(ROOT, "node_modules/assemblyscript/bin/asc.js");
    const command = [process.execPath, asc, "wasm/encoder/encoder.ts", "-o", out, ...FLAGS, ...VARIANTS[variant]];
    const run = Bun.spawnSync(command, { cwd: ROOT, stderr: "pipe" });
    if (run.exitCode !== 0) throw new Error(`${variant} does not compile:\n${run.stderr.toString()}`);
    return await Bun.file(out).bytes();
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const lines: string[] = [];
  for (const variant of Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]) {
    const bytes = await compileEncoder(variant);
    await Bun.write(join(ROOT, "wasm/encoder", variant), bytes);
    lines.push(`${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}  ${variant}`);
  }
  await Bun.write(join(ROOT, "wasm/encoder/SHA256SUMS"), `${lines.join("\n")}\n`);
}
