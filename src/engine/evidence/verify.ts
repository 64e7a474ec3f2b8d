import { printable } from "../../foundation/text/printable.ts";
import type { Evidence, Verdict } from "../answers.ts";
import type { Span } from "../document.ts";
import { type Alignment, alignQuote } from "./altered.ts";
import { anchorsOf } from "./anchors.ts";
import { type Claim, claimOf, type VerifyRequest } from "./claim.ts";
import type { EvidenceDocument, Place, VerifyCorpus } from "./corpus.ts";
import { partsOf } from "./ellipsis.ts";
import { toEvidence } from "./evidence.ts";
import { formatLocator } from "./locator.ts";
import { inOrder, placesIn } from "./search-quote.ts";
import { firstPlace, stitchedFrom } from "./stitched.ts";
import { tokensOf } from "./tokens.ts";
import { Views } from "./views.ts";
import { whereOf } from "./where.ts";

export type { VerifyRequest } from "./claim.ts";

/** Characters that may be left out at one mark of omission: about two pages. */
const OMISSION_LIMIT = 6000;
/** Words between two marks of omission at least: single words can be picked from any page to say anything. */
const SHORTEST_PART = 3;
const WINDOWS = 8;

/**
 * Checks quotes against documents; one verdict for each request, in order. What counts as word for word is written in
 * docs/verification.md. Deterministic; reads nothing but the corpus. Keep `views` between calls to stay warm.
 */
export async function verifyQuotes(
  requests: readonly VerifyRequest[],
  corpus: VerifyCorpus,
  views: Views = new Views(),
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let count = 0;
  const evidence = (place: Place): Evidence => ({
    ...toEvidence(place.document, place.spans, { id: `e${++count}` }),
    ...(place.note === undefined ? {} : { notes: [`It stands ${place.note}.`] }),
  });
  for (const request of requests) {
    verdicts.push(judge(request, corpus, views, evidence));
    // Lets cancellation and progress through between quotes.
    await Promise.resolve();
  }
  return verdicts;
}

function judge(
  request: VerifyRequest,
  corpus: VerifyCorpus,
  views: Views,
  evidence: (place: Place) => Evidence,
): Verdict {
  const { quote, claimed } = request;
  const base = {
    quote,
    ...(claimed === undefined ? {} : { claimed: typeof claimed === "string" ? claimed : formatLocator(claimed) }),
  };
  if (!/[^\s\p{P}]/u.test(quote)) return { ...base, verdict: "not_found", reason: "The quote has no words." };
  const claim = claimOf(request, corpus);
  const documents = inOrder(quote, corpus, claim.document);

  const whole = bestPlace(documents, (document) => placesIn(document, quote, views), claim);
  if (whole !== undefined) return { ...base, ...placed(whole, claim, "word for word"), evidence: evidence(whole) };

  const parts = partsOf(quote);
  if (parts.length > 1) {
    const tellable = parts.every((part) => tokensOf(part).length >= SHORTEST_PART);
    const omitted = tellable && bestPlace(documents, (document) => omittedPlaces(document, parts, views), claim);
    if (omitted) {
      return {
        ...base,
        ...placed(omitted, claim, "word for word, with omissions marked"),
        evidence: evidence(omitted),
      };
    }
    const places = parts.map((text) => ({ text, place: firstPlace(documents, text, views) }));
    const found = places.flatMap(({ text, place }) => (place === undefined ? [] : [{ text, place }]));
    if (found.length === parts.length) return { ...base, ...stitched(found, evidence) };
  }

  const tokens = tokensOf(quote);
  if (parts.length === 1) {
    const pieces = stitchedFrom(quote, tokens, documents, views);
    if (pieces !== undefined && !nearby(pieces)) {
      return {
        ...base,
        ...stitched(
          pieces.map((piece) => ({ text: piece.text, place: piece })),
          evidence,
        ),
      };
    }
  }

  const best = mostAlike(request, corpus, documents, views, claim);
  if (best === undefined) {
    return {
      ...base,
      verdict: "not_found",
      reason: `Nothing like it stands in the ${counted(corpus.documents.length)}.`,
    };
  }
  const place: Place = { document: best.document, spans: [best.alignment.span] };
  return {
    ...base,
    verdict: "altered",
    reason: alteredInWords(best.alignment, whereOf(place.document, place.spans)),
    evidence: evidence(place),
    difference: [...best.alignment.difference],
  };
}

/** The first place that the claim covers, else the first place at all. */
function bestPlace(
  documents: readonly EvidenceDocument[],
  placesOf: (document: EvidenceDocument) => readonly Place[],
  claim: Claim,
): Place | undefined {
  let first: Place | undefined;
  for (const document of documents) {
    const places = placesOf(document);
    const covered = places.find((place) => claim.covers(place));
    if (covered !== undefined) return covered;
    first ??= places[0];
    // With a document claimed, the other places matter only as the first one found.
    if (first !== undefined && (claim.document !== undefined || !claim.given)) return first;
  }
  return first;
}

function placed(place: Place, claim: Claim, how: string): Pick<Verdict, "verdict" | "reason"> {
  const where = `${whereOf(place.document, place.spans)}${place.note === undefined ? "" : `, ${place.note}`}`;
  if (claim.covers(place)) return { verdict: "supported", reason: `Stands ${how} at ${where}.` };
  return { verdict: "misattributed", reason: `Stands ${how} at ${where}, not at ${claim.words}.` };
}

/** The parts of a quote with omissions, one after the other and not too far apart. */
function omittedPlaces(document: EvidenceDocument, parts: readonly string[], views: Views): Place[] {
  const [head, ...rest] = parts.map((part) => placesIn(document, part, views));
  const found: Place[] = [];
  for (const start of head ?? []) {
    let spans = start.spans;
    for (const places of rest) {
      const end = spans.at(-1)?.end ?? 0;
      const next = places.find(
        ({ spans: [first] }) => first && first.start >= end && first.start - end <= OMISSION_LIMIT,
      );
      if (next === undefined) {
        spans = [];
        break;
      }
      spans = [...spans, ...next.spans];
    }
    if (spans.length > 0) found.push({ document, spans });
  }
  return found;
}

function stitched(
  parts: readonly { text: string; place: Place }[],
  evidence: (place: Place) => Evidence,
): Pick<Verdict, "verdict" | "reason" | "parts"> {
  const shown = parts.map(({ text, place }) => ({ text, evidence: evidence(place) }));
  return {
    verdict: "stitched",
    reason: `Put together from ${shown.length} places: ${shown.map((part) => part.evidence.where).join("; ")}.`,
    parts: shown,
  };
}

/** Parts with only a few words between them are one sentence with words left out: altered, not stitched. */
const NEARBY = 200;

function nearby(parts: readonly Place[]): boolean {
  return parts.every((part, index) => {
    const before = parts[index - 1];
    if (before === undefined) return true;
    const gap = (part.spans[0]?.start ?? 0) - (before.spans.at(-1)?.end ?? 0);
    return part.document === before.document && gap >= 0 && gap <= NEARBY;
  });
}

function mostAlike(
  { quote }: VerifyRequest,
  corpus: VerifyCorpus,
  documents: readonly EvidenceDocument[],
  views: Views,
  claim: Claim,
): { document: EvidenceDocument; alignment: Alignment } | undefined {
  const tokens = tokensOf(quote);
  let best: { document: EvidenceDocument; alignment: Alignment } | undefined;
  const consider = (document: EvidenceDocument, at: Span) => {
    const { readable } = views.of(document);
    const window = { start: Math.max(0, at.start - 2 * quote.length), end: at.end + 2 * quote.length };
    const alignment = alignQuote(tokens, readable.raw, window);
    if (alignment === undefined) return;
    const better = alignment.share - (best?.alignment.share ?? 0);
    if (better > 0 || (better === 0 && document === claim.document && best?.document !== document))
      best = { document, alignment };
  };
  for (const ref of corpus.candidates(quote, WINDOWS)) {
    const document = corpus.documents[ref.document];
    const spans = document?.passages[ref.passage]?.spans;
    const start = spans?.[0]?.start;
    const end = spans?.at(-1)?.end;
    if (document !== undefined && start !== undefined && end !== undefined) consider(document, { start, end });
  }
  if (best === undefined)
    for (const anchor of anchorsOf(tokens, documents, views)) consider(anchor.document, anchor.at);
  return best;
}

function alteredInWords({ difference }: Alignment, where: string): string {
  const only = (op: "quote" | "source") =>
    shortened(
      difference
        .filter((piece) => piece.op === op)
        .map((piece) => piece.text)
        .join(" … "),
    );
  const quote = only("quote");
  const source = only("source");
  if (quote !== "" && source !== "") return `Altered from ${where}: “${quote}” stands for “${source}”.`;
  if (quote !== "") return `Altered from ${where}: “${quote}” was added.`;
  if (source !== "") return `Altered from ${where}: “${source}” was left out.`;
  return `Altered from ${where}: the same words, set differently.`;
}

function shortened(text: string): string {
  const line = printable(text);
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

function counted(documents: number): string {
  return documents === 1 ? "one document here" : `${documents} documents here`;
}
