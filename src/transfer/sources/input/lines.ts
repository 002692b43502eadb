/** The longest line in bytes. Longer ones are skipped without being kept in memory. */
export const MAX_LINE = 64 * 1_024;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Some hundred lines of a file, one after the other. */
export interface LineBatch {
  /** The number of the first line, from 1. */
  first: number;
  /**
   * The lines without their ends, one character for each byte (`latin1`): most lines are ASCII, for which
   * this is the fastest way. `decodeBytes` returns their texts. Null for a line that is too long.
   */
  lines: (string | null)[];
}

/**
 * Splits bytes into lines, which end with `\n` or `\r\n`.
 * @param max the longest line in bytes.
 */
export async function* readLines(bytes: AsyncIterable<Buffer>, max = MAX_LINE): AsyncGenerator<LineBatch> {
  /** The beginning of a line whose end is in a later chunk. Null if it is too long already. */
  let head: Buffer | null = Buffer.alloc(0);
  let first = 1;
  for await (const chunk of bytes) {
    const lines: (string | null)[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      if (head === null) lines.push(null);
      else if (head.length > 0) lines.push(textOf(Buffer.concat([head, chunk.subarray(from, end)]), max));
      else lines.push(lineOf(chunk, from, end, max));
      head = EMPTY;
      from = end + 1;
    }
    if (from < chunk.length) head = joined(head, chunk.subarray(from), max);
    if (lines.length > 0) yield { first, lines };
    first += lines.length;
  }
  if (head === null) yield { first, lines: [null] };
  else if (head.length > 0) yield { first, lines: [textOf(head, max)] };
}

const EMPTY = Buffer.alloc(0);

/** Adds the rest of a chunk to the beginning of a line; null if the line is too long. */
function joined(head: Buffer | null, rest: Buffer, max: number): Buffer | null {
  if (head === null || head.length + rest.length > max + 1) return null;
  return Buffer.concat([head, rest]);
}

const textOf = (line: Buffer, max: number) => lineOf(line, 0, line.length, max);

function lineOf(bytes: Buffer, from: number, end: number, max: number): string | null {
  const stop = end > from && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
  return stop - from > max ? null : bytes.toString('latin1', from, stop);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a text with one character for each byte: as UTF-8, or as Latin-1 if it is none.
 * @param bytes characters up to U+00FF.
 */
export function decodeBytes(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}
