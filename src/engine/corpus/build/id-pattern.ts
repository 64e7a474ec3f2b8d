import { FootnoteError } from "../../../foundation/errors.ts";

const LONGEST_PATTERN = 200;
const LONGEST_TITLE = 300;
const MOST_STATES = 400;

type Test = (character: string) => boolean;
type Position = (before: string, after: string) => boolean;

/** A state consumes a character, or goes on without: always, or at a position. */
type State =
  | { readonly test: Test; readonly next: number }
  | { readonly at?: Position; readonly both: readonly number[] }
  | { readonly done: true };

/**
 * Finds ids by an operator's own pattern: the leftmost, longest part of a title (its first 300 characters) that it matches. All states are followed at once (Thompson 1968), so that no pattern
 * takes more than its length times the title's. Of regular expressions it knows classes, groups, alternatives, quantifiers, ^ $ \b; no references, no looking around.
 */
export function idPattern(pattern: string): (title: string) => string | undefined {
  if (pattern === "" || pattern.length > LONGEST_PATTERN)
    throw wrong(`a pattern has 1 to ${LONGEST_PATTERN} characters, this one ${pattern.length}`);
  const states: State[] = [{ done: true }];
  const start = compile(new Parser(pattern).parse(), 0, states);
  return (title) => longest(states, start, title.slice(0, LONGEST_TITLE));
}

function longest(states: readonly State[], start: number, title: string): string | undefined {
  const characters = [...title];
  let best: { from: number; to: number } | undefined;
  /** Each state that is reached, with the earliest place at which its match begins. */
  let reached = new Map<number, number>();
  for (let at = 0; at <= characters.length; at++) {
    const [before, after] = [characters[at - 1] ?? "", characters[at] ?? ""];
    const closed = new Map<number, number>();
    const enter = (first: number, from: number): void => {
      const waiting = [first];
      for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
        if ((closed.get(state) ?? Number.POSITIVE_INFINITY) <= from) continue;
        closed.set(state, from);
        const one = states[state];
        if (one !== undefined && "both" in one && (one.at === undefined || one.at(before, after)))
          waiting.push(...one.both);
      }
    };
    for (const [state, from] of [...reached].sort((a, b) => a[1] - b[1])) enter(state, from);
    if (best === undefined) enter(start, at);
    const from = closed.get(0);
    if (from !== undefined && from < at && (best === undefined || from <= best.from)) best = { from, to: at };
    reached = new Map();
    for (const [state, begun] of closed) {
      const one = states[state];
      if (one === undefined || !("test" in one) || after === "" || !one.test(after)) continue;
      if (best !== undefined && begun > best.from) continue;
      reached.set(one.next, Math.min(begun, reached.get(one.next) ?? begun));
    }
  }
  return best === undefined ? undefined : characters.slice(best.from, best.to).join("");
}

type Node =
  | { readonly kind: "test"; readonly test: Test }
  | { readonly kind: "at"; readonly at: Position }
  | { readonly kind: "all" | "any"; readonly nodes: readonly Node[] }
  | { readonly kind: "repeat"; readonly node: Node; readonly min: number; readonly max: number };

/** Adds the states of a node that go on to `next`; gives the first of them. */
function compile(node: Node, next: number, states: State[]): number {
  const add = (state: State): number => {
    if (states.push(state) > MOST_STATES) throw wrong("it is too large once its repetitions are written out");
    return states.length - 1;
  };
  switch (node.kind) {
    case "test":
      return add({ test: node.test, next });
    case "at":
      return add({ at: node.at, both: [next] });
    case "all":
      return node.nodes.reduceRight((after, one) => compile(one, after, states), next);
    case "any":
      return add({ both: node.nodes.map((one) => compile(one, next, states)) });
    case "repeat": {
      let after = next;
      if (node.max === Number.POSITIVE_INFINITY) {
        const loop = add({ both: [] });
        states[loop] = { both: [compile(node.node, loop, states), next] };
        after = loop;
      } else
        for (let count = node.min; count < node.max; count++)
          after = add({ both: [compile(node.node, after, states), next] });
      for (let count = 0; count < node.min; count++) after = compile(node.node, after, states);
      return after;
    }
  }
}

const isWord: Test = (character) => /\w/.test(character);
const CLASSES: Readonly<Record<string, Test>> = {
  d: (character) => /\d/.test(character),
  D: (character) => /\D/.test(character),
  w: isWord,
  W: (character) => /\W/.test(character),
  s: (character) => /\s/.test(character),
  S: (character) => /\S/.test(character),
};

class Parser {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  parse(): Node {
    const node = this.#alternatives();
    if (this.#peek() !== "") throw wrong("it closes a group that is not open");
    return node;
  }

  #peek(): string {
    return this.#characters[this.#at] ?? "";
  }

  #take(): string {
    return this.#characters[this.#at++] ?? "";
  }

  #alternatives(): Node {
    const nodes: Node[] = [];
    for (;;) {
      const parts: Node[] = [];
      while (this.#peek() !== "" && this.#peek() !== "|" && this.#peek() !== ")") parts.push(this.#repeated());
      nodes.push({ kind: "all", nodes: parts });
      if (this.#peek() !== "|") return { kind: "any", nodes };
      this.#take();
    }
  }

  #repeated(): Node {
    let node = this.#one();
    for (let bounds = this.#bounds(); bounds !== undefined; bounds = this.#bounds())
      node = { kind: "repeat", node, ...bounds };
    return node;
  }

  #bounds(): { min: number; max: number } | undefined {
    const mark = this.#peek();
    const simple = { "*": [0, Number.POSITIVE_INFINITY], "+": [1, Number.POSITIVE_INFINITY], "?": [0, 1] }[mark];
    if (simple !== undefined) {
      this.#take();
      return { min: simple[0] ?? 0, max: simple[1] ?? 0 };
    }
    if (mark !== "{") return undefined;
    const said = /^\{(\d{1,3})(?:(,)(\d{1,3})?)?\}/.exec(this.#characters.slice(this.#at, this.#at + 10).join(""));
    if (said === null) throw wrong("a brace that is no number of repetitions is written \\{");
    this.#at += said[0].length;
    const min = Number(said[1]);
    const max = said[3] !== undefined ? Number(said[3]) : said[2] === undefined ? min : Number.POSITIVE_INFINITY;
    if (max < min) throw wrong(`${said[0]} is no range`);
    return { min, max };
  }

  #one(): Node {
    const character = this.#take();
    switch (character) {
      case "(":
        return this.#group();
      case "[":
        return { kind: "test", test: this.#set() };
      case ".":
        return { kind: "test", test: (each) => each !== "\n" };
      case "^":
        return { kind: "at", at: (before) => before === "" };
      case "$":
        return { kind: "at", at: (_, after) => after === "" };
      case "\\":
        if (this.#peek() === "b") {
          this.#take();
          return { kind: "at", at: (before, after) => isWord(before) !== isWord(after) };
        }
        return { kind: "test", test: this.#escape() };
      case "*":
      case "+":
      case "?":
      case "{":
        throw wrong(`nothing stands before ${character}`);
      default:
        return { kind: "test", test: (each) => each === character };
    }
  }

  #group(): Node {
    if (this.#peek() === "?") {
      this.#take();
      if (this.#take() !== ":") throw wrong("of groups with ?, only (?:…) is known");
    }
    if (++this.#depth > 20) throw wrong("its groups are nested too deep");
    const node = this.#alternatives();
    if (this.#take() !== ")") throw wrong("a group is not closed");
    this.#depth--;
    return node;
  }

  #escape(): Test {
    const character = this.#take();
    const known = CLASSES[character];
    if (known !== undefined) return known;
    if (character === "" || /[A-Za-z0-9]/.test(character)) throw wrong(`\\${character} is not known`);
    return (each) => each === character;
  }

  #set(): Test {
    const without = this.#peek() === "^";
    if (without) this.#take();
    const tests: Test[] = [];
    for (let first = true; first || this.#peek() !== "]"; first = false) {
      const character = this.#take();
      if (character === "") throw wrong("a class is not closed");
      if (character === "\\") {
        tests.push(this.#escape());
        continue;
      }
      const to =
        this.#peek() === "-" && this.#characters[this.#at + 1] !== "]" ? this.#characters[this.#at + 1] : undefined;
      if (to === undefined) {
        tests.push((each) => each === character);
        continue;
      }
      this.#at += 2;
      const [low, high] = [character.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
      if (high < low || to === "\\") throw wrong(`${character}-${to} is no range`);
      tests.push((each) => (each.codePointAt(0) ?? 0) >= low && (each.codePointAt(0) ?? 0) <= high);
    }
    this.#take();
    return (each) => tests.some((test) => test(each)) !== without;
  }
}

function wrong(problem: string): FootnoteError {
  return new FootnoteError("invalid_argument", { what: "id-pattern", problem, command: "corpus_build" });
}
