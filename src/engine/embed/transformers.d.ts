/** The part of transformers.js that Footnote uses; tsconfig.json maps the name to its web build, which comes without types. */
declare module "@huggingface/transformers" {
  export const env: object;
  export class Tensor {
    constructor(type: "int64", data: BigInt64Array, dims: readonly number[]);
    readonly type: string;
    readonly data: ArrayLike<unknown>;
    readonly dims: readonly number[];
  }
  export const AutoTokenizer: {
    from_pretrained(model: string): Promise<{ encode(text: string): number[] }>;
  };
  export const AutoModel: {
    from_pretrained(
      model: string,
      options: { device: "auto"; dtype: "fp32"; session_options: Readonly<Record<string, unknown>> },
    ): Promise<Model>;
  };
  export interface Model {
    (inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
    dispose(): Promise<unknown>;
  }
}
/** The plain WASM build of onnxruntime-web: the path of the file that Bun embeds. */
declare module "onnxruntime-web/ort-wasm-simd-threaded.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun hands over an embedded file
  export default path;
}
