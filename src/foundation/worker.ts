/**
 * Where a Worker's module lies. Run from source that is beside this file's folder; compiled, Bun keeps every extra entry point
 * under its path relative to src/ (the common root of the entries) with the extension .js.
 */
export function workerUrl(pathUnderSrc: string): string {
  if (Bun.isStandaloneExecutable) {
    const root = process.platform === "win32" ? "B:/~BUN/root" : "/$bunfs/root";
    return `${root}/${pathUnderSrc}.js`;
  }
  return new URL(`../${pathUnderSrc}.ts`, import.meta.url).href;
}
