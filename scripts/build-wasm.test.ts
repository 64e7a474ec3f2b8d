import { expect, test } from "bun:test";
import { join } from "node:path";
import { compileEncoder } from "./build-wasm.ts";

const FOLDER = join(import.meta.dir, "../wasm/encoder");

test.each(["encoder-relaxed.wasm", "encoder-plain.wasm"] as const)(
  "%s is what its source compiles to",
  async (name) => {
    const committed = await Bun.file(join(FOLDER, name)).bytes();
    expect(await compileEncoder(name)).toEqual(committed);
    const sha256 = new Bun.CryptoHasher("sha256").update(committed).digest("hex");
    expect(await Bun.file(join(FOLDER, "SHA256SUMS")).text()).toContain(`${sha256}  ${name}\n`);
  },
  120_000,
);
