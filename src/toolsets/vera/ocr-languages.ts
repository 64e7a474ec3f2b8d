import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkLanguages } from "./parsers.ts";
import { refusal } from "./refusal.ts";

/** Languages whose data VERA can download, with its size in bytes: Tesseract's "fast" data at the commit that VERA pins. */
const DOWNLOADABLE: Readonly<Record<string, readonly [name: string, bytes: number]>> = {
  afr: ["Afrikaans", 2652786],
  ara: ["Arabic", 1432056],
  ces: ["Czech", 3795684],
  chi_sim: ["Chinese (Simplified)", 2469156],
  chi_tra: ["Chinese (Traditional)", 2366642],
  dan: ["Danish", 2580059],
  deu: ["German", 1525436],
  ell: ["Greek", 1419514],
  fin: ["Finnish", 7865732],
  fra: ["French", 1130365],
  heb: ["Hebrew", 961404],
  hin: ["Hindi", 1122751],
  hrv: ["Croatian", 4103348],
  hun: ["Hungarian", 5296273],
  ind: ["Indonesian", 1122661],
  ita: ["Italian", 2701314],
  jpn: ["Japanese", 2471260],
  kor: ["Korean", 1677415],
  msa: ["Malay", 1747801],
  nld: ["Dutch", 6050296],
  nor: ["Norwegian", 3610079],
  pol: ["Polish", 4765518],
  por: ["Portuguese", 1982756],
  ron: ["Romanian", 2376323],
  rus: ["Russian", 3861738],
  spa: ["Spanish", 2294433],
  swe: ["Swedish", 4167034],
  tha: ["Thai", 1072600],
  tur: ["Turkish", 4550554],
  ukr: ["Ukrainian", 3825102],
  vie: ["Vietnamese", 531275],
};

/** What is known of a language, in VERA's terms; `eng` is the one that VERA brings along. */
export interface Language {
  readonly code: string;
  readonly name: string;
  readonly bundled: boolean;
  readonly downloadable: boolean;
  readonly cached: boolean;
  readonly size_bytes?: number;
}

/** Footnote reads no text out of pictures, so the list only says what VERA would have. */
export const NO_OCR_NOTE =
  "Footnote has no OCR and downloads nothing: this is what VERA would use. Run a tool such as ocrmypdf before converting.";

/** The languages of `codes` (joined with "+"), or all that are known. */
export function ocrLanguages(codes: string | undefined, surroundings: Surroundings): Language[] {
  const asked = codes === undefined ? ["eng", ...Object.keys(DOWNLOADABLE)].sort() : codes.split("+");
  const cache = tessdataFolder(surroundings);
  return asked.map((code): Language => {
    if (code === "eng") return { code, name: "English", bundled: true, downloadable: true, cached: true };
    const cached = /^\w+$/.test(code) && existsSync(join(cache, `${code}.traineddata`));
    const known = DOWNLOADABLE[code];
    if (known === undefined) return { code, name: code, bundled: false, downloadable: false, cached };
    return { code, name: known[0], bundled: false, downloadable: true, cached, size_bytes: known[1] };
  });
}

/** Always refuses, and says why in terms of what was asked for. */
export function refuseDownload(codes: string): never {
  checkLanguages(codes);
  const unknown = codes.split("+").find((code) => code !== "eng" && DOWNLOADABLE[code] === undefined);
  if (unknown !== undefined)
    throw refusal(
      `OCR language '${unknown}' is not among those that can be downloaded: ${Object.keys(DOWNLOADABLE).join(", ")}.`,
      2,
    );
  throw refusal(`OCR language data for '${codes}' was not downloaded. ${NO_OCR_NOTE}`, 2);
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: string;
}

/** Where VERA keeps what it downloaded. */
function tessdataFolder({ env, home, platform }: Surroundings): string {
  if (env.VERA_TESSDATA_CACHE) return env.VERA_TESSDATA_CACHE;
  if (platform === "win32") return join(env.LOCALAPPDATA ?? home, "vera", "tessdata");
  return join(env.XDG_CACHE_HOME || join(home, ".cache"), "vera", "tessdata");
}
