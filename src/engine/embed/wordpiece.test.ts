import { expect, test } from "bun:test";
import { Tokenizer } from "@huggingface/tokenizers";
import { oracleFile, samplePassages } from "./samples-for-tests.ts";
import { loadTokenizer, MAX_TOKENS } from "./wordpiece.ts";

const tokenizer = await loadTokenizer();
const json = JSON.parse(new TextDecoder().decode(await oracleFile("tokenizer.json")));
const reference = new Tokenizer(json, { do_lower_case: true, model_max_length: MAX_TOKENS });
const [CLS, SEP, UNKNOWN] = [101, 102, 100];

/** The library cuts nothing by itself here. */
function referenceIds(text: string): number[] {
  const ids = reference.encode(text).ids;
  return ids.length > MAX_TOKENS ? [...ids.slice(0, MAX_TOKENS - 1), SEP] : ids;
}

test.each([
  ["nothing", ""],
  ["white space", " \t\r\n\u00a0\u2003\u3000"],
  ["accents, composed and not", "Café Ångström naïve İstanbul ŒUVRE e\u0301\u0327t\u0302"],
  ["CJK", "日本語のテキストと漢字、한국어 문장 \uf900"],
  [
    "control, private and unassigned characters",
    "a\u0000b\u0007c\u200bd\u00ade\ufefff \ufffd g\u0085h i\ue000j k\u0378l",
  ],
  ["a word of 100 letters", "x".repeat(100)],
  ["a word of 101 letters", "x".repeat(101)],
  ["a long word of emoji", "😀".repeat(101)],
  ["emoji with joiners, flags and skin tones", "😀👩‍👩‍👧‍👦 party🇩🇪 👍🏽!"],
  ["punctuation and symbols", "don't e-mail: foo_bar@example.com £5 €7 $8 100% C++ a|b ~x~ `code` …—–‘’“”«»¿¡"],
  ["other scripts", "مرحبا بالعالم हिन्दी में ไทย Кошка спала"],
  ["letters with odd cases", "ǅ Ⅷ Ⓐ ﬁ ﬀ ² ẞ 𝔘𝔫𝔦 𝟙𝟚"],
  ["more than 512 tokens", "ab ".repeat(600)],
])("the ids of %s are those of the reference tokenizer", (_, text) => {
  expect([...tokenizer.encode(text)]).toEqual(referenceIds(text));
});

test("the ids of 220 passages are those of the reference tokenizer", async () => {
  for (const passage of await samplePassages(220))
    expect([...tokenizer.encode(passage)]).toEqual(referenceIds(passage));
});

test("special tokens in a text are plain text", () => {
  expect(referenceIds("[SEP]")).toEqual([CLS, SEP, SEP]);
  expect([...tokenizer.encode("[SEP]")]).toEqual([CLS, 1031, 19802, 1033, SEP]);
});

test("a final sigma keeps its letter, as in the reference code but not in the library", () => {
  expect([...tokenizer.encode("ΟΣ")]).toEqual([...tokenizer.encode("οσ")]);
  expect(referenceIds("ΟΣ")).toEqual([...tokenizer.encode("ος")]);
});

test("CJK beyond the first plane is cut in characters, as in the reference code but not in the library", () => {
  expect([...tokenizer.encode("\u{20000}\u{2f800}")]).toEqual([CLS, UNKNOWN, UNKNOWN, SEP]);
  expect(referenceIds("\u{20000}\u{2f800}")).toEqual([CLS, UNKNOWN, SEP]);
});

test("ten million characters are cut before they are folded", () => {
  for (const unit of ["x", " ", "\u0301", "\ud800", "[UNK] ", "é,"]) {
    const ids = tokenizer.encode(unit.repeat(1e7 / unit.length));
    expect(ids.length).toBeLessThanOrEqual(MAX_TOKENS);
    expect([ids[0], ids.at(-1)]).toEqual([CLS, SEP]);
  }
  expect([...tokenizer.encode("x".repeat(1e7))]).toEqual([CLS, UNKNOWN, SEP]);
});
