import vocabularyPath from "../../../wasm/model/vocab.txt" with { type: "file" };

export const MAX_TOKENS = 512;
/** Code points of a longest word that is still cut into pieces; longer ones are unknown, as in BERT. */
const MAX_WORD = 100;
/** UTF-16 units that are looked at: 512 tokens of prose take some 2,500, and a 10 MB line must not be folded for nothing. */
const MAX_UNITS = 32_768;
/** Control, format, private use and lone halves of pairs; not what is unassigned, which differs from one Unicode to the next. */
const DROPPED = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]/gu;
const MARKS = /\p{Mn}/gu;
const CJK =
  "\\u4E00-\\u9FFF\\u3400-\\u4DBF\\u{20000}-\\u{2A6DF}\\u{2A700}-\\u{2B73F}\\u{2B740}-\\u{2B81F}\\u{2B820}-\\u{2CEAF}\\uF900-\\uFAFF\\u{2F800}-\\u{2FA1F}";
/** A punctuation mark or CJK character alone, or a run of anything else but white space. */
const WORDS = new RegExp(`[\\p{P}$+<=>^\`|~${CJK}]|[^\\p{White_Space}\\p{P}$+<=>^\`|~${CJK}]+`, "gu");

export interface Tokenizer {
  /** At most 512 ids, [CLS] first and [SEP] last. Special tokens in the text are plain text. */
  encode(text: string): Uint16Array;
}

/** Uncased BERT WordPiece (Devlin et al. 2019, the reference code's BasicTokenizer and WordpieceTokenizer). */
export async function loadTokenizer(): Promise<Tokenizer> {
  const tokens = (await Bun.file(vocabularyPath).text()).trimEnd().split("\n");
  return wordPiece(new Map(tokens.map((token, id) => [token, id])));
}

function wordPiece(vocabulary: ReadonlyMap<string, number>): Tokenizer {
  const special = (name: string) => vocabulary.get(name) ?? 0;
  const unknown = special("[UNK]");
  const longest = Math.max(...Array.from(vocabulary.keys(), (token) => token.length));
  const known = new Map<string, readonly number[]>();

  function pieces(word: string): readonly number[] {
    if (word.length > MAX_WORD && Array.from(word).length > MAX_WORD) return [unknown];
    const found: number[] = [];
    for (let at = 0; at < word.length; ) {
      let end = Math.min(word.length, at + longest);
      let id: number | undefined;
      for (; end > at; end--) {
        id = vocabulary.get(at === 0 ? word.slice(0, end) : `##${word.slice(at, end)}`);
        if (id !== undefined) break;
      }
      if (id === undefined) return [unknown];
      found.push(id);
      at = end;
    }
    return found;
  }

  function cached(word: string): readonly number[] {
    const hit = known.get(word);
    if (hit !== undefined) return hit;
    const found = pieces(word);
    if (word.length > MAX_WORD) return found; // rare, and long keys add up
    if (known.size >= 50_000) known.clear();
    known.set(word, found);
    return found;
  }

  return {
    encode(text) {
      const ids = [special("[CLS]")];
      for (const [word] of fold(text.slice(0, MAX_UNITS)).matchAll(WORDS)) {
        ids.push(...cached(word));
        if (ids.length >= MAX_TOKENS) break;
      }
      ids.length = Math.min(ids.length, MAX_TOKENS - 1);
      ids.push(special("[SEP]"));
      return Uint16Array.from(ids);
    },
  };
}

/** Lower case is taken per character: the reference normaliser has no rule for final sigma. */
function fold(text: string): string {
  const clean = text.replace(DROPPED, "").normalize("NFD").replace(MARKS, "");
  return clean.replace(/\p{Changes_When_Lowercased}/gu, (letter) => letter.toLowerCase());
}
