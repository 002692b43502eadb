import type { Database } from '../../../src/db/database.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { extrasOfPath, extrasText } from './extras.ts';
import type { Ledger } from './ledger.ts';

/** The errors found in a database; all lists are empty if there are none. */
export interface Findings {
  /** Hits that were acknowledged but are not stored. */
  lost: string[];
  /** Hits that are stored more than once. */
  twice: string[];
  /** Hits that are stored although they were never sent, or were dropped or refused. */
  made: string[];
  /** Stored hits whose properties or revenue are not those that were sent. */
  altered: string[];
  /** Totals of days that differ from the visits and hits. */
  unbalanced: string[];
}

export const NOTHING_WRONG: Findings = { lost: [], twice: [], made: [], altered: [], unbalanced: [] };

export interface Audit extends Findings {
  /** The paths of the stored hits. */
  stored: Set<string>;
}

interface StoredHit {
  path: string;
  count: bigint;
  properties: string | null;
  revenue: string | null;
}

const withoutNull = ({ properties, revenue }: StoredHit) => ({ properties: properties ?? '', revenue });

/**
 * Compares a database, read on a separate connection, with the ledgers of clients.
 * @param ledgers the ledgers of all hits whose paths begin with `/name/`.
 */
export async function audit(url: string, name: string, ledgers: readonly Ledger[]): Promise<Audit> {
  // Taken before the query: hits that are acknowledged later need not be stored yet.
  const acknowledged = ledgers.flatMap((ledger) => [...ledger.acknowledged]);
  const db = await openDatabase(url);
  const client = db.read;
  try {
    const hits = await client.$queryRaw<StoredHit[]>`
      SELECT "path", COUNT(*) AS "count", MIN("properties") AS "properties",
        CAST(MIN("amount") AS TEXT) || ' ' || MIN("currency") AS "revenue"
      FROM "Hit" WHERE "path" LIKE ${`/${name}/%`} GROUP BY "path"`;
    const stored = new Set(hits.map(({ path }) => path));
    const refused = (path: string) =>
      ledgers.some(({ refused, dropped }) => refused.has(path) || dropped.has(path));
    const known = (path: string) => ledgers.some(({ sent }) => sent.has(path));
    return {
      stored,
      lost: acknowledged.filter((path) => !stored.has(path)),
      twice: hits.filter(({ count }) => count > 1).map(({ path }) => path),
      made: [...stored].filter((path) => refused(path) || !known(path)),
      altered: hits
        .filter((hit) => extrasText(withoutNull(hit)) !== extrasText(extrasOfPath(hit.path)))
        .map(({ path }) => path),
      unbalanced: await unbalanced(db),
    };
  } finally {
    await db.close();
  }
}

/** The totals of days, and the same counted from visits and hits. */
async function unbalanced({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const rows = await read.$queryRaw<{ websiteId: number; day: number; name: string; sum: bigint }[]>`
    SELECT "websiteId", "day", 'pageviews' AS "name", "pageviews" AS "sum" FROM "DayTotal"
    UNION ALL SELECT "websiteId", "day", 'visitors', "visitors" FROM "DayTotal"
    UNION ALL SELECT "websiteId", "day", 'visits', "visits" FROM "DayTotal"
    UNION ALL
    SELECT "websiteId", "day", 'visits', COUNT(*) FROM "Visit" GROUP BY 1, 2
    UNION ALL
    SELECT "websiteId", "day", 'visitors', COUNT(DISTINCT "visitor") FROM "Visit" GROUP BY 1, 2
    UNION ALL
    SELECT "websiteId", "day", 'pageviews', COUNT(*) - COUNT("event") FROM "Hit" GROUP BY 1, 2`;
  const sums = new Map<string, bigint[]>();
  for (const { websiteId, day, name, sum } of rows) {
    const key = `${websiteId} ${day} ${name}`;
    sums.set(key, [...(sums.get(key) ?? []), BigInt(sum)]);
  }
  return [...sums]
    .filter(([, [total, counted]]) => total !== counted)
    .map(([key, found]) => `${key}: ${found.join(', ')}`);
}
