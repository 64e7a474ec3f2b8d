/** usage: bun wasm/model/compress.ts encoder-int8.bin — writes encoder-int8.bin.zst beside this file, in frames. */
import { join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { FRAMES, SKIPPABLE_MAGIC } from "./frames.ts";

const LEVEL = 3; // higher levels gain 0.1 %: the weights are nearly random

const bytes = await Bun.file(process.argv[2] ?? "encoder-int8.bin").bytes();
const size = bytes.length / FRAMES;
const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
const frames = Array.from({ length: FRAMES }, (_, i) =>
  zstdCompressSync(bytes.subarray(i * size, (i + 1) * size), { params }),
);
const table = new Uint32Array([SKIPPABLE_MAGIC, FRAMES * 4, ...frames.map((frame) => frame.length)]);
await Bun.write(join(import.meta.dir, "encoder-int8.bin.zst"), new Blob([table, ...frames]));
