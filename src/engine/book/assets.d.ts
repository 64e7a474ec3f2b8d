/** Paths of files that Bun embeds in the executable. */
declare module "*.ttf" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun hands over an embedded file
  export default path;
}

declare module "@myriaddreamin/typst-ts-web-compiler/pkg/typst_ts_web_compiler_bg.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun hands over an embedded file
  export default path;
}
