import { AppError } from '../../../errors.ts';
import { shownText } from '../../../validation/shown.ts';
import type { SkippedRecord } from '../records.ts';
import { unreadableIn } from './csv.ts';
import { type JsonRow, parseObject } from './jsonLines.ts';
import type { Part } from './parts.ts';

/** The longest object in bytes. A visit of Matomo has some 2 KB for each page. */
const MAX_ITEM = 4 * 2 ** 20;

const [QUOTE, BACKSLASH, OPEN_LIST, OPEN, CLOSE_LIST, CLOSE] = [34, 92, 91, 123, 93, 125];

/**
 * Reads the objects of a JSON array, or objects one after the other, without keeping the others in memory.
 * `line` is the number of the object. An object that is no JSON is skipped as `unreadable`.
 * @throws AppError `invalid` if the file ends within an object or the array.
 */
export async function* readJsonItems(part: Part): AsyncGenerator<(JsonRow | SkippedRecord)[]> {
  const unreadable = unreadableIn(part);
  let [number, depth, base] = [0, 0, 0];
  let isString = false;
  let isEscaped = false;
  /** The beginning of the current object in earlier chunks; null if it is too long. */
  let head: string | null = '';

  for await (const chunk of part.bytes()) {
    const text = chunk.toString('latin1');
    const rows: (JsonRow | SkippedRecord)[] = [];
    let from = depth > base ? 0 : -1;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (code === BACKSLASH) isEscaped = true;
        else if (code === QUOTE) isString = false;
      } else if (code === QUOTE) isString = true;
      else if (code === OPEN || code === OPEN_LIST) {
        if (code === OPEN_LIST && depth === 0) base = 1;
        else if (depth === base) [from, head] = [at, ''];
        depth += 1;
      } else if ((code === CLOSE || code === CLOSE_LIST) && depth > 0) {
        depth -= 1;
        if (depth < base) base = 0;
        else if (depth === base) {
          number += 1;
          const item: string | null = head === null ? null : head + text.slice(from, at + 1);
          const row = item === null ? null : parseObject(item, number);
          rows.push(row ?? unreadable(number, 'The entry is no JSON object, or longer than 4 MiB.'));
          from = -1;
        }
      }
    }
    if (from >= 0 && head !== null) {
      head += text.slice(from);
      if (head.length > MAX_ITEM) head = null;
    }
    if (rows.length > 0) yield rows;
  }
  if (depth === 0 && !isString) return;
  throw new AppError(
    'invalid',
    `"${shownText(part.name)}" is incomplete: its JSON ends after ${number} entries.`,
  );
}
