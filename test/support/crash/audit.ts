import { openDatabase } from '../../../src/db/open.ts';
import type { PrismaClient } from '../../../src/generated/prisma/client.ts';
import type { Ledger } from './ledger.ts';

/** Statistics whose sums over a day, or a month, are the same: docs/numbers.md. */
export const BALANCED = [
  ['pageviews', 'pageviews_hours', 'page'],
  [
    ...['visitors', 'visitors_hours', 'browser', 'os', 'device', 'language'],
    ...['resolution', 'continent', 'country', 'city'],
  ],
  ['landing_page', 'referrer'],
];

/** What is wrong with a database; nothing but empty lists where all is well. */
export interface Findings {
  /** Acknowledged, and not there. */
  lost: string[];
  /** There more than once. */
  twice: string[];
  /** There, though never sent, dropped, or refused. */
  made: string[];
  /** Sums of a day or month that should be the same. */
  unbalanced: string[];
}

export const NOTHING_WRONG: Findings = { lost: [], twice: [], made: [], unbalanced: [] };

export interface Audit extends Findings {
  /** Paths of the hits that are there. */
  stored: Set<string>;
}

/**
 * Holds a database to what a client knows, on a connection of its own.
 * @param ledgers of all hits whose paths begin with `/name/`.
 */
export async function audit(url: string, name: string, ledgers: readonly Ledger[]): Promise<Audit> {
  // What is acknowledged from now on need not be there yet.
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
      unbalanced: await unbalanced(client),
    };
  } finally {
    await db.close();
  }
}

async function unbalanced(client: PrismaClient): Promise<string[]> {
  const rows = await client.$queryRaw<{ websiteId: number; period: number; name: string; sum: bigint }[]>`
    SELECT "websiteId", "period", "name", CAST(SUM("count") AS BIGINT) AS "sum" FROM "Stat" GROUP BY 1, 2, 3
    UNION ALL
    SELECT "websiteId", "day", 'landing_page', COUNT(*) FROM "Visit" GROUP BY 1, 2
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
