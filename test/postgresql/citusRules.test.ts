import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDirect } from '../../src/db/open.ts';
import { distribute } from '../../src/db/postgresql/citus/distribute.ts';
import { TABLES } from '../../src/db/postgresql/citus/tables.ts';
import { MIN_HITS } from '../../src/engine/columns/chunks/smallDays.ts';
import type { Drop, Hit } from '../../src/ingest/hit.ts';
import { storeBatch } from '../../src/ingest/store/commit.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { DIMENSIONS } from '../support/dimensions.ts';
import { NAMES } from '../support/oracle.ts';
import { type Query, watchQueries } from '../support/postgresql/queries.ts';
import { runSql } from '../support/postgresql/sql.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { importingInto } from '../support/transfer/importing.ts';

/**
 * The rules of Citus for schemas and statements, as far as they can be checked without it; test/citus checks
 * the rest. Sources: the manual of Citus, "Creating and Modifying Distributed Objects" and "SQL Support and
 * Workarounds".
 */

const seen = watchQueries();
let server: TestServer;
let url: string;
const ids: number[] = [];

beforeAll(async () => {
  server = await startTestServer({ env: { GEO_DATABASE: '/nowhere.mmdb' } });
  ({ url } = server.database);
  // From now on the database looks like one with Citus, and new connections treat it so.
  await runSql('CREATE TABLE pg_dist_partition AS SELECT CAST(\'"Visit"\' AS regclass) AS logicalrelid', url);
  await useEverything();
  statements = seen.filter(({ text }) => text.match(MENTION));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  seen[Symbol.dispose]();
});

let visitor = 0n;
const DAYS = 'from: "2026-10-20", to: "2026-11-25"';

const hitsOf = (websites: readonly number[]): (Hit | Drop)[] =>
  websites.flatMap((websiteId): (Hit | Drop)[] => {
    visitor += 1n;
    const hit = { websiteId, at: 1, day: 20261121, hour: 9, visitor, path: '/', dimensions: DIMENSIONS };
    const event = { name: 'Sign up', value: null, unit: null };
    const clientId = { at: 0, hash: visitor };
    return [
      { ...hit, event: null, clientId },
      { ...hit, event },
      { websiteId, day: 20261121, reason: 'bot' },
    ];
  });

/** Stores enough hits on a day that is over for a chunk, and one in a month that is over. */
async function fillEarlierDays(websiteId: number, nextId: () => bigint): Promise<void> {
  const hit = { websiteId, at: 1, hour: 9, path: '/', event: null, dimensions: DIMENSIONS };
  const hits = Array.from({ length: MIN_HITS }, (_, index) => ({
    ...hit,
    day: 20261120,
    visitor: BigInt(index),
  }));
  const earlier = { ...hit, day: 20261010, visitor: 1n };
  await server.deps.db.write((tx) => storeHits(tx, [...hits, earlier], nextId));
}

/** Imports sums of a day. */
async function importSums(website: number): Promise<void> {
  const importing = await importingInto({ db: server.deps.db, url });
  const sums = { line: 1, day: 20261015, visitors: 1, visits: 1, pageviews: 1 };
  await importing.run(
    [
      { kind: 'total', dimension: 'total', value: '', ...sums },
      { kind: 'total', dimension: 'page', value: '/', ...sums },
    ],
    { website },
  );
  await importing[Symbol.asyncDispose]();
}

/** Makes the product execute all of its statements on the tables that grow with the hits. */
async function useEverything(): Promise<void> {
  for (let index = 0; index < 3; index += 1) {
    const body = new URLSearchParams({ url: `https://s${index}.test` });
    const created = await server.call('/api/v1/websites', { method: 'POST', body });
    ids.push(((await created.json()) as { data: { id: number } }).data.id);
  }
  const connection = await openDirect(url);
  let id = 0n;
  for (const websites of [ids.slice(0, 1), ids]) {
    const items = hitsOf(websites);
    for (const later of [0, 60_000]) {
      const batch = items.map((item) => ('at' in item ? { ...item, at: item.at + later } : item));
      for (const write of [connection.transaction, server.deps.db.write])
        await write((tx) => storeBatch(tx, batch, () => ++id, 1_000));
    }
  }
  await connection.close();
  await fillEarlierDays(ids[0] as number, () => ++id);
  await importSums(ids[1] as number);
  await importSums(ids[2] as number);
  const range = `${DAYS}, search: "a", sort: MIN`;
  const fields = NAMES.map((name) => `${name}: stats(name: ${name.toUpperCase()}, ${range}) { sum }`);
  const query = `{ websites { nodes { ${fields.join(' ')} } } }`;
  for (const path of [
    `/graphql?${new URLSearchParams({ query })}`,
    `/graphql?${new URLSearchParams({ query: `{ viewer { period(${DAYS}) { visits } } }` })}`,
    `/api/v1/stats/${ids[0]}?name=page&from=2026-11-01&to=2026-11-30`,
    `/api/v1/breakdown/${ids[0]}?by=page&from=2026-11-01&to=2026-11-30`,
  ]) {
    for (const _time of ['first', 'again']) {
      const text = await (await server.call(path)).text();
      expect(text).not.toContain('errors');
    }
  }
  expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  await server.call(`/api/v1/websites/${ids[2]}`, { method: 'DELETE' });
  await server.runJobs();
}

/** A table in a statement that reads or changes it. */
const MENTION = new RegExp(`(?:FROM|JOIN|UPDATE|INTO) (?:"public".)?"(?:${TABLES.join('|')})"`, 'g');
/** Selects rows of deleted websites, whose shards are unknown. */
const ORPHANS = /"websiteId" NOT IN \(SELECT "id" FROM "Website"\)/;
const INSERT = /^\s*INSERT INTO "(\w+)" \("websiteId"[,)]/;
const ON_CONFLICT = new RegExp(
  `^ON CONFLICT (${[
    '\\("websiteId"[^)]*\\) DO UPDATE SET "count" = "Drop"."count" \\+ excluded."count"',
    '\\("websiteId", "day"\\) DO UPDATE SET (?:"(\\w+)" = "DayTotal"."\\2" \\+ excluded."\\2"(?:, |$))+',
    '\\("websiteId"\\) DO UPDATE SET "deleted" = TRUE',
    '\\("websiteId", "day"\\) DO UPDATE SET "pageviews" = excluded."pageviews",[^;]*',
    'DO NOTHING( RETURNING .*)?',
  ].join('|')})$`,
);
/** Statements that Citus supports for one website only. */
const FOR_ONE = /FOR NO KEY UPDATE|LIMIT/;

/** The statements on these tables. */
let statements: Query[];
const texts = () => [...new Set(statements.map(({ text }) => text))];

describe('the schema', () => {
  test.each(TABLES)(
    '%s has websiteId in every key and no constraint, trigger or computed default',
    async (table) => {
      const columns = (await runSql(
        `SELECT i.indexrelid::regclass AS "index",
         (SELECT json_agg(attname) FROM pg_attribute
          WHERE attrelid = i.indrelid AND attnum = ANY(i.indkey)) AS "columns"
       FROM pg_index AS i WHERE i.indrelid = '"${table}"'::regclass AND i.indisunique`,
        url,
      )) as { index: string; columns: string[] }[];
      expect(columns.length).toBeGreaterThan(0);
      for (const key of columns)
        expect([key.index, key.columns]).toEqual([key.index, expect.arrayContaining(['websiteId'])]);
      const ties = `SELECT conname FROM pg_constraint
        WHERE contype = 'f' AND '"${table}"'::regclass IN (conrelid, confrelid)
      UNION ALL SELECT tgname FROM pg_trigger WHERE tgrelid = '"${table}"'::regclass
      UNION ALL SELECT attname FROM pg_attribute
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = '"${table}"'::regclass
          AND (pg_get_expr(adbin, adrelid) LIKE '%(%' OR attidentity <> '')`;
      expect(await runSql(ties, url)).toEqual([]);
    },
  );
});

describe('the statements', () => {
  test('include inserts, updates, lookups, counts, comparisons and deletions', () => {
    const first = texts().map((text) => text.trim().split(/\s+/).slice(0, 3).join(' '));
    for (const table of TABLES) {
      expect(first).toContain(`INSERT INTO "${table}"`);
      if (table !== 'WebsiteLock') expect(first).toContain(`DELETE FROM "public"."${table}"`);
    }
    expect(first).toEqual(
      expect.arrayContaining([
        'UPDATE "Visit" SET',
        'SELECT "k"."websiteId", "k"."day",',
        'SELECT "v"."websiteId", "v"."day",',
        'WITH "member" AS',
        'WITH "visits" AS',
      ]),
    );
    expect(texts().filter((text) => ORPHANS.test(text))).toHaveLength(1);
  });

  test('name the columns of subqueries in their SELECT, because Citus loses lists of names before AS', () => {
    for (const text of texts()) expect(text).not.toMatch(/"\w+" \("[^)]*"\) AS [A-Z ]*\(\s*SELECT/);
  });

  test('name the websites as constants for each table that they read or change', () => {
    for (const { text, values } of statements) {
      if (INSERT.test(text) || ORPHANS.test(text)) continue;
      const tables = text.match(MENTION) ?? [];
      const constants = [
        ...text.matchAll(/"websiteId" (?:= \$(\d+)|= ANY\(CAST\(\$(\d+) AS INTEGER\[\]\)\)|IN \((\d+)\))/g),
      ];
      expect(`${constants.length} constants for ${tables.length} tables in ${text}`).toBe(
        `${tables.length} constants for ${tables.length} tables in ${text}`,
      );
      for (const [, one, several, written] of constants) {
        const given = [written ?? values[Number(one ?? several) - 1]].flat();
        expect(given.length).toBeGreaterThan(0);
        if (FOR_ONE.test(text)) expect(given).toHaveLength(1);
        // Prisma passes a list as a text in braces.
        for (const website of given.flatMap((value) => String(value).replace(/[{}]/g, '').split(',')))
          expect(ids).toContain(Number(website));
      }
    }
  });

  test('insert with websiteId as the first column and detect conflicts by it', () => {
    for (const text of texts().filter((each) => /^\s*INSERT/.test(each))) {
      expect(text).toMatch(INSERT);
      expect(text).not.toMatch(/SELECT.*FROM "(?!j")/s);
      if (!text.includes('ON CONFLICT')) continue;
      expect(text.slice(text.indexOf('ON CONFLICT')).trim()).toMatch(ON_CONFLICT);
    }
  });

  test('use no form that Citus supports only within one shard', () => {
    for (const text of texts().filter((each) => !ORPHANS.test(each))) {
      // Row locks, recursion, grouping sets, and functions whose results would differ between nodes.
      expect(text.replace(FOR_ONE, '')).not.toMatch(
        /FOR (NO KEY )?(UPDATE|SHARE)|RECURSIVE|GROUPING SETS|ROLLUP|CUBE|MERGE/,
      );
      expect(text).not.toMatch(/nextval|random\(|now\(|CURRENT_/);
      // Other tables, which do not exist on the workers.
      expect(text).not.toMatch(/"(Account|ApiKey|Website|Report|Salt|Setting|Lease)"/);
      if (text.includes('WITH "visits"') || FOR_ONE.test(text)) continue; // For one website.
      // Subqueries outside FROM; windows and groups across nodes.
      expect(text).not.toMatch(/(THEN|ELSE|IN|EXISTS|=|,|\bAND|\bOR|SELECT|COALESCE\() \(\s*SELECT/);
      for (const [, window] of text.matchAll(/OVER \(([^)]*)\)/g))
        expect(window).toMatch(/^PARTITION BY "websiteId"/);
    }
  });
});

test('a server without Citus is detected before anything is changed', async () => {
  await runSql('DROP TABLE pg_dist_partition', url);
  await expect(distribute(url)).rejects.toThrow(/does not have Citus: install it on every node/);
});
