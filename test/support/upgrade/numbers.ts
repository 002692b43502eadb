import type { Database } from '../../../src/db/database.ts';
import { STAT_NAMES } from '../../../src/stats/definitions.ts';

/** The rows of each statistic, `[value, count]`, by website, name and range of days. */
export type Numbers = Record<string, [string, number][]>;

/** Asks a server for JSON as the owner of the websites. */
export type Get = (path: string) => Promise<unknown>;

/** Whole months, days at both ends, and a single day; so that month rows and day rows are both read. */
const RANGES = [
  ['2026-09-01', '2026-11-30'],
  ['2026-10-05', '2026-11-20'],
  ['2026-11-21', '2026-11-21'],
] as const;

interface Answer {
  data: { value: string; count: number }[];
  meta: { last_page: number };
}

/** Reads all 17 statistics of websites over REST. */
export async function readNumbers(websites: readonly number[], get: Get): Promise<Numbers> {
  const numbers: Numbers = {};
  for (const website of websites) {
    for (const name of STAT_NAMES) {
      for (const [from, to] of RANGES) {
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

/** A hit that was dropped on purpose, as GraphQL counts them. */
export interface Dropped {
  day: string;
  reason: string;
  count: number;
}

/** Reads what was dropped, by website. */
export async function readDropped(websites: readonly number[], get: Get): Promise<Record<string, Dropped[]>> {
  const dropped: Record<string, Dropped[]> = {};
  for (const website of websites) {
    const query = `{ website(id: ${website}) { dropped(from: "2026-09-01", to: "2026-11-30") { day reason count } } }`;
    const { data } = (await get(`/graphql?${new URLSearchParams({ query })}`)) as {
      data: { website: { dropped: Dropped[] } };
    };
    dropped[website] = data.website.dropped;
  }
  return dropped;
}

/** What a database of a released version must still say after an upgrade. */
export interface Kept {
  /** Names of the migrations that it has. */
  migrations: string[];
  account: { id: number; email: string; password: string };
  key: string;
  /** The websites as REST shows them. */
  websites: { id: number }[];
  numbers: Numbers;
  dropped: Record<string, Dropped[]>;
  /** Rows by table. */
  rows: Record<string, number>;
}

/** Tables that no upgrade takes rows from; sessions may end. */
const KEPT_TABLES = ['Account', 'ApiKey', 'Website', 'Report', 'Stat', 'Visit', 'Hit', 'Drop'];

/** How many rows there are in each table that an upgrade keeps. */
export async function countRows({ read }: Pick<Database, 'read'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of KEPT_TABLES) {
    const sql = `SELECT COUNT(*) AS "rows" FROM "${table}"`;
    const [found] = await read.$queryRawUnsafe<{ rows: bigint }[]>(sql);
    counts[table] = Number(found?.rows);
  }
  return counts;
}
