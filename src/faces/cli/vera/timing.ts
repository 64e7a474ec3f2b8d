import type { Timing } from "../../../toolsets/vera/convert.ts";
import type { VeraTerminal } from "./terminal.ts";

/** VERA's lines on how long each step takes: one at its begin, one at its end. */
export function timingLines({ err, now }: Pick<VeraTerminal, "err" | "now">): Timing {
  return (step, facts) => {
    const begin = now();
    const rest = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
    err([begin.toISOString(), "timing", `step=${step}`, ...rest].join(" "));
    return () => {
      const end = now();
      const elapsed = `elapsed_ms=${end.getTime() - begin.getTime()}`;
      err([end.toISOString(), "timing", `step=${step}`, elapsed, ...rest].join(" "));
    };
  };
}
