/** The lines of `input` with their ends (LF), the last one also where it has none; undefined in place of a line of more than `most` bytes, of which no more is kept in memory. */
export async function* linesUpTo(input: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Buffer | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array): void => {
    length += part.length;
    if (length > most) parts = [];
    else parts.push(part);
  };
  const taken = (): Buffer | undefined => {
    const line = length > most ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, end + 1));
      start = end + 1;
      yield taken();
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield taken();
}
