import type { Command } from "commander";
import { CommanderError } from "commander";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { ProgressEvent } from "../../foundation/progress.ts";
import { printableText } from "../../foundation/text/printable.ts";
import type { Context } from "../../toolsets/context.ts";
import type { Operation } from "../../toolsets/operation.ts";
import { parseInput } from "../input.ts";
import { commandName } from "../invocation.ts";
import { type Asked, operationCommand, programCommand, spelling } from "./command.ts";
import { completions, SHELLS } from "./completions.ts";
import { barReporter, jsonReporter, lineReporter, type Reporter, silent } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

export interface Cli {
  readonly operations: readonly Operation[];
  readonly version: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Makes the operation's context from the global options as typed. */
  open(globals: Record<string, unknown>, progress: (event: ProgressEvent) => void, signal: AbortSignal): Context;
}

/** Runs one command line and returns the exit code: 0 done, 1 nothing found, 2 usage, 3 partly done, 4 broken input, 130 interrupted. */
export async function runCli(args: readonly string[], cli: Cli): Promise<number> {
  let exitCode = 0;
  const { terminal } = cli;
  const json = args.includes("--json");
  const program = programCommand(cli.version);
  const chosen = args[0] === "help" ? args[1] : commandName(args);
  for (const operation of cli.operations.filter(({ faces }) => faces.includes("cli"))) {
    program.addCommand(
      // Only the command that was asked for is built in full; the others are a name and a line in the list.
      operation.name === chosen
        ? operationCommand(operation, async (asked) => {
            exitCode = await perform(operation, asked, cli);
          })
        : program.createCommand(operation.name).summary(operation.title),
    );
  }
  addFixedCommands(program, cli);
  const printed: string[] = [];
  forAll(program, (command) => {
    if (command !== program) command.copyInheritedSettings(program).helpOption("-h, --help", "print this help");
    command.exitOverride();
    command.configureOutput({ writeOut: (text) => void printed.push(text), writeErr: () => {}, outputError: () => {} });
  });
  try {
    if (args.length === 0 || (args[0] === "help" && args[1] === "help")) program.outputHelp();
    // commander answers help for a command that is not there with its own error, which names nothing.
    else if (args[0] === "help" && chosen !== undefined && !isCommand(program, chosen))
      await program.parseAsync([chosen], { from: "user" });
    else await program.parseAsync([...args], { from: "user" });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError) || thrown.exitCode !== 0) {
      const known = chosen !== undefined && isCommand(program, chosen) ? chosen : undefined;
      exitCode = await fail(usageError(thrown, known), json, cli);
    }
  }
  if (printed.length > 0) await terminal.out(printed.join(""));
  return exitCode;
}

async function perform(operation: Operation, { globals, input }: Asked, cli: Cli): Promise<number> {
  const { terminal } = cli;
  const json = globals.json === true;
  const color = globals.color !== false && terminal.color;
  const reporter = await reporterFor(operation, globals, cli);
  try {
    const parsed = parseInput(operation, input, (field) => spelling(operation, field));
    const context = cli.open(globals, (event) => reporter.report(event), cli.signal);
    const output = operation.output.parse(await operation.run(parsed, context));
    reporter.close();
    const shown = json
      ? JSON.stringify({ ok: true, data: output })
      : terminal.interactive
        ? await presented(operation.render(output), color, terminal.columns)
        : operation.render(output);
    await terminal.out(shown.endsWith("\n") ? shown : `${shown}\n`);
    return operation.exitCode(output);
  } catch (thrown) {
    reporter.close();
    return fail(cli.signal.aborted ? new FootnoteError("cancelled", {}, thrown) : toFootnoteError(thrown), json, cli);
  }
}

/** Tables and colours are loaded only for a terminal. */
async function presented(markdown: string, color: boolean, columns: number): Promise<string> {
  const { present } = await import("./present.ts");
  return present(markdown, { color, columns });
}

async function reporterFor(
  operation: Operation,
  globals: Record<string, unknown>,
  { terminal, now }: Cli,
): Promise<Reporter> {
  if (globals.json === true) return operation.effects.writes ? jsonReporter((line) => void terminal.out(line)) : silent;
  if (globals.quiet === true) return silent;
  return terminal.interactiveErrors ? barReporter() : lineReporter((line) => terminal.err(printableText(line)), now);
}

/** Errors for people go to stderr, message then remedy; for programs the envelope goes to stdout. */
async function fail(error: FootnoteError, json: boolean, { terminal, signal }: Cli): Promise<number> {
  if (json) await terminal.out(`${JSON.stringify({ ok: false, error: error.report() })}\n`);
  else {
    const { createColors } = await import("picocolors");
    const paint = createColors(terminal.interactiveErrors && terminal.color);
    terminal.err(`${paint.red("footnote:")} ${printableText(error.message)}\n${printableText(error.remedy)}\n`);
  }
  return signal.aborted ? 130 : error.exitCode;
}

/** commander's complaint in the words of the one error table. `command`: the one that was asked for, when there is such a one. */
function usageError(thrown: unknown, command: string | undefined): FootnoteError {
  if (!(thrown instanceof CommanderError)) return toFootnoteError(thrown);
  const text = thrown.message.replace(/^error: /, "");
  const suggestion = /\(Did you mean (.+?)\?\)/.exec(text)?.[1];
  const quoted = /'([^']*)'/.exec(text)?.[1] ?? "";
  if (thrown.code === "commander.unknownCommand") {
    return new FootnoteError("unknown_command", {
      name: quoted,
      suggestion: suggestion === undefined ? "" : `, or try \`footnote ${suggestion}\``,
    });
  }
  const wrong = (what: string, problem: string) =>
    new FootnoteError("invalid_argument", { what, problem, command: command ?? "" });
  switch (thrown.code) {
    case "commander.help":
      return wrong("footnote", "no command is given");
    case "commander.missingArgument":
      return wrong(quoted, "missing");
    case "commander.optionMissingArgument": {
      // '-n, --limit <n>'
      const [option = quoted, value = ""] = quoted.replace(/^-\w, /, "").split(" ");
      return wrong(option, `its value ${value} is missing`);
    }
    case "commander.excessArguments":
      return wrong(command ?? "footnote", `${text} Put what belongs together into quotes.`);
    case "commander.unknownOption":
      return wrong(quoted, suggestion === undefined ? "unknown option" : `unknown option; did you mean ${suggestion}?`);
    default:
      return wrong(quoted === "" ? (command ?? "footnote") : quoted, text.split("\n")[0] ?? text);
  }
}

function isCommand(program: Command, name: string): boolean {
  return program.commands.some((command) => command.name() === name);
}

function addFixedCommands(program: Command, { operations, terminal }: Cli): void {
  program
    .command("mcp")
    .summary("Serve agents over MCP on stdin and stdout")
    .description("Serves the operations as MCP tools over stdio. Tools that write are only there with --allow-write.")
    .option("--allow-write", "offer the tools that change files")
    .option("--profile <NAME>", "footnote (default), or vera: VERA's tools on .vera archives")
    .option("--strict-vera", "with --profile vera: rank by VERA's own rules")
    .option("--bridge", "with --profile vera: serve guests by the policy that VERA_BRIDGE_POLICY_PATH names");
  program
    .command("completions")
    .summary("Print the completions of a shell")
    .description(
      "Prints a script that completes commands and options. For example: source <(footnote completions bash)",
    )
    .addArgument(program.createArgument("<SHELL>", "which shell").choices(SHELLS))
    .action((shell: string) => terminal.out(completions(shell, operations)));
}

function forAll(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const child of command.commands) forAll(child, act);
}
