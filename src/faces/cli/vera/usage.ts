import type { CommandSpec, OptionSpec } from "./grammar.ts";

const WIDTH = 78;

/** The usage lines as Python's argparse lays them out, which is where scripts look for them. */
export function usageOf(
  program: string,
  { options, positionals }: Pick<CommandSpec, "options" | "positionals">,
): string {
  const named = ["[-h]", ...groups(options)];
  const placed = positionals.map(({ name, optional }) => (optional === true ? `[${name}]` : name));
  return layOut(program, named, placed);
}

/** Usage of a command that only has commands. */
export function usageOfGroup(program: string, commands: readonly string[]): string {
  return layOut(program, ["[-h]"], [`{${commands.join(",")}}`, "..."]);
}

export function spelled({ name, value, choices }: OptionSpec): string {
  if (value === undefined) return `--${name}`;
  return `--${name} ${choices === undefined ? value : `{${choices.join(",")}}`}`;
}

/** Options that exclude each other share brackets. */
function groups(options: readonly OptionSpec[]): string[] {
  return options.flatMap((option) => {
    const other = options.find(({ not }) => not === option.name);
    if (option.not !== undefined) return [];
    return other === undefined ? [`[${spelled(option)}]`] : [`[${spelled(other)} | ${spelled(option)}]`];
  });
}

function layOut(program: string, named: readonly string[], placed: readonly string[]): string {
  const head = `usage: ${program}`;
  const whole = [head, ...named, ...placed].join(" ");
  if (whole.length <= WIDTH) return whole;
  const indent = " ".repeat(head.length + 1);
  return [...filled([head, ...named], indent, ""), ...filled(placed, indent, indent)].join("\n");
}

function filled(parts: readonly string[], indent: string, first: string): string[] {
  const lines: string[] = [];
  let line = first;
  for (const part of parts) {
    const start = line === "" || line === indent;
    if (!start && line.length + 1 + part.length > WIDTH) {
      lines.push(line);
      line = indent + part;
    } else line += start ? part : ` ${part}`;
  }
  return line === "" || line === indent ? lines : [...lines, line];
}
