import { parseArgs } from "node:util";
import { pythonRepr } from "../../../engine/vera/python.ts";
import { Arguments, type Value } from "./arguments.ts";
import { BadValue, type CommandSpec, type OptionSpec } from "./grammar.ts";
import { spelled, usageOf, usageOfGroup } from "./usage.ts";

/** What a command line asks for: a command with its arguments, a page of help, or nothing that makes sense. */
export type Asked =
  | { readonly kind: "run"; readonly command: CommandSpec; readonly values: Arguments }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "wrong"; readonly text: string };

const PROGRAM = "vera";

/** Reads arguments as VERA's command line does: long options by any unambiguous beginning, before, between and behind positional arguments. */
export function parseCommandLine(args: readonly string[], commands: readonly CommandSpec[]): Asked {
  return within(PROGRAM, args, commands);
}

/** `commands`: those whose names are still to be told from each other by the arguments. */
function within(program: string, args: readonly string[], commands: readonly CommandSpec[]): Asked {
  const depth = program.split(" ").length - 1;
  const words = [...new Set(commands.map(({ name }) => name.split(" ")[depth] ?? ""))];
  const usage = usageOfGroup(program, words);
  const [word, ...rest] = args;
  const wrong = (problem: string): Asked => ({ kind: "wrong", text: `${usage}\n${program}: error: ${problem}\n` });
  if (word === "-h" || word === "--help") return { kind: "help", text: `${usage}\n\n${list(program, commands)}` };
  const what = depth === 0 ? "command" : `${program.split(" ").at(-1)?.replace("-", "_")}_command`;
  if (word === undefined) return wrong(`the following arguments are required: ${what}`);
  if (!words.includes(word)) {
    if (word.startsWith("-")) return wrong(`the following arguments are required: ${what}`);
    return wrong(
      `argument ${what}: invalid choice: ${pythonRepr(word)} (choose from ${words.map(pythonRepr).join(", ")})`,
    );
  }
  const chosen = commands.filter(({ name }) => name.split(" ")[depth] === word);
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1 && only.name.split(" ").length === depth + 1)
    return parseCommand(`${program} ${word}`, rest, only, usageOfGroup(PROGRAM, topLevel(commands)));
  return within(`${program} ${word}`, rest, chosen);
}

function topLevel(commands: readonly CommandSpec[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
}

function list(program: string, commands: readonly CommandSpec[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, help }) => `  ${name.padEnd(width)}  ${help}`);
  return `commands:\n${lines.join("\n")}\n\nSee ${program} COMMAND --help for what a command takes.\n`;
}

class Wrong extends Error {}

function parseCommand(program: string, args: readonly string[], command: CommandSpec, root: string): Asked {
  const usage = usageOf(program, command);
  try {
    const { values, strangers } = read(args, command);
    if (values === "help") return { kind: "help", text: helpOf(usage, command) };
    // As argparse does, what nobody knows is the business of the whole program.
    if (strangers.length > 0)
      return {
        kind: "wrong",
        text: `${root}\n${PROGRAM}: error: unrecognized arguments: ${strangers.join(" ")}\n`,
      };
    return { kind: "run", command, values };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { kind: "wrong", text: `${usage}\n${program}: error: ${error.message}\n` };
  }
}

function read(args: readonly string[], { options, positionals }: CommandSpec) {
  const known: Record<string, { type: "string" | "boolean"; multiple: true; short?: string }> = {
    help: { type: "boolean", multiple: true, short: "h" },
  };
  for (const { name, value } of options)
    known[name] = { type: value === undefined ? "boolean" : "string", multiple: true };
  const { tokens } = parseArgs({
    args: spelledOut(args, Object.keys(known)),
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, Value[]>();
  const strangers: string[] = [];
  const placed: string[] = [];
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      placed.push(token.value);
      continue;
    }
    if (token.name === "help") return { values: "help" as const, strangers };
    const option = options.find(({ name }) => name === token.name);
    if (option === undefined) strangers.push(token.rawName + (token.value === undefined ? "" : `=${token.value}`));
    else add(values, option.name, valueIn(option, token.value, token.inlineValue === true));
  }
  checkExclusive(options, values);
  const missing = positionals.slice(placed.length).filter(({ optional }) => optional !== true);
  if (missing.length > 0)
    throw new Wrong(`the following arguments are required: ${missing.map(({ name }) => name).join(", ")}`);
  for (const [at, { name }] of positionals.entries()) {
    const text = placed[at];
    if (text !== undefined) add(values, name, text);
  }
  return { values: new Arguments(values), strangers: [...placed.slice(positionals.length), ...strangers] };
}

function add(values: Map<string, Value[]>, name: string, value: Value): void {
  values.set(name, [...(values.get(name) ?? []), value]);
}

function checkExclusive(options: readonly OptionSpec[], values: ReadonlyMap<string, unknown>): void {
  for (const { name, not } of options) {
    if (not === undefined || !values.has(name) || !values.has(not)) continue;
    const [first, second] = [...values.keys()].filter((one) => one === name || one === not);
    throw new Wrong(`argument --${second}: not allowed with argument --${first}`);
  }
}

function valueIn({ name, value, choices, read: make }: OptionSpec, text: string | undefined, inline: boolean): Value {
  const wrong = (problem: string): Wrong => new Wrong(`argument --${name}: ${problem}`);
  if (value === undefined) {
    if (text !== undefined) throw wrong(`ignored explicit argument ${pythonRepr(text)}`);
    return true;
  }
  if (text === undefined || (!inline && looksLikeOption(text))) throw wrong("expected one argument");
  if (choices !== undefined && !choices.includes(text))
    throw wrong(`invalid choice: ${pythonRepr(text)} (choose from ${choices.map(pythonRepr).join(", ")})`);
  try {
    return make === undefined ? text : make(text);
  } catch (error) {
    if (error instanceof BadValue) throw wrong(error.message);
    throw error;
  }
}

/** As argparse sees it: negative numbers and texts with a space are values. */
function looksLikeOption(text: string): boolean {
  return /^-./.test(text) && !/^-\d+$|^-\d*\.\d+$/.test(text) && !text.includes(" ");
}

/** Options by their whole names, where the beginning that was typed belongs to one alone. */
function spelledOut(args: readonly string[], names: readonly string[]): string[] {
  const end = args.indexOf("--");
  return args.map((arg, at) => {
    if (!arg.startsWith("--") || arg === "--" || (end >= 0 && at > end)) return arg;
    const [typed = "", ...value] = arg.slice(2).split("=");
    if (names.includes(typed)) return arg;
    const meant = names.filter((name) => name.startsWith(typed));
    if (meant.length > 1)
      throw new Wrong(`ambiguous option: --${typed} could match ${meant.map((name) => `--${name}`).join(", ")}`);
    return meant.length === 1 ? [`--${meant[0]}`, ...value].join("=") : arg;
  });
}

function helpOf(usage: string, { help, positionals, options }: CommandSpec): string {
  const rows = [
    ...positionals.map(({ name, help: text }) => [name, text]),
    ["-h, --help", "print this help"],
    ...options.map((option) => [spelled(option), option.help]),
  ];
  const lines = rows.map(([left = "", right = ""]) =>
    left.length > 22 ? `  ${left}\n${" ".repeat(26)}${right}` : `  ${left.padEnd(24)}${right}`,
  );
  return `${usage}\n\n${help}\n\n${lines.join("\n")}\n`;
}
