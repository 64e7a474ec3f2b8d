import { Argument, Command, Option } from "commander";
import type { Operation } from "../../toolsets/operation.ts";
import { GLOBAL_OPTIONS } from "../invocation.ts";
import { type Field, fieldsOf, parseText } from "./fields.ts";

/** What a person asked for, still as typed. */
export interface Asked {
  readonly globals: Record<string, unknown>;
  readonly input: Record<string, unknown>;
}

const FIRST_STEPS = `
First steps:
  footnote add manual.pdf notes/
  footnote search "parking spaces per dwelling"
  footnote read manual.pdf --pages 12
  footnote help search`;

/** The `footnote` command itself, with the global options, as yet without commands. */
export function programCommand(version: string): Command {
  const program = new Command("footnote")
    .description("Evidence for agents: documents in, cited and checkable passages out.")
    .version(`footnote ${version}`, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print help for a command")
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError(true)
    .addHelpText("after", FIRST_STEPS);
  for (const { name, value, many, description } of GLOBAL_OPTIONS) {
    const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, description);
    program.addOption(many ? option.argParser(collect((text) => text)) : option);
  }
  return program;
}

/** The command of one operation, derived from its declaration. */
export function operationCommand(operation: Operation, act: (asked: Asked) => Promise<void>): Command {
  const { positionals, short = {}, examples } = operation.commandLine;
  const fields = fieldsOf(operation.input);
  const byPosition = positionals.flatMap((name) => fields.filter((field) => field.name === name));
  const command = new Command(operation.name).summary(operation.title).description(operation.description);
  for (const field of byPosition) command.addArgument(argumentFor(field));
  for (const field of fields) {
    if (byPosition.includes(field)) continue;
    for (const option of optionsFor(field, short[field.name])) command.addOption(option);
  }
  if (examples.length > 0)
    command.addHelpText("after", `\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}`);
  return command.action(async () => {
    const input: Record<string, unknown> = {};
    for (const field of fields) {
      const at = byPosition.indexOf(field);
      const value: unknown = at >= 0 ? command.processedArgs[at] : command.getOptionValue(attributeOf(field));
      if (value !== undefined && !(Array.isArray(value) && value.length === 0)) input[field.name] = value;
    }
    await act({ globals: command.parent?.opts() ?? {}, input });
  });
}

/** How a field is written on the command line, for messages. */
export function spelling(operation: Operation, field: string): string {
  return operation.commandLine.positionals.includes(field)
    ? field.toUpperCase()
    : `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function argumentFor(field: Field): Argument {
  const name = `${field.name.toUpperCase()}${field.many ? "..." : ""}`;
  const argument = new Argument(field.required ? `<${name}>` : `[${name}]`, describe(field));
  if (field.choices.length > 0 && !field.many) argument.choices(field.choices);
  return argument.argParser(
    field.many ? collect((text) => parseText(field, text)) : (text: string) => parseText(field, text),
  );
}

function optionsFor(field: Field, letter: string | undefined): Option[] {
  const prefix = letter === undefined ? "" : `-${letter}, `;
  if (field.type === "boolean") {
    const off = new Option(`--no-${field.flag}`, `turn off: ${describe(field)}`);
    const on = new Option(`${prefix}--${field.flag}`, describe(field));
    return [field.fallback === true ? on.hideHelp() : on, field.fallback === true ? off : off.hideHelp()];
  }
  const option = new Option(`${prefix}--${field.flag} <${placeholder(field)}>`, describe(field));
  // For help alone: a value is judged by the schema, so that a wrong one gets the same words everywhere.
  if (field.choices.length > 0) option.choices(field.choices);
  const parse = (text: string) => parseText(field, text);
  return [option.argParser(field.many ? collect(parse) : parse)];
}

function describe(field: Field): string {
  const facts = [
    field.fallback === undefined || field.type === "boolean" || field.many ? "" : `default: ${String(field.fallback)}`,
    field.many ? "repeatable" : "",
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? field.description : `${field.description} (${facts.join(", ")})`.trim();
}

function placeholder(field: Field): string {
  return field.type === "string" ? "text" : field.type === "number" ? "n" : "json";
}

/** commander's own rule: `--foo-bar` is kept as `fooBar`. */
function attributeOf(field: Field): string {
  return field.flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function collect(convert: (text: string) => unknown): (text: string, before: unknown) => unknown[] {
  return (text, before) => [...(Array.isArray(before) ? before : []), convert(text)];
}
