import type { Database } from '../../../src/db/database.ts';
import { STAT_NAMES } from '../../../src/engine/registry/statistics.ts';

/** The rows of each statistic, `[value, count]`, by website, name and range of days. */
export type Numbers = Record<string, [string, number][]>;

/** Requests JSON from a server as the owner of the websites. */
export type Get = (path: string) => Promise<unknown>;

/** First and last day. */
type DateRange = readonly [from: string, to: string];

/**
 * A year, whole months, partial months at both ends, and a single day, so that both month rows and day rows
 * are read.
 */
const RANGES: readonly DateRange[] = [
  ['2025-11-22', '2026-11-21'],
  ['2026-02-14', '2026-08-09'],
  ['2026-09-01', '2026-11-30'],
  ['2026-10-05', '2026-11-20'],
  ['2026-11-21', '2026-11-21'],
];

interface Answer {
  data: { value: string; count: number }[];
  meta: { last_page: number };
}

/** Reads statistics of websites over REST, by default all, in some ranges of days. */
export async function readNumbers(
  websites: readonly number[],
  get: Get,
  names: readonly string[] = STAT_NAMES,
  ranges: readonly DateRange[] = RANGES,
): Promise<Numbers> {
  const numbers: Numbers = {};
  for (const website of websites) {
    for (const name of names) {
      for (const [from, to] of ranges) {
        const rows: [string, number][] = [];
        for (let page = 1, last = 1; page <= last; page += 1) {
          const query = new URLSearchParams({ name, from, to, per_page: '100', page: String(page) });
          const { data, meta } = (await get(`/api/v1/stats/${website}?${query}`)) as Answer;
          rows.push(...data.map(({ value, count }): [string, number] => [value, count]));
          last = meta.last_page;
        }
        numbers[`${website} ${name} ${from} ${to}`] = rows;
      }
    }
  }
  return numbers;
}

/** The statistics and the ranges of days of numbers. */
export function keysOf(numbers: Numbers): { names: string[]; ranges: DateRange[] } {
  const keys = Object.keys(numbers).map((key) => key.split(' ') as [string, string, string, string]);
  return {
    names: [...new Set(keys.map(([, name]) => name))],
    ranges: [...new Set(keys.map(([, , from, to]) => `${from} ${to}`))].map(
      (range) => range.split(' ') as [string, string],
    ),
  };
}

/** A counter of dropped hits in GraphQL. */
export interface Dropped {
  day: string;
  reason: string;
  count: number;
}

/** Reads the counters of dropped hits by website. */
export async function readDropped(websites: readonly number[], get: Get): Promise<Record<string, Dropped[]>> {
  const dropped: Record<string, Dropped[]> = {};
  for (const website of websites) {
    const query = `{ website(id: ${website}) {
      dropped(from: "2026-09-01", to: "2026-11-30") { day reason count }
    } }`;
    const { data } = (await get(`/graphql?${new URLSearchParams({ query })}`)) as {
      data: { website: { dropped: Dropped[] } };
    };
    dropped[website] = data.website.dropped;
  }
  return dropped;
}

/** The content of a released version's database that an upgrade must keep. */
export interface Kept {
  /** The names of its migrations. */
  migrations: string[];
  account: { id: number; email: string; password: string };
  key: string;
  /** The websites in the representation of the REST API. */
  websites: { id: number }[];
  numbers: Numbers;
  dropped: Record<string, Dropped[]>;
  /** The number of rows by table. */
  rows: Record<string, number>;
}

/** Tables from which no upgrade deletes rows. Session is missing, because sessions may end. */
const KEPT_TABLES = ['Account', 'ApiKey', 'Website', 'Report', 'Visit', 'Hit', 'Drop'];

/** Counts the rows of the tables that an upgrade keeps. */
export async function countRows({ read }: Pick<Database, 'read'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of KEPT_TABLES) {
    const [found] = await read.$queryRawUnsafe<{ rows: bigint }[]>(
      `SELECT COUNT(*) AS "rows" FROM "${table}"`,
    );
    counts[table] = Number(found?.rows);
  }
  return counts;
}
