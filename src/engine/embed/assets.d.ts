/** Paths of files that Bun embeds in the executable. */
declare module "*/encoder-plain.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun hands over an embedded file
  export default path;
}
declare module "*/encoder-relaxed.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun hands over an embedded file
  export default path;
}
declare module "*/encoder-int8.bin.zst" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun hands over an embedded file
  export default path;
}
