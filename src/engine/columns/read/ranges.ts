import { type Dialect, fromJson } from '../../../db/sql/dialect.ts';
import { raw, type Sql } from '../../../db/sql/sql.ts';

/** A range of local days of a website, both inclusive, as 20261121. */
export interface DayRange {
  websiteId: number;
  from: number;
  to: number;
}

/** The range of one day. */
export const rangeOf = ({ websiteId, day }: { websiteId: number; day: number }): DayRange => ({
  websiteId,
  from: day,
  to: day,
});

/** The FROM item `"range"` with the columns `websiteId`, `from` and `to`. */
export function rangesSql(dialect: Dialect, ranges: readonly DayRange[]): Sql {
  const rows = ranges.map(({ websiteId, from, to }) => [websiteId, from, to]);
  return fromJson(dialect, rows, { websiteId: 'INTEGER', from: 'INTEGER', to: 'INTEGER' });
}

/** The condition that a column is one of the websites of the ranges (Dialect.amongWebsites). */
export function amongRanges(dialect: Dialect, column: string, ranges: readonly DayRange[]): Sql {
  return dialect.amongWebsites(raw(column), [...new Set(ranges.map(({ websiteId }) => websiteId))]);
}

/** Merges ranges that overlap, so that no day occurs twice. */
export function mergeRanges(ranges: readonly DayRange[]): DayRange[] {
  const sorted = [...ranges].sort((one, other) => one.websiteId - other.websiteId || one.from - other.from);
  const merged: DayRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last && last.websiteId === range.websiteId && range.from <= last.to)
      last.to = Math.max(last.to, range.to);
    else merged.push({ ...range });
  }
  return merged;
}
