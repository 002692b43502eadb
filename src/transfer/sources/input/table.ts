import { AppError } from '../../../errors.ts';
import { shownText } from '../../../validation/shown.ts';
import { cutText } from '../../../validation/text.ts';
import type { SkippedRecord } from '../records.ts';
import { type CsvRow, readCsv, unreadableIn } from './csv.ts';
import type { Part } from './parts.ts';

/** The longest text that is taken from a field. What is stored of it is shorter. */
const MAX_FIELD = 4_096;

/** A row of a table whose columns have names. */
export interface TableRow {
  kind: 'row';
  line: number;
  /** The names of all columns, as the file spells them. */
  names: readonly string[];
  /** Whether the table has a column, by its name in lower case. */
  has(column: string): boolean;
  /** The trimmed text in a column; empty if the table has no such column. */
  get(column: string): string;
}

/** The positions of columns by their names in lower case, and how many there are. */
export interface Header {
  names: readonly string[];
  columns: ReadonlyMap<string, number>;
  width: number;
}

export function toHeader(fields: readonly string[]): Header {
  const columns = new Map<string, number>();
  for (const [index, field] of fields.entries()) {
    const name = field.trim().toLowerCase();
    if (!columns.has(name)) columns.set(name, index);
  }
  return { names: fields.map((field) => field.trim()), columns, width: fields.length };
}

export const toRow = ({ names, columns }: Header, { line, fields }: CsvRow): TableRow => ({
  kind: 'row',
  line,
  names,
  has: (column) => columns.has(column),
  get(column) {
    const index = columns.get(column);
    const text = index === undefined ? undefined : fields[index];
    return text === undefined ? '' : cutText(text.trim(), MAX_FIELD);
  },
});

/** The delimiter of a table: that of its first line which occurs most often there. */
function delimiterOf(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/**
 * Reads a table from CSV by the names of its columns, in any order. Rows with another number of fields than
 * the header are skipped as `unreadable`, because their fields may be shifted.
 * @param required the columns without which the table is of no use.
 * @throws AppError `invalid` if one of them is missing, or there is no header that can be read.
 */
export async function* readTable(
  part: Part,
  required: readonly string[] = [],
): AsyncGenerator<(TableRow | SkippedRecord)[]> {
  const unreadable = unreadableIn(part);
  let header: Header | undefined;
  for await (const records of readCsv(part, delimiterOf)) {
    const rows: (TableRow | SkippedRecord)[] = [];
    for (const record of records) {
      if (record.kind === 'skipped' && header === undefined) throw noHeader(part, record);
      if (record.kind === 'skipped') rows.push(record);
      else if (header === undefined) header = checkHeader(part, toHeader(record.fields), required);
      else if (isHeader(header, record)) continue;
      else if (record.fields.length === header.width) rows.push(toRow(header, record));
      else
        rows.push(
          unreadable(
            record.line,
            `The row has ${record.fields.length} fields; the header names ${header.width}.`,
          ),
        );
    }
    if (rows.length > 0) yield rows;
  }
}

/** Whether a row is the header once more, as in files that were put together. */
const isHeader = ({ names }: Header, { fields }: CsvRow): boolean =>
  fields.length === names.length && fields.every((field, index) => field.trim() === names[index]);

/** The rows behind a header that cannot be read mean nothing. */
const noHeader = (part: Part, { line, message = '' }: SkippedRecord): AppError =>
  new AppError(
    'invalid',
    `Line ${line} of "${shownText(part.name)}" must name the columns, and cannot be read. ${message}`,
  );

function checkHeader(part: Part, header: Header, required: readonly string[]): Header {
  const missing = required.filter((name) => !header.columns.has(name));
  if (missing.length === 0) return header;
  throw new AppError(
    'invalid',
    `"${shownText(part.name)}" has no column ${missing.map((name) => `"${name}"`).join(', ')}. ` +
      'Its first line must name the columns, as the export does.',
  );
}

/** The names of the columns in the first line of a sample, in lower case. */
export function columnsOf(text: string): ReadonlySet<string> {
  const line = /^\ufeff?([^\r\n]*)/.exec(text)?.[1] ?? '';
  const names = line.split(delimiterOf(line)).map((name) => name.trim().toLowerCase().replace(/^"|"$/g, ''));
  return new Set(names);
}

/** Whether a sample begins with a header that has all of these columns. */
export function hasColumns(text: string, ...names: readonly string[]): boolean {
  const columns = columnsOf(text);
  return names.every((name) => columns.has(name));
}
