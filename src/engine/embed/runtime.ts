import wasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };

type Transformers = typeof import("@huggingface/transformers");
type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** What transformers.js may read at present: by model id, by path in its folder. */
const readable = new Map<string, Files>();

/** Calls `use` while the model `id` can be loaded from `files`; afterwards their memory is free again. */
export async function withTransformers<T>(
  id: string,
  files: Files,
  use: (library: Transformers) => Promise<T>,
): Promise<T> {
  readable.set(id, files);
  try {
    return await use(await openTransformers());
  } finally {
    readable.delete(id);
  }
}

/**
 * transformers.js on the plain WASM build of onnxruntime-web, one thread. It takes Bun for Node and would load native code, so the
 * runtime is handed over by the hook that its source documents, before its first import. Every way to the network or to a cache
 * on disk is shut: `readable` is all that it sees.
 */
async function openTransformers(): Promise<Transformers> {
  const runtime = await import("onnxruntime-web/wasm");
  Object.assign(globalThis, { [Symbol.for("onnxruntime")]: runtime });
  const transformers = await import("@huggingface/transformers");
  Object.assign(transformers.env, {
    allowRemoteModels: false,
    useBrowserCache: false,
    useFSCache: false,
    useFS: false,
    useWasmCache: false,
    useCustomCache: true,
    customCache: { match: async (path: string) => answer(path), put: async () => {} },
  });
  delete runtime.env.wasm.wasmPaths; // the import sets it to a CDN; without it the glue inside the bundle is used
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmBinary = await Bun.file(wasmPath).arrayBuffer();
  return transformers;
}

/** The library asks for …/id/file first and for …/id/resolve/main/file, as on the Hub, next. */
function answer(path: string): Response | undefined {
  for (const [id, files] of readable) {
    const [, file = ""] = path.split(`/${id}/`);
    const content = files.get(file.replace(/^resolve\/main\//, ""));
    if (content !== undefined) return new Response(content);
  }
  return undefined;
}
