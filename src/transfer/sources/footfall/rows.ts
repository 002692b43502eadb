import type { Layout, RowFormat } from '../../exports/layout.ts';
import { EXAMPLES, storedValue } from '../../exports/values.ts';
import type { OwnRow } from '../records.ts';
import { type Archive, damaged } from './archive.ts';
import { decodeRows } from './decode.ts';
import type { FileRow } from './fileRow.ts';
import { rangeProblem, rowProblem } from './ranges.ts';

/** Rows of one day that follow each other in a file. */
export interface DayRows {
  day: number;
  /** The number of the first row in its file, from 1. */
  line: number;
  rows: OwnRow[];
}

/** Converts a row of a file to the columns of its table. */
function ownRow(layout: Layout, row: FileRow, where: () => string): OwnRow {
  const { fields } = layout;
  const columns: Record<string, string | number | null> = {};
  for (const { name, column, type, nullable } of fields) {
    const given = row[name];
    if (given === undefined) throw damaged(`${where()} has no "${name}"`);
    const value = storedValue(type, given);
    if (value === undefined || (value === null && !nullable))
      throw damaged(`"${name}" of ${where()} must be ${EXAMPLES[type]}`);
    columns[column] = value;
  }
  for (const field of fields) {
    const problem = rangeProblem(layout, field, columns);
    if (problem) throw damaged(`"${field.name}" of ${where()} ${problem}`);
  }
  const problem = rowProblem(layout, columns);
  if (problem) throw damaged(`${where()} has ${problem}`);
  return columns;
}

/** A row with its number in its file, from 1. */
export interface NumberedRow {
  line: number;
  row: OwnRow;
  /** Names the row in an error message. */
  where: () => string;
}

/** How the rows of a file are read. */
interface RowOptions {
  format: RowFormat;
  /** The number of rows that the archive says the file has. */
  expected: number;
  /** The folder for temporary files; that of the system by default. */
  folder?: string | undefined;
}

/**
 * Reads the rows of a file in batches.
 * @throws AppError `invalid` with the number of the row if one is invalid, or if rows are missing.
 */
export async function* readOwnRows(
  archive: Archive,
  layout: Layout,
  { format, expected, folder }: RowOptions,
): AsyncGenerator<NumberedRow[]> {
  const name = `${layout.name}.${format}`;
  let line = 0;
  const columns = layout.fields.map((field) => field.name);
  for await (const batch of decodeRows(name, archive.read(name), { columns, folder })) {
    const rows: NumberedRow[] = [];
    for (const given of batch) {
      line += 1;
      const number = line;
      const where = () => `row ${number} of ${name}`;
      rows.push({ line, row: ownRow(layout, given, where), where });
    }
    yield rows;
  }
  if (line !== expected) throw damaged(`${name} has ${line} rows, and ${expected} are expected`);
}

/**
 * Divides the rows of a file by day. A large day has several parts.
 * @throws AppError as {@link readOwnRows}, and if the days do not ascend.
 */
export async function* byDay(batches: AsyncIterable<NumberedRow[]>): AsyncGenerator<DayRows> {
  let last = 0;
  for await (const batch of batches) {
    let part: DayRows | null = null;
    for (const { line, row, where } of batch) {
      const day = Number(row.day);
      if (day < last) throw damaged(`${where()} is of an earlier day than the one before`);
      if (part && day !== last) yield part;
      if (!part || day !== last) part = { day, line, rows: [] };
      part.rows.push(row);
      last = day;
    }
    if (part) yield part;
  }
}
