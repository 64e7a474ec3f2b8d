/** The name of a change's temporary file: known from the journal, so that one that was left can be found without a search. */
export function temporaryName(id: number): string {
  return `.footnote-${id}.tmp`;
}

export function isTemporaryName(name: string): boolean {
  return /^\.footnote-\d+\.tmp$/.test(name);
}
