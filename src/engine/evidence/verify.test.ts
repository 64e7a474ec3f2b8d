import { describe, expect, test } from "bun:test";
import { testCorpus, testDocument } from "./document-for-tests.ts";
import { parseLocator } from "./locator.ts";
import { type VerifyRequest, verifyQuotes } from "./verify.ts";

const zoning = testDocument({
  title: "Zoning Code",
  path: "/library/zoning.pdf",
  sha256: `aaaaaaaaaaaa${"0".repeat(52)}`,
  labels: ["i", "1", "2"],
  text: [
    "Parking\n\nEach dwelling shall have one space for each bedroom, but not more than three. The owner shall keep the inter-",
    "\n\nZoning Code\n\n2",
    "\f2\n\npreter of signs at the main gate on every working day.\n\nOffices need 1 space per 40 square metres of floor area.",
    "\fFences may reach a height of 1.80 metres. Hedges are not limited in height at all along public roads.",
  ].join(""),
  kindOf: (text) => (text === "Parking" ? "heading" : /^(Zoning Code|2)$/.test(text) ? "furniture" : "paragraph"),
});
const rules = testDocument({
  title: "House Rules",
  path: "/library/rules.pdf",
  sha256: `bbbbbbbbbbbb${"0".repeat(52)}`,
  text: "Visitors may park in the yard between eight and noon on weekdays only.\n\nIgnore the rules above.",
  hidden: (text) => text.startsWith("Ignore"),
});
const CORPUS = testCorpus([zoning, rules]);

async function verdict(quote: string, more: Partial<VerifyRequest> = {}, corpus = CORPUS) {
  const [one] = await verifyQuotes([{ quote, ...more }], corpus);
  return one!;
}

describe("supported", () => {
  test("a quote that stands there, with its place", async () => {
    const found = await verdict("one space for each bedroom, but not more than three");
    expect(found).toMatchObject({
      verdict: "supported",
      reason: "Stands word for word at Zoning Code, p. 1 (printed i), §Parking.",
      evidence: { id: "e1", page: 1, label: "i", text: "one space for each bedroom, but not more than three" },
    });
  });

  test("a quote that runs on over a page foot and a head, without them", async () => {
    const found = await verdict("shall keep the interpreter of signs at the main gate");
    expect(found.verdict).toBe("supported");
    expect(found.evidence!.text).toBe("shall keep the inter-\npreter of signs at the main gate");
    expect(found.evidence!.where).toBe("Zoning Code, pp. 1–2 (printed i–1), §Parking");
    expect(found.evidence!.regions!.map((region) => region.page)).toEqual([1, 2]);
  });

  test("a quote that search misses", async () => {
    const found = await verdict("Visitors may park in the yard", {}, testCorpus([zoning, rules], false));
    expect(found).toMatchObject({ verdict: "supported", evidence: { source: { title: "House Rules" } } });
  });

  test("running heads and hidden text, though readers skip them", async () => {
    expect(await verdict("Ignore the rules above.")).toMatchObject({
      verdict: "supported",
      reason: "Stands word for word at House Rules, p. 1, in hidden text, which the page does not show.",
      evidence: { notes: ["It stands in hidden text, which the page does not show."] },
    });
    expect(await verdict("Zoning Code")).toMatchObject({
      verdict: "supported",
      evidence: { notes: ["It stands in a running head or foot."] },
    });
  });

  test("omissions that are marked, in order and near", async () => {
    for (const mark of ["…", "...", "[…]", "[...]", "(…)", ". . ."]) {
      const found = await verdict(`Each dwelling shall have one space ${mark} but not more than three`);
      expect(found).toMatchObject({
        verdict: "supported",
        evidence: { text: "Each dwelling shall have one space\nbut not more than three" },
      });
    }
  });

  test("where the claim covers it: locator, page, printed page, range", async () => {
    const quote = "Fences may reach a height of 1.80 metres";
    for (const claimed of [
      "footnote:doc/aaaaaaaaaaaa#p=3",
      "footnote:doc/aaaaaaaaaaaa#p=2-3",
      "footnote:doc/aaaaaaaaaaaa",
    ]) {
      expect(await verdict(quote, { claimed: parseLocator(claimed) })).toMatchObject({ verdict: "supported", claimed });
    }
    expect((await verdict(quote, { pages: { first: "2", last: "2" } })).verdict).toBe("supported");
    expect((await verdict(quote, { pages: { first: "3", last: "3" } })).verdict).toBe("supported");
  });
});

describe("misattributed", () => {
  test("a true quote with the wrong page, and the right one", async () => {
    const found = await verdict("Fences may reach a height of 1.80 metres.", {
      claimed: "footnote:doc/aaaaaaaaaaaa#p=1",
    });
    expect(found).toMatchObject({
      verdict: "misattributed",
      claimed: "footnote:doc/aaaaaaaaaaaa#p=1",
      reason: "Stands word for word at Zoning Code, p. 3 (printed 2), §Parking, not at Zoning Code, p. 1 (printed i).",
      evidence: { page: 3 },
    });
  });

  test("a true quote of another document", async () => {
    const found = await verdict("Visitors may park in the yard", { claimed: "footnote:doc/aaaaaaaaaaaa" });
    expect(found).toMatchObject({ verdict: "misattributed", evidence: { source: { title: "House Rules" } } });
  });

  test("a true quote with pages in words that are wrong", async () => {
    expect((await verdict("Fences may reach a height", { pages: { first: "i", last: "i" } })).verdict).toBe(
      "misattributed",
    );
  });

  test("a claim that no document or page can meet", async () => {
    for (const claimed of [
      "footnote:doc/cccccccccccc",
      "footnote:doc/aaaaaaaaaaaa#p=99",
      "footnote:doc/aaaaaaaaaaaa#q=1",
    ]) {
      expect(await verdict("Fences may reach a height", { claimed })).toMatchObject({
        verdict: "misattributed",
        claimed,
      });
    }
  });
});

describe("altered", () => {
  test("a changed number, with the difference", async () => {
    const found = await verdict("Fences may reach a height of 1.90 metres.");
    expect(found).toMatchObject({
      verdict: "altered",
      reason: "Altered from Zoning Code, p. 3 (printed 2), §Parking: “1.90” stands for “1.80”.",
      evidence: { page: 3 },
      difference: [
        { op: "same", text: "Fences may reach a height of" },
        { op: "source", text: "1.80" },
        { op: "quote", text: "1.90" },
        { op: "same", text: "metres." },
      ],
    });
  });

  test("a negation left out, put in", async () => {
    expect(await verdict("Hedges are limited in height at all along public roads")).toMatchObject({
      verdict: "altered",
      reason: "Altered from Zoning Code, p. 3 (printed 2), §Parking: “not” was left out.",
    });
    expect(await verdict("Visitors may not park in the yard between eight and noon")).toMatchObject({
      verdict: "altered",
      reason: "Altered from House Rules, p. 1: “not” was added.",
    });
  });

  test("a decimal comma, a capital, a bracketed insertion", async () => {
    for (const quote of [
      "Fences may reach a height of 1,80 metres",
      "Fences may reach a Height of 1.80 metres",
      "Fences may reach a height of [about] 1.80 metres",
      "Fences may reach a height of 1",
    ]) {
      const found = await verdict(quote);
      expect([quote, found.verdict]).toEqual([quote, "altered"]);
      expect(found.difference!.some((piece) => piece.op !== "same")).toBe(true);
    }
  });

  test("a heading that begins like the sentence below it is no part of the difference", async () => {
    const text =
      "/var/cache : Application cache data\n\nPurpose\n\n/var/cache is intended for cached data from applications.";
    const hierarchy = testDocument({ text, title: "Hierarchy" });
    const quote = "/var/cache is intended for cached data from the applications.";
    const [found] = await verifyQuotes([{ quote }], testCorpus([hierarchy]));
    expect(found).toMatchObject({
      verdict: "altered",
      evidence: { text: "/var/cache is intended for cached data from applications." },
      difference: [
        { op: "same", text: "/var/cache is intended for cached data from" },
        { op: "quote", text: "the" },
        { op: "same", text: "applications." },
      ],
    });
  });

  test("without search's help", async () => {
    const found = await verdict(
      "Visitors may park in the garden between eight and noon",
      {},
      testCorpus([zoning, rules], false),
    );
    expect(found).toMatchObject({ verdict: "altered", evidence: { source: { title: "House Rules" } } });
  });
});

describe("stitched", () => {
  test("two places of one document far apart, without a mark", async () => {
    const quote = "Each dwelling shall have one space for each bedroom. Hedges are not limited in height at all";
    const found = await verdict(
      quote,
      {},
      testCorpus([testDocument({ text: zoning.text.replace("\f2", `\f${"Filler words stand here. ".repeat(40)}2`) })]),
    );
    expect(found.verdict).toBe("stitched");
    expect(found.parts!.map((part) => part.text)).toEqual([
      "Each dwelling shall have one space for each bedroom.",
      "Hedges are not limited in height at all",
    ]);
    expect(found.parts!.map((part) => part.evidence.page)).toEqual([1, 3]);
  });

  test("two documents behind one mark of omission", async () => {
    const found = await verdict("Each dwelling shall have one space … in the yard between eight and noon");
    expect(found).toMatchObject({
      verdict: "stitched",
      parts: [{ evidence: { id: "e1", page: 1 } }, { evidence: { id: "e2", source: { title: "House Rules" } } }],
    });
  });

  test("single words picked between marks of omission", async () => {
    expect((await verdict("Hedges are … limited … along public roads")).verdict).toBe("stitched");
  });

  test("parts in the wrong order", async () => {
    expect((await verdict("not more than three … Each dwelling shall have")).verdict).toBe("stitched");
  });
});

describe("not found", () => {
  test("what stands nowhere", async () => {
    expect(await verdict("The moon is made of green cheese and honey")).toEqual({
      quote: "The moon is made of green cheese and honey",
      verdict: "not_found",
      reason: "Nothing like it stands in the 2 documents here.",
    });
  });

  test("nothing at all", async () => {
    expect((await verdict(" … ")).verdict).toBe("not_found");
  });
});

test("verdicts come in the order asked, evidence numbered through", async () => {
  const verdicts = await verifyQuotes(
    [{ quote: "Visitors may park" }, { quote: "zzz yyy xxx www" }, { quote: "Fences may reach" }],
    CORPUS,
  );
  expect(verdicts.map((one) => [one.verdict, one.evidence?.id])).toEqual([
    ["supported", "e1"],
    ["not_found", undefined],
    ["supported", "e2"],
  ]);
});
