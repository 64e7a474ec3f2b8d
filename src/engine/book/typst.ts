import type * as Typst from "@myriaddreamin/typst-ts-web-compiler";
import typstWasm from "@myriaddreamin/typst-ts-web-compiler/pkg/typst_ts_web_compiler_bg.wasm" with { type: "file" };

/**
 * What the compiler's glue asks to be made into functions, for parts of it that are never used here (a file system, a registry of packages). The executable makes no code of
 * strings, so that these stand here.
 */
const KNOWN: Readonly<Record<string, (...given: unknown[]) => unknown>> = {
  "return 0": () => 0,
  "return true": () => true,
  "path return path": (path) => path,
};

function known(...parts: readonly string[]): (...given: unknown[]) => unknown {
  return (
    KNOWN[parts.join(" ")] ??
    (() => {
      throw new Error("a book reaches no files and no packages");
    })
  );
}

/** Typst in this thread; call it in a Worker of its own, since it takes a global function away. Fonts: bytes of TrueType files. */
export async function startTypst(fonts: readonly Uint8Array[]): Promise<Typst.TypstCompiler> {
  Reflect.set(globalThis, "Function", known);
  const { default: init, TypstCompilerBuilder } = await import("@myriaddreamin/typst-ts-web-compiler");
  await init({ module_or_path: await Bun.file(typstWasm).bytes() });
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_raw_font(font);
  return builder.build();
}
