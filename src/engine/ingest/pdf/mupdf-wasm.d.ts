/** The path of MuPDF's WebAssembly, embedded in the executable; tsconfig.json says where the package keeps it. */
declare module "mupdf/dist/mupdf-wasm.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun hands over an embedded file
  export default path;
}
