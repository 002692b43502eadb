import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '../src/db/migrations/migrate.ts';
import { openDatabase } from '../src/db/open.ts';
import { verifyRollups } from '../src/ingest/store/verify.ts';
import { type FreshDatabase, MIGRATIONS } from './support/database.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { sendHit } from './support/track.ts';
import { type Behaviour, countBehaviour, readBehaviour } from './support/upgrade/behaviour.ts';
import { countRows, type Kept, keysOf, readDropped, readNumbers } from './support/upgrade/numbers.ts';
import { FIXTURES, restoreVersion } from './support/upgrade/restore.ts';

/** Its days are counted again after an upgrade: what it stored of visits was not enough. */
const INCOMPLETE = '0.1';
/** It had no properties, and its chunks have no times. It has a year of hits. */
const WITHOUT_PROPERTIES = '0.1-before-properties';

describe.each(readdirSync(FIXTURES))('a database of version %s', (version) => {
  let kept: Kept;
  let database: FreshDatabase;
  let server: TestServer;
  let applied: string[];
  let migrated: { pending: number; differences: unknown[]; chunks: number };
  /** What the server answers and stores before it completes days. */
  let found: Pick<Kept, 'dropped' | 'rows'> & { differences: unknown[] };
  /** What it answers and stores afterwards, before it counts a hit. */
  let completed: Pick<Kept, 'numbers' | 'rows'> & { pending: number; incomplete: number };
  /** What the server answers about behaviour, by website: before its jobs have run, and afterwards. */
  let before: Behaviour[];
  let after: Behaviour[];
  /** What a count of the rows says about it. */
  let counted: Behaviour[];
  const get = async (where: string) => (await server.call(where)).json();
  beforeAll(async () => {
    kept = JSON.parse(await readFile(path.join(FIXTURES, version, 'kept.json'), 'utf8'));
    database = await restoreVersion(version);
    applied = await migrate(database.url);
    // Before a server completes days in the background.
    const db = await openDatabase(database.url);
    const { differences } = await verifyRollups(db);
    const chunks = await db.read.chunk.count({ where: { extras: null } });
    migrated = { pending: await db.read.pendingDay.count(), differences, chunks };
    await db.close();
    const { id: accountId } = kept.account;
    server = await startTestServer({ beside: { database, accountId, teamId: accountId, key: kept.key } });
    const ids = kept.websites.map(({ id }) => id);
    const behaviour = () => Promise.all(ids.map((id) => readBehaviour(id, get)));
    // While days are counted again, no question about them is answered.
    before = version === INCOMPLETE ? [] : await behaviour();
    found = {
      dropped: await readDropped(ids, get),
      rows: await countRows(server.deps.db),
      differences: (await verifyRollups(server.deps.db)).differences,
    };
    await server.runJobs();
    const { names, ranges } = keysOf(kept.numbers);
    completed = {
      pending: await server.deps.db.read.pendingDay.count(),
      numbers: await readNumbers(ids, get, names, ranges),
      rows: await countRows(server.deps.db),
      incomplete: await server.deps.db.read.visit.count({
        where: { OR: [{ pageviews: null }, { channel: '' }] },
      }),
    };
    after = await behaviour();
    counted = [];
    for (const id of ids) counted.push(await countBehaviour(id, server.deps.db));
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test('is migrated by exactly the later migrations', () => {
    expect(kept.migrations).toEqual(MIGRATIONS.slice(0, kept.migrations.length));
    expect(applied).toEqual(MIGRATIONS.slice(kept.migrations.length));
  });

  test('has correct rollups right after the migration', () => {
    expect(migrated.differences).toEqual([]);
    expect(migrated.pending > 0).toBe(version === INCOMPLETE);
  });

  test('keeps every number of every statistic that the version had', () => {
    expect(completed.pending).toBe(0);
    expect(Object.values(completed.numbers).flat().length).toBeGreaterThan(500);
    expect(completed.numbers).toEqual(kept.numbers);
  });

  test('keeps the dropped hits and every row, and its rollups stay correct', () => {
    expect(found.dropped).toEqual(kept.dropped);
    expect(found.rows).toEqual(kept.rows);
    expect(found.differences).toEqual([]);
  });

  test('has goals, funnels and journeys of its days, before and after its chunks are replaced', async () => {
    expect(counted[0]?.funnel[2]).toBeGreaterThan(10);
    expect(after).toEqual(counted);
    if (version !== INCOMPLETE) expect(before).toEqual(counted);
    expect(migrated.chunks > 0).toBe(version === WITHOUT_PROPERTIES);
    expect(await server.deps.db.read.chunk.count({ where: { extras: null } })).toBe(0);
  });

  test('keeps the settings of its websites', async () => {
    const { data } = (await get('/api/v1/websites?per_page=100')) as { data: unknown[] };
    expect(data).toEqual(kept.websites.map((website) => expect.objectContaining(website)));
  });

  test('lets its owner log in with the password', async () => {
    const query = 'mutation ($input: LogInInput!) { logIn(input: $input) { __typename } }';
    const { email, password } = kept.account;
    const response = await server.call('/graphql', {
      method: 'POST',
      key: null,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input: { email, password } } }),
    });
    expect(await response.json()).toMatchObject({ data: { logIn: { __typename: 'LogInSuccess' } } });
  });

  test('completes all days in the background, counts new hits, and its rollups stay correct', async () => {
    expect(completed.incomplete).toBe(0);
    expect(completed.rows).toEqual(kept.rows);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
    const [website] = kept.websites as { id: number; tracking_id: string; url: string }[];
    const before = await countRows(server.deps.db);
    const page = `${website?.url}/after-the-upgrade`;
    expect((await sendHit(server, { website: website?.tracking_id, page })).status).toBe(202);
    expect((await countRows(server.deps.db)).Hit).toBe((before.Hit ?? 0) + 1);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  });

  test('takes hits with properties and revenue', async () => {
    const [website] = kept.websites as { id: number; tracking_id: string; url: string }[];
    const event = {
      name: 'Purchase',
      properties: { plan: 'pro' },
      revenue: { amount: '49.90', currency: 'EUR' },
    };
    const hit = { website: website?.tracking_id, page: `${website?.url}/checkout`, event };
    expect((await sendHit(server, hit)).status).toBe(202);
    const query = `{ website(id: ${website?.id}) { period(from: "2025-11-22", to: "2026-11-21") {
      breakdown(by: [PROPERTY], property: "plan") { nodes { values { value } events } }
      goal(filter: { property: { name: "plan", in: ["pro"] } }) { conversions revenue { currency amount } }
    } } }`;
    const period = {
      breakdown: { nodes: [{ values: [{ value: 'pro' }], events: 1 }] },
      goal: { conversions: 1, revenue: [{ currency: 'EUR', amount: '49.90' }] },
    };
    expect(await get(`/graphql?${new URLSearchParams({ query })}`)).toMatchObject({
      data: { website: { period } },
    });
  });
});
