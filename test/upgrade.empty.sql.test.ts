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
import { countRows, type Kept, readDropped, readNumbers } from './support/upgrade/numbers.ts';
import { FIXTURES, restoreVersion } from './support/upgrade/restore.ts';

describe.each(readdirSync(FIXTURES))('a database of version %s', (version) => {
  let kept: Kept;
  let database: FreshDatabase;
  let server: TestServer;
  /** The statistics that the version had. */
  let names: string[];
  let applied: string[];
  let migrated: { pending: number; differences: unknown[] };
  /** What the server answers and stores before it completes days. */
  let found: Pick<Kept, 'dropped' | 'rows'> & { differences: unknown[] };
  /** What it answers afterwards, before it counts a hit. */
  let completed: Pick<Kept, 'numbers'> & { pending: number };
  const get = async (where: string) => (await server.call(where)).json();
  beforeAll(async () => {
    kept = JSON.parse(await readFile(path.join(FIXTURES, version, 'kept.json'), 'utf8'));
    database = await restoreVersion(version);
    names = [...new Set(Object.keys(kept.numbers).map((key) => key.split(' ')[1] ?? ''))];
    applied = await migrate(database.url);
    // Before a server completes days in the background.
    const db = await openDatabase(database.url);
    const { differences } = await verifyRollups(db);
    migrated = { pending: await db.read.pendingDay.count(), differences };
    await db.close();
    server = await startTestServer({ beside: { database, accountId: kept.account.id, key: kept.key } });
    const ids = kept.websites.map(({ id }) => id);
    found = {
      dropped: await readDropped(ids, get),
      rows: await countRows(server.deps.db),
      differences: (await verifyRollups(server.deps.db)).differences,
    };
    await server.runJobs();
    completed = {
      pending: await server.deps.db.read.pendingDay.count(),
      numbers: await readNumbers(ids, get, names),
    };
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
    expect(migrated.pending).toBeGreaterThan(0);
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
    const { read } = server.deps.db;
    expect(await read.visit.count({ where: { OR: [{ pageviews: null }, { channel: '' }] } })).toBe(0);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
    expect(await countRows(server.deps.db)).toEqual(kept.rows);
    const [website] = kept.websites as { id: number; tracking_id: string; url: string }[];
    const before = await countRows(server.deps.db);
    const page = `${website?.url}/after-the-upgrade`;
    expect((await sendHit(server, { website: website?.tracking_id, page })).status).toBe(202);
    expect((await countRows(server.deps.db)).Hit).toBe((before.Hit ?? 0) + 1);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  });
});
