/** Sets one book and is thrown away: what a document makes the typesetter do ends with it. */
import "../../foundation/quiet-stdout.ts";
import type { TypstCompiler } from "@myriaddreamin/typst-ts-web-compiler";
import { missingScripts } from "./coverage.ts";
import { FONT_FILES } from "./fonts.ts";
import { startTypst } from "./typst.ts";

declare const self: Worker;

export interface SetRequest {
  /** Typst's source. */
  readonly source: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The document's text, in which letters are looked for that no font has. */
  readonly text: string;
}

export type SetReply =
  | {
      readonly pdf: Uint8Array;
      readonly pages: number;
      readonly missing: readonly { readonly script: string; readonly example: string }[];
    }
  | { readonly problem: string }
  /** The compiler needs more of its stack with each page, and has no more. */
  | { readonly tooLong: true };

/** Full descriptions of what is wrong, which the glue calls 2. */
const DIAGNOSTICS = 2;

self.onmessage = async ({ data }: MessageEvent<SetRequest>) => {
  try {
    const fonts = await Promise.all(FONT_FILES.map((file) => Bun.file(file).bytes()));
    const missing = missingScripts(data.text, fonts);
    const compiler = await startTypst(fonts);
    for (const { name, bytes } of data.files) compiler.map_shadow(name, bytes);
    compiler.add_source("/main.typ", data.source);
    const { result, diagnostics } = compiler.compile("/main.typ", undefined, "pdf", DIAGNOSTICS);
    const reply: SetReply =
      result instanceof Uint8Array
        ? { pdf: result, pages: pagesIn(compiler), missing }
        : { problem: told(diagnostics) };
    self.postMessage(reply);
  } catch (thrown) {
    const exhausted = thrown instanceof RangeError || thrown instanceof WebAssembly.RuntimeError;
    const reply: SetReply = exhausted
      ? { tooLong: true }
      : { problem: thrown instanceof Error ? thrown.message : told(thrown) };
    self.postMessage(reply);
  }
};

/** The template puts a mark on the last page that knows its number. */
function pagesIn(compiler: TypstCompiler): number {
  const [marked]: unknown[] = JSON.parse(compiler.query("/main.typ", undefined, "<pages>", "value"));
  return Number(marked);
}

function told(diagnostics: unknown): string {
  return JSON.stringify(diagnostics ?? "it gave nothing").slice(0, 500);
}
