import type { SkippedRecord } from '../records.ts';
import { unreadableIn } from './csv.ts';
import { decodeBytes, readLines } from './lines.ts';
import type { Part } from './parts.ts';

/** The longest line in bytes. */
const MAX_LINE = 2 ** 20;

/** An object in a file. */
export interface JsonRow {
  kind: 'object';
  line: number;
  value: Record<string, unknown>;
}

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads JSON lines. A line that is no object is skipped as `unreadable`. */
export async function* readJsonLines(part: Part): AsyncGenerator<(JsonRow | SkippedRecord)[]> {
  const unreadable = unreadableIn(part);
  for await (const { first, lines } of readLines(part.bytes(), MAX_LINE)) {
    const rows: (JsonRow | SkippedRecord)[] = [];
    for (const [index, bytes] of lines.entries()) {
      const line = first + index;
      if (bytes === null) rows.push(unreadable(line, 'The line is longer than 1 MiB.'));
      else if (bytes.trim() !== '')
        rows.push(parseObject(bytes, line) ?? unreadable(line, 'The line is no JSON object.'));
    }
    if (rows.length > 0) yield rows;
  }
}

/** Parses an object. Its bytes are characters up to U+00FF. Null if they are no object. */
export function parseObject(bytes: string, line: number): JsonRow | null {
  try {
    const value: unknown = JSON.parse(decodeBytes(bytes));
    return isObject(value) ? { kind: 'object', line, value } : null;
  } catch {
    return null;
  }
}

/** A text or a number of an object, as text; empty for others. */
export function textAt(object: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
