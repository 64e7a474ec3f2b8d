/** The one logger. It owns stderr; stdout belongs to results and to the protocol. */
export interface Logger {
  warn(message: string): void;
  debug(message: string): void;
}

export function stderrLogger(verbose: boolean): Logger {
  return {
    warn: (message) => void process.stderr.write(`footnote: ${message}\n`),
    debug: (message) => void (verbose && process.stderr.write(`footnote: ${message}\n`)),
  };
}
