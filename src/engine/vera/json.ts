export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Nesting that real metadata stays far below; deeper text would exhaust some reader's stack. */
const MOST_DEPTH = 200;

/** The value that `text` is JSON for; undefined when it is not, or nests too deep. The NaN and Infinity that Python writes are read as null. */
export function parseJson(text: string): Json | undefined {
  if (depthOf(text) > MOST_DEPTH) return undefined;
  return parse(text) ?? (/NaN|Infinity/.test(text) ? parse(withoutPythonNumbers(text)) : undefined);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function withoutPythonNumbers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|NaN|-?Infinity/g, (found) => (found.startsWith('"') ? found : "null"));
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How deep brackets nest outside strings. Over-long for text that is not JSON, never too short for text that is. */
function depthOf(text: string): number {
  let [depth, most, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c && quoted) at++;
    else if (unit === 0x22) quoted = !quoted;
    else if (!quoted && (unit === 0x5b || unit === 0x7b)) most = Math.max(most, ++depth);
    else if (!quoted && (unit === 0x5d || unit === 0x7d)) depth--;
  }
  return most;
}
