import { idRangeOfDay } from '../../../src/db/sql/idRange.ts';
import { dateBack } from '../read/world.ts';
import { LARGE } from './fill.ts';

/** A range of days, both inclusive, such as 2026-11-20. */
export interface DateRange {
  from: string;
  to: string;
}

/** The last days of the year of hits, or the same number of days before them. */
export function lastDays(days: number, before = false): DateRange {
  const back = before ? days + 1 : 1;
  return { from: dateBack(back + days - 1), to: dateBack(back) };
}

const dayNumber = (date: string) => Number(date.replaceAll('-', ''));

/** The condition that a row is of a range of days. */
export const days = (alias: string, { from, to }: DateRange) =>
  `${alias}."day" BETWEEN ${dayNumber(from)} AND ${dayNumber(to)}`;

/** What differs between the tables of SQLite, as Footfall has them, and those of DuckDB (duckdb.ts). */
export interface Tables {
  /** The FROM clause of hits `h` and their visits `v`, and the condition that joins them. */
  joined: readonly [from: string, condition: string];
  /** Conditions on the hits of a range. */
  hits(range: DateRange): string;
  /** The condition that the visit `v` has one of the selected hits `h`. */
  seen(hits: string): string;
}

export const SQLITE_TABLES: Tables = {
  // In the order of the tables, because hits have no index by visit.
  joined: [
    '"Hit" AS h CROSS JOIN "Visit" AS v',
    'v."websiteId" = h."websiteId" AND v."day" = h."day" ' +
      'AND v."visitor" = h."visitor" AND v."number" = h."visit"',
  ],
  hits: (range) => {
    const [first, last] = [range.from, range.to].map((date) => idRangeOfDay(dayNumber(date)));
    return `${days('h', range)} AND h."id" BETWEEN ${first?.[0]} AND ${last?.[1]}`;
  },
  seen: (hits) => `(v."day", v."visitor", v."number") IN (SELECT h."day", h."visitor", h."visit" ${hits})`,
};

export const DUCKDB_TABLES: Tables = {
  joined: ['"Hit" AS h JOIN "Visit" AS v ON v."id" = h."visit"', 'TRUE'],
  hits: (range) => days('h', range),
  seen: (hits) => `v."id" IN (SELECT h."visit" ${hits})`,
};

/** The condition on hits `h` of the large website in a range. */
export const hitsOfRange = (range: DateRange, tables: Tables) =>
  `h."websiteId" = ${LARGE} AND ${tables.hits(range)}`;

/** The condition on visits `v` of the large website in a range. */
export const visitsOfRange = (range: DateRange) => `v."websiteId" = ${LARGE} AND ${days('v', range)}`;
