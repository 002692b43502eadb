import { AppError } from '../../../errors.ts';
import { shownText } from '../../../validation/shown.ts';
import type { SkippedRecord } from '../records.ts';
import { decodeBytes, readLines } from './lines.ts';
import type { Part } from './parts.ts';

/** The longest row in bytes, with the line feeds of its fields. */
const MAX_ROW = 2 ** 20;
/** The most columns of a row. Matomo's have some twenty for each page of the longest visit. */
const MAX_COLUMNS = 20_000;
/** The most lines of a row. A quote that nobody closed would otherwise take the rest of the file along. */
const MAX_ROW_LINES = 100;
const QUOTE = '"';

/** A row of a CSV file. */
export interface CsvRow {
  kind: 'row';
  /** The number of its first line, from 1. */
  line: number;
  fields: string[];
}

/** A line that is too long, or not in UTF-8. Its number keeps the place of the lines around it. */
type Line = string | { problem: string };

/** The result of reading a row: `more` if it may go on in the next line. */
type Outcome = { fields: string[]; lines: number } | 'more' | keyof typeof PROBLEMS;

const PROBLEMS = {
  broken: 'A quoted field of the row has no end, or letters behind its end.',
  long: 'The row is longer than 1 MiB.',
  wide: `The row has more than ${MAX_COLUMNS} columns.`,
} as const;

/**
 * Reads the row (RFC 4180) that begins at a line. A quote inside of a field without quotes is a letter.
 * @param lines texts without line feeds.
 */
function readRow(lines: readonly Line[], from: number, delimiter: string): Outcome {
  let line = lines[from] as string;
  if (!line.includes(QUOTE)) {
    const fields = line.split(delimiter, MAX_COLUMNS + 1);
    return fields.length > MAX_COLUMNS ? 'wide' : { fields, lines: 1 };
  }
  const fields: string[] = [];
  let index = from;
  let at = 0;
  let length = line.length;
  while (true) {
    if (fields.length >= MAX_COLUMNS) return 'wide';
    if (line[at] !== QUOTE) {
      const end = line.indexOf(delimiter, at);
      fields.push(line.slice(at, end < 0 ? undefined : end));
      if (end < 0) return { fields, lines: index - from + 1 };
      at = end + 1;
      continue;
    }
    let field = '';
    at += 1;
    while (true) {
      const end = line.indexOf(QUOTE, at);
      if (end < 0) {
        field += `${line.slice(at)}\n`;
        index += 1;
        const next = lines[index];
        if (next === undefined && index - from < MAX_ROW_LINES) return 'more';
        if (typeof next !== 'string' || index - from >= MAX_ROW_LINES) return 'broken';
        length += next.length + 1;
        if (length > MAX_ROW) return 'long';
        line = next;
        at = 0;
      } else if (line[end + 1] === QUOTE) {
        field += line.slice(at, end + 1);
        at = end + 2;
      } else {
        field += line.slice(at, end);
        at = end + 1;
        break;
      }
    }
    fields.push(field);
    if (at === line.length) return { fields, lines: index - from + 1 };
    if (line[at] !== delimiter) return 'broken';
    at += 1;
  }
}

const TOO_LONG = { problem: 'The line is longer than 1 MiB.' };
const NOT_UTF8 = { problem: 'The line is not encoded in UTF-8.' };

function toLine(bytes: string | null): Line {
  if (bytes === null) return TOO_LONG;
  const text = decodeBytes(bytes);
  // What is no UTF-8 stays as it is.
  return text === bytes && /[\x80-\xff]/.test(bytes) ? NOT_UTF8 : text;
}

/**
 * Reads a CSV file (RFC 4180), also with other line ends, and with line feeds in quoted fields. A broken row
 * is skipped as `unreadable`, and the rows behind it are read; that is why it is no library.
 * @param delimiterOf returns the delimiter, from the first line.
 * @throws AppError `invalid` if lines end with CR only.
 */
export async function* readCsv(
  part: Part,
  delimiterOf: (line: string) => string = () => ',',
): AsyncGenerator<(CsvRow | SkippedRecord)[]> {
  const unreadable = unreadableIn(part);
  /** Lines whose row is not complete yet. */
  let pending: Line[] = [];
  let next = 1;
  let delimiter: string | undefined;

  function take(isEnd: boolean): (CsvRow | SkippedRecord)[] {
    const records: (CsvRow | SkippedRecord)[] = [];
    let from = 0;
    while (from < pending.length) {
      const line = pending[from] as Line;
      const number = next + from;
      if (typeof line !== 'string') {
        records.push(unreadable(number, line.problem));
        from += 1;
        continue;
      }
      if (line === '') {
        from += 1;
        continue;
      }
      if (delimiter === undefined && line.includes('\r')) throw oldLineEnds(part);
      delimiter ??= delimiterOf(line);
      const row = readRow(pending, from, delimiter);
      if (row === 'more' && !isEnd) break;
      if (typeof row === 'string') {
        records.push(unreadable(number, PROBLEMS[row === 'more' ? 'broken' : row]));
        from += 1;
      } else {
        records.push({ kind: 'row', line: number, fields: row.fields });
        from += row.lines;
      }
    }
    pending = pending.slice(from);
    next += from;
    return records;
  }

  for await (const { lines } of readLines(part.bytes(), MAX_ROW)) {
    for (const line of lines) pending.push(toLine(line));
    const records = take(false);
    if (records.length > 0) yield records;
  }
  const rest = take(true);
  if (rest.length > 0) yield rest;
}

const oldLineEnds = ({ name }: Part): AppError =>
  new AppError('invalid', `The lines of "${shownText(name)}" end with CR only. Save it with LF or CRLF.`);

/** Creates records of rows that cannot be read. In an archive, their messages name the file. */
export function unreadableIn(
  part: Pick<Part, 'name' | 'archive'>,
): (line: number, message: string) => SkippedRecord {
  const prefix = part.archive === undefined ? '' : `${part.name}: `;
  return (line, message) => ({ kind: 'skipped', line, reason: 'unreadable', message: prefix + message });
}
