import { DAY_TOTAL, DROP, HIT, IMPORTED_SUM, type Table, VISIT } from '../../db/sql/tables.ts';

/** The name and the version of the format, as `export.json` states them. docs/export.md describes it. */
export const FORMAT = { format: 'footfall-export', version: 1 } as const;

/** The name of the file with the settings and the counts of rows, the last one of an archive. */
export const MANIFEST = 'export.json';

/** The formats of the files with rows; each is the ending of their names. */
export const ROW_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/**
 * How a value is written.
 * - `day`: `2026-11-21`
 * - `time`: `2026-11-21T12:00:00.000Z`
 * - `int64`: decimal digits, because programs read numbers as doubles
 * - `amount`: exact decimal text, such as `49.9`
 */
export type FieldType = 'day' | 'time' | 'integer' | 'int64' | 'amount' | 'number' | 'text';

/** A field of the rows of a file. */
export interface Field {
  /** Its name in the file. */
  name: string;
  /** The column of the table. */
  column: string;
  type: FieldType;
  /** Whether it may be null. */
  nullable: boolean;
}

/** The rows of one file, which are those of a table. An import is exported as the name of its source. */
export interface Layout {
  /** The name of the file without its ending. */
  name: RowFileName;
  table: Table['name'];
  /** The order of the rows: columns of the primary key. */
  order: readonly string[];
  fields: readonly Field[];
}

export type RowFileName = 'visits' | 'hits' | 'days' | 'drops' | 'sums';

/** A value as it is written: days, times, 64-bit integers and amounts are texts. */
export type Value = string | number | null;
export type ExportRow = readonly Value[];

/** The names that differ from those of the columns, as REST and filters have them. */
const NAMES: Readonly<Record<string, string>> = {
  startedAt: 'started_at',
  lastAt: 'last_at',
  clickId: 'click_id',
  exitPath: 'exit_page',
  exitId: 'exit_id',
  importId: 'source',
};
const TYPES: Readonly<Record<string, FieldType>> = {
  day: 'day',
  startedAt: 'time',
  lastAt: 'time',
  at: 'time',
  visitor: 'int64',
  id: 'int64',
  exitId: 'int64',
  amount: 'amount',
  importId: 'text',
};
/** Columns of schema.prisma that may be null. */
const NULLABLE: Readonly<Record<string, readonly string[]>> = {
  Visit: ['pageviews', 'events', 'exitPath', 'exitId'],
  Hit: ['event', 'value', 'unit', 'properties', 'amount', 'currency'],
  ImportedSum: ['bounces', 'duration'],
};
/** A column that says nothing outside of the database: the version of what derives from a day. */
const INTERNAL = ['websiteId', 'revision'];

function typeOf(column: string, type: string): FieldType {
  return TYPES[column] ?? (type === 'TEXT' ? 'text' : type === 'DOUBLE PRECISION' ? 'number' : 'integer');
}

/** Derives a layout from its table, so that a new column is exported without further ado. */
function layoutOf(name: RowFileName, table: Table, names: Readonly<Record<string, string>> = {}): Layout {
  const fields = Object.entries(table.columns)
    .filter(([column]) => !INTERNAL.includes(column))
    .map(([column, type]) => ({
      name: names[column] ?? NAMES[column] ?? column,
      column,
      type: typeOf(column, type),
      nullable: NULLABLE[table.name]?.includes(column) ?? false,
    }));
  return { name, table: table.name, order: table.key.slice(1), fields };
}

/** All files with rows, in their order in an archive. */
export const LAYOUTS: Readonly<Record<RowFileName, Layout>> = {
  visits: layoutOf('visits', VISIT, { path: 'landing_page' }),
  hits: layoutOf('hits', HIT, { path: 'page' }),
  days: layoutOf('days', DAY_TOTAL),
  drops: layoutOf('drops', DROP),
  sums: layoutOf('sums', IMPORTED_SUM),
};
