import mono from "../../../wasm/fonts/DejaVuSansMono.ttf" with { type: "file" };
import monoBold from "../../../wasm/fonts/DejaVuSansMono-Bold.ttf" with { type: "file" };
import fallback from "../../../wasm/fonts/DroidSansFallbackFull.ttf" with { type: "file" };
import korean from "../../../wasm/fonts/NanumGothicCoding.ttf" with { type: "file" };
import arabicBold from "../../../wasm/fonts/NotoSansArabic-Bold.ttf" with { type: "file" };
import arabic from "../../../wasm/fonts/NotoSansArabic-Regular.ttf" with { type: "file" };
import devanagari from "../../../wasm/fonts/NotoSansDevanagari-Regular.ttf" with { type: "file" };
import hebrewBold from "../../../wasm/fonts/NotoSansHebrew-Bold.ttf" with { type: "file" };
import hebrew from "../../../wasm/fonts/NotoSansHebrew-Regular.ttf" with { type: "file" };
import math from "../../../wasm/fonts/NotoSansMath-Regular.ttf" with { type: "file" };
import symbols from "../../../wasm/fonts/NotoSansSymbols2-Regular.ttf" with { type: "file" };
import notoSerifBold from "../../../wasm/fonts/NotoSerif-Bold.ttf" with { type: "file" };
import notoSerifBoldItalic from "../../../wasm/fonts/NotoSerif-BoldItalic.ttf" with { type: "file" };
import notoSerifItalic from "../../../wasm/fonts/NotoSerif-Italic.ttf" with { type: "file" };
import notoSerif from "../../../wasm/fonts/NotoSerif-Regular.ttf" with { type: "file" };

/** The book's fonts; origin, versions and licences: wasm/fonts/README.md. */
export const FONT_FILES: readonly string[] = [
  notoSerif,
  notoSerifBold,
  notoSerifItalic,
  notoSerifBoldItalic,
  arabic,
  arabicBold,
  hebrew,
  hebrewBold,
  devanagari,
  math,
  symbols,
  fallback,
  korean,
  mono,
  monoBold,
];
