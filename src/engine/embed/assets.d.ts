declare module "*/encoder-plain.wasm" {
  const path: string;
  export default path;
}
declare module "*/encoder-relaxed.wasm" {
  const path: string;
  export default path;
}
declare module "*.zst" {
  const path: string;
  export default path;
}
