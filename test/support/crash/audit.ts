import type { Database } from '../../../src/db/database.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { raw } from '../../../src/db/sql/sql.ts';
import type { Ledger } from './ledger.ts';

/** Groups of statistics with equal sums over a day or a month; see docs/numbers.md. */
export const BALANCED = [
  ['pageviews', 'pageviews_hours', 'page'],
  [
    ...['visitors', 'visitors_hours', 'browser', 'os', 'device', 'language'],
    ...['resolution', 'continent', 'country', 'city'],
  ],
  [
    ...['visits', 'landing_page', 'exit_page', 'referrer', 'source', 'channel'],
    ...['utm_source', 'utm_medium', 'utm_term', 'utm_content'],
  ],
];

/** The errors found in a database; all lists are empty if there are none. */
export interface Findings {
  /** Hits that were acknowledged but are not stored. */
  lost: string[];
  /** Hits that are stored more than once. */
  twice: string[];
  /** Hits that are stored although they were never sent, or were dropped or refused. */
  made: string[];
  /** Days and months whose sums should be equal but are not. */
  unbalanced: string[];
}

export const NOTHING_WRONG: Findings = { lost: [], twice: [], made: [], unbalanced: [] };

export interface Audit extends Findings {
  /** The paths of the stored hits. */
  stored: Set<string>;
}

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
    const hits = await client.$queryRaw<{ path: string; count: bigint }[]>`
      SELECT "path", COUNT(*) AS "count" FROM "Hit" WHERE "path" LIKE ${`/${name}/%`} GROUP BY "path"`;
    const stored = new Set(hits.map(({ path }) => path));
    const refused = (path: string) =>
      ledgers.some(({ refused, dropped }) => refused.has(path) || dropped.has(path));
    const known = (path: string) => ledgers.some(({ sent }) => sent.has(path));
    return {
      stored,
      lost: acknowledged.filter((path) => !stored.has(path)),
      twice: hits.filter(({ count }) => count > 1).map(({ path }) => path),
      made: [...stored].filter((path) => refused(path) || !known(path)),
      unbalanced: await unbalanced(db),
    };
  } finally {
    await db.close();
  }
}

async function unbalanced({ read, dialect }: Pick<Database, 'read' | 'dialect'>): Promise<string[]> {
  const rows = await read.$queryRaw<{ websiteId: number; period: number; name: string; sum: bigint }[]>`
    SELECT "websiteId", "period", "name", CAST(SUM("count") AS BIGINT) AS "sum" FROM (
      SELECT "websiteId", "period", "name", "count" FROM "Stat"
      UNION ALL
      SELECT "websiteId", CAST("day"."value" ->> 0 AS INTEGER), "name"."key",
        CAST("pair"."value" ->> 1 AS BIGINT)
      FROM "WebsiteLock"
      CROSS JOIN ${dialect.elements(raw(`NULLIF("deferred", '')`))} AS "day"
      CROSS JOIN ${dialect.members(raw(`"day"."value" -> 1`))} AS "name"
      CROSS JOIN ${dialect.elements(raw(`"name"."value"`))} AS "pair"
    ) AS "row"
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT "websiteId", "day", 'visits', COUNT(*) FROM "Visit" GROUP BY 1, 2
    UNION ALL
    SELECT "websiteId", "day", 'visitors', COUNT(DISTINCT "visitor") FROM "Visit" GROUP BY 1, 2
    UNION ALL
    SELECT "websiteId", "day", 'pageviews', COUNT(*) FROM "Hit" WHERE "event" IS NULL GROUP BY 1, 2`;
  const wrong: string[] = [];
  for (const group of BALANCED) {
    const periods = new Map<string, typeof rows>();
    for (const row of rows.filter(({ name }) => group.includes(name))) {
      const key = `${row.websiteId} ${row.period}`;
      periods.set(key, [...(periods.get(key) ?? []), row]);
    }
    for (const [key, sums] of periods) {
      const complete = group.every((name) => sums.some((row) => row.name === name));
      if (complete && new Set(sums.map(({ sum }) => sum)).size === 1) continue;
      wrong.push(`${key}: ${sums.map(({ name, sum }) => `${name} ${sum}`).join(', ')}`);
    }
  }
  return wrong;
}
