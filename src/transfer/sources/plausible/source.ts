import { unreadableIn } from '../input/csv.ts';
import { unusable } from '../input/limits.ts';
import { openParts, type Part } from '../input/parts.ts';
import { hasColumns, readTable } from '../input/table.ts';
import type { Sample, Source, SourceFile, SourceRecord } from '../records.ts';
import { dayOf } from '../totals.ts';
import { readTotals, TABLES } from './tables.ts';

const NAME = /(?:^|\/)imported_([a-z_]+?)(?:_\d{8}_\d{8})?\.csv$/i;
/** The export of the dashboard, which has averages, and only the first rows of each table. */
const DASHBOARD = ['visitors.csv', 'entry_pages.csv'];

const isDashboard = (entries: readonly string[]): boolean =>
  DASHBOARD.every((name) => entries.some((entry) => entry.split('/').at(-1) === name));

function tableOf(part: Part) {
  const name = NAME.exec(part.name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
}

const detect = ({ entries, text }: Sample): boolean =>
  entries === undefined
    ? hasColumns(text, 'date', 'visitors', 'visits', 'visit_duration', 'bounces')
    : entries.some((entry) => NAME.test(entry)) || isDashboard(entries);

async function* read(file: SourceFile): AsyncGenerator<readonly SourceRecord[]> {
  const names: string[] = [];
  let found = false;
  for await (const part of openParts(file)) {
    names.push(part.name);
    const table = tableOf(part);
    if (table === undefined) continue;
    found = true;
    const unreadable = unreadableIn(part);
    for await (const rows of readTable(part, ['date']))
      yield rows.flatMap((row): SourceRecord[] => {
        if (row.kind === 'skipped') return [row];
        const day = dayOf(row.get('date'));
        if (day === undefined) return [unreadable(row.line, 'date must be a day such as 2026-11-27.')];
        return (
          readTotals(table, row, day) ?? [
            unreadable(row.line, 'The sums must be numbers that are not negative.'),
          ]
        );
      });
  }
  if (found) return;
  throw unusable(
    file,
    isDashboard(names)
      ? 'is the export of the dashboard, which has only the first rows of each table. Export the site in ' +
          'its settings, under Imports & exports.'
      : 'contains no file such as imported_visitors_20260101_20261127.csv, which the export of a site has.',
  );
}

/** Plausible Analytics: the export in the settings of a site. */
export const plausible: Source = { name: 'plausible', detect, read };
