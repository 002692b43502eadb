import { TABLES as ALL, isDerived, TABLE_NAMES, type TableName } from '../db/sql/tables.ts';
import { modelTable } from './models.ts';
import { rowTable } from './rows.ts';
import type { CopiedName, CopiedTable } from './table.ts';

const COPIED = TABLE_NAMES.filter((name): name is CopiedName => !isDerived(name));

/** The copied tables, in the order of foreign keys. */
export const TABLES: readonly CopiedTable[] = COPIED.map((name) => {
  const { rows, key = 'id' } = ALL[name];
  return rows ? rowTable(rows) : modelTable(name, key);
});

/** Tables whose ids the database generates. */
export const NUMBERED: readonly TableName[] = COPIED.filter((name) => ALL[name].numbered);

/** Tables that a server fills by itself when it starts on an empty database. */
export const OF_THE_SERVER: readonly TableName[] = COPIED.filter((name) => ALL[name].ofServer);

/** Tables that stay empty until somebody registers something, or visitors are recorded. */
export const DATA: readonly TableName[] = COPIED.filter((name) => !ALL[name].ofServer);

/** Number of rows by table. */
export type Counts = Record<CopiedName, number>;
