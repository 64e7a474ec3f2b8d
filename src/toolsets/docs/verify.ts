import { z } from "zod";
import { RefusalSchema, VERDICTS, VerdictSchema } from "../../engine/answers.ts";
import { parseLocator } from "../../engine/evidence/locator.ts";
import type { VerifyRequest } from "../../engine/evidence/verify.ts";
import type { Views } from "../../engine/evidence/views.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import type { Context } from "../context.ts";
import { defineOperation } from "../operation.ts";
import { renderRefusal } from "../render-refusal.ts";
import { toDocumentLocator, withDocumentLocators } from "./element-locator.ts";
import { renderVerdict } from "./render.ts";
import { openScope, refuseEmpty, type Scope, ScopeField, scanned } from "./scope.ts";

/** Folded texts stay between calls of one process. */
let views: Views | undefined;

export const verify = defineOperation({
  name: "verify",
  title: "Check quotes against the documents",
  description:
    "Checks quotes, or every quotation in a Markdown answer, word for word: supported, altered (with the difference), misattributed (and where it really stands), stitched together from several places, or not found. Typography may differ (line ends, hyphenation, ligatures, quote marks); a word, a number, a sign or a negation may not.",
  input: z.strictObject({
    file: z.string().optional().describe("A Markdown answer whose quotations are checked; “-” reads standard input"),
    text: z.string().max(2_000_000).optional().describe("The Markdown answer itself"),
    quote: z.array(z.string().min(1).max(50_000)).default([]).describe("A quote to check"),
    locator: z.string().optional().describe("Where the quotes are said to stand"),
    in: ScopeField,
  }),
  output: z.object({ verdicts: z.array(VerdictSchema).optional(), refusal: RefusalSchema.optional() }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["file"],
    short: { quote: "q" },
    examples: [
      "footnote verify answer.md",
      "footnote verify --quote 'one space for each dwelling' --locator 'footnote:doc/5b1c0f2a9d3e#p=12'",
    ],
  },
  async run(input, context) {
    const locator = input.locator === undefined ? undefined : await toDocumentLocator(input.locator, context);
    const given = await answerText(input, context);
    const { text: answer, locators } = await withDocumentLocators(given, context);
    const named = locator === undefined ? locators : [...locators, locator];
    const scope = await withNamed(await openScope(input.in, context), input.in.length === 0 ? named : [], context);
    const refusal = refuseEmpty(scope, { library: (await context.library()).folder, in: input.in });
    if (refusal !== undefined) return { refusal };
    const claimed = locator === undefined ? undefined : parseLocator(locator);
    const requests: VerifyRequest[] = input.quote.map((quote) =>
      claimed === undefined ? { quote } : { quote, claimed },
    );
    // Loaded when needed: a Markdown parser and a differ are no business of a search.
    if (answer !== undefined) {
      const { quotesOf } = await import("../../engine/evidence/quotes.ts");
      requests.push(...quotesOf(answer));
    }
    if (requests.length === 0) {
      if (answer === undefined)
        throw new FootnoteError("invalid_argument", {
          what: "verify",
          problem: "no quote and no answer given",
          command: "verify",
        });
      return {
        refusal: {
          reason: "no_quotes",
          message: "The answer quotes nothing: no quotation of four words or more was found in it.",
          remedy: "Put what is quoted into quote marks or block quotes, or give it with --quote.",
          scanned: scanned(scope),
        },
      };
    }
    const { verifyQuotes } = await import("../../engine/evidence/verify.ts");
    const { candidatePassages } = await import("../../engine/search/candidates.ts");
    views ??= new (await import("../../engine/evidence/views.ts")).Views();
    const verdicts = await verifyQuotes(
      requests,
      { documents: scope.documents, candidates: (quote, limit) => candidatePassages(scope.documents, quote, limit) },
      views,
    );
    return { verdicts };
  },
  render({ verdicts = [], refusal }) {
    if (refusal !== undefined) return renderRefusal(refusal);
    const tally = VERDICTS.flatMap((name) => {
      const number = verdicts.filter(({ verdict }) => verdict === name).length;
      return number === 0 ? [] : [`${number} ${name.replace("_", " ")}`];
    });
    return `${verdicts.map(renderVerdict).join("\n\n")}\n\n${tally.join(", ")}.`;
  },
  exitCode: ({ verdicts = [], refusal }) =>
    refusal === undefined && verdicts.every(({ verdict }) => verdict === "supported") ? 0 : 1,
});

/** A scope with the documents that locators name, which may be in the cache alone. */
async function withNamed(scope: Scope, locators: readonly string[], context: Context): Promise<Scope> {
  const library = await context.library();
  const named = locators.flatMap((locator) => library.byHash(parseLocator(locator).document) ?? []);
  const others = named.filter(({ sha256 }) => !scope.documents.some((document) => document.sha256 === sha256));
  return others.length === 0 ? scope : { ...scope, documents: [...scope.documents, ...new Set(others)] };
}

async function answerText(
  input: { file?: string | undefined; text?: string | undefined },
  context: Context,
): Promise<string | undefined> {
  if (input.text !== undefined) return input.text;
  if (input.file === undefined) return undefined;
  if (input.file === "-") {
    if (context.stdin === undefined)
      throw new FootnoteError("invalid_argument", {
        what: "file",
        problem: "there is no standard input here; give the answer as text",
        command: "verify",
      });
    return context.stdin();
  }
  return new TextDecoder().decode(context.roots.read(input.file, context.cwd));
}
