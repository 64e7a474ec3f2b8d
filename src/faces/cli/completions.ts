import type { Operation } from "../../toolsets/operation.ts";
import { GLOBAL_OPTIONS } from "../invocation.ts";
import { fieldsOf } from "./fields.ts";

export const SHELLS = ["bash", "zsh", "fish"];

interface Candidate {
  readonly word: string;
  readonly help: string;
}

interface Completed extends Candidate {
  readonly options: readonly Candidate[];
}

/** A completion script for one shell: command names, then the options of the command; file names everywhere else. */
export function completions(shell: string, operations: readonly Operation[]): string {
  const commands = [
    ...operations.filter(({ faces }) => faces.includes("cli")).map(completed),
    {
      word: "mcp",
      help: "Serve agents over MCP",
      options: [
        { word: "--allow-write", help: "offer the tools that write" },
        { word: "--profile", help: "footnote or vera" },
        { word: "--strict-vera", help: "rank by VERA's own rules" },
        { word: "--bridge", help: "serve guests by a policy" },
      ],
    },
    { word: "completions", help: "Print the completions of a shell", options: [] },
    { word: "help", help: "Print help for a command", options: [] },
  ];
  const globals = [
    ...GLOBAL_OPTIONS.map(({ name, description }) => ({ word: `--${name}`, help: description })),
    { word: "--help", help: "print help" },
  ];
  switch (shell) {
    case "zsh":
      return `#compdef footnote\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands, globals)}`;
    case "fish":
      return fish(commands, globals);
    default:
      return bash(commands, globals);
  }
}

function completed(operation: Operation): Completed {
  const { positionals } = operation.commandLine;
  const options = fieldsOf(operation.input)
    .filter(({ name }) => !positionals.includes(name))
    .map(({ flag, description, type, fallback }) => ({
      word: type === "boolean" && fallback === true ? `--no-${flag}` : `--${flag}`,
      help: description,
    }));
  return { word: operation.name, help: operation.title, options };
}

function bash(commands: readonly Completed[], globals: readonly Candidate[]): string {
  const words = (candidates: readonly Candidate[]) => candidates.map(({ word }) => word).join(" ");
  const valued = GLOBAL_OPTIONS.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])).join("|");
  return `_footnote() {
  local current=\${COMP_WORDS[COMP_CWORD]} command= previous= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $previous in ${valued}) previous=; continue ;; esac
    case $word in -*) previous=$word ;; *) command=$word; break ;; esac
  done
  local options="${words(globals)}"
  case $command in
    "") [[ $current == -* ]] || options="${words(commands)}" ;;
${commands.map(({ word, options }) => `    ${word}) options="$options ${words(options)}" ;;`).join("\n")}
  esac
  if [[ -z $command || $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -o bashdefault -F _footnote footnote
`;
}

function fish(commands: readonly Completed[], globals: readonly Candidate[]): string {
  const line = (condition: string, { word, help }: Candidate) =>
    `complete -c footnote${condition} ${word.startsWith("--") ? `-l ${word.slice(2)}` : `-f -a ${word}`} -d '${help.replace(/['\\]/g, "\\$&")}'\n`;
  return [
    ...commands.map((command) => line(" -n __fish_use_subcommand", command)),
    ...globals.map((option) => line("", option)),
    ...commands.flatMap(({ word, options }) =>
      options.map((option) => line(` -n '__fish_seen_subcommand_from ${word}'`, option)),
    ),
  ].join("");
}
