import wasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };

type Transformers = typeof import("@huggingface/transformers");

/**
 * transformers.js on the plain WASM build of onnxruntime-web, one thread. It takes Bun for Node and would load native code, so the
 * runtime is handed over by the hook that its source documents, before its first import. Every way to the network or a disk
 * cache is shut: `files` (path in the model's folder → content) is all that it sees.
 */
export async function openTransformers(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<Transformers> {
  const runtime = await import("onnxruntime-web/wasm");
  Object.assign(globalThis, { [Symbol.for("onnxruntime")]: runtime });
  const transformers = await import("@huggingface/transformers");
  const { env } = transformers;
  env.allowRemoteModels = false;
  env.useBrowserCache = false;
  env.useFSCache = false;
  env.useFS = false;
  env.useWasmCache = false;
  env.useCustomCache = true;
  env.customCache = {
    match: async (key: string) => {
      const path = [...files.keys()].find((name) => key.endsWith(`/${name}`));
      const content = path === undefined ? undefined : files.get(path);
      return content === undefined ? undefined : new Response(content);
    },
    put: async () => {},
  };
  delete runtime.env.wasm.wasmPaths; // it was set to a CDN by the import; without it the glue inside the bundle is used
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmBinary = await Bun.file(wasmPath).arrayBuffer();
  return transformers;
}
