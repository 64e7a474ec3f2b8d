import { expect, test } from "bun:test";
import { renderRefusal } from "../render-refusal.ts";

import { search } from "./search.ts";

test("one thing is one, several are several", () => {
  const refusal = { reason: "no_match" as const, message: "Nothing.", remedy: "Look elsewhere." };
  expect(renderRefusal({ ...refusal, scanned: { documents: 1, passages: 2 } })).toBe(
    "No evidence (no_match): Nothing.\nLooked at 1 document, 2 passages. Look elsewhere.",
  );
  const evidence = { id: "e1", kind: "passage" as const, text: "a", locator: "footnote:doc/5b1c0f2a9d3e", where: "A" };
  expect(search.render({ results: [evidence as never], lane: "lexical", more: 0 })).toEndWith("1 result, lexical.");
});
