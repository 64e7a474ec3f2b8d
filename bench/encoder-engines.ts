import { join } from "node:path";
import wasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { loadEncoder } from "../src/engine/embed/module.ts";
import { loadTokenizer } from "../src/engine/embed/wordpiece.ts";

const FIXTURES = join(import.meta.dir, "../test/fixtures/model");

export type Engine = "relaxed" | "plain" | "onnxruntime-web";
type Encode = (ids: Uint16Array) => unknown;

export async function encoders(engines: readonly Engine[]): Promise<[Engine, Encode][]> {
  const loaded: [Engine, Encode][] = [];
  for (const engine of engines) loaded.push([engine, await (await prepareEngine(engine))()]);
  return loaded;
}

/** What opens the engine; the fixture is unpacked before, since no user would have it packed. */
export async function prepareEngine(engine: Engine): Promise<() => Promise<Encode>> {
  if (engine === "onnxruntime-web") {
    const model = Bun.zstdDecompressSync(await Bun.file(join(FIXTURES, "model_quantized.onnx.zst")).bytes());
    return () => openRuntime(model);
  }
  return async () => {
    const encoder = await loadEncoder(engine);
    return (ids) => encoder.encode([ids]);
  };
}

/** The plain WASM build, one thread, batch 1: its fastest way to do this. */
async function openRuntime(model: Uint8Array): Promise<Encode> {
  const { env, InferenceSession, Tensor } = await import("onnxruntime-web/wasm");
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = await Bun.file(wasmPath).arrayBuffer();
  const session = await InferenceSession.create(model, { executionProviders: ["wasm"], graphOptimizationLevel: "all", logSeverityLevel: 3 });
  return (ids) => {
    const tensor = (values: BigInt64Array) => new Tensor("int64", values, [1, ids.length]);
    const zeros = new BigInt64Array(ids.length);
    return session.run({
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(zeros.slice().fill(1n)),
      token_type_ids: tensor(zeros),
    });
  };
}

/** `length` ids of real sentences, [CLS] and [SEP] included. */
export async function idsOf(length: number): Promise<Uint16Array> {
  const text = await Bun.file(join(FIXTURES, "sentences.txt")).text();
  const ids = [...(await loadTokenizer()).encode(text)].slice(1, length - 1);
  return Uint16Array.from([101, ...ids, 102]);
}
