import { describe, expect, test } from '@jest/globals';
import { createLease } from '../../src/app/jobs/lease.ts';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { openDirect, openSnapshots } from '../../src/db/open.ts';
import { sql } from '../../src/db/sql/sql.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { createContext } from '../../src/request/context.ts';
import { emptyDatabase, type FreshDatabase, MIGRATIONS } from '../support/database.ts';
import { runSql } from '../support/postgresql/sql.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

/** Values that PostgreSQL accepts, and with which the code would fail or misread what it gets. */
const HOSTILE: Record<string, string> = {
  TimeZone: 'Asia/Kolkata',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '-10',
  bytea_output: 'escape',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: 'serializable',
  lock_timeout: '1ms',
  statement_timeout: '5s',
  jit: 'on',
};
const STYLES = ['German'];

/** Changes what new connections to a database begin with. */
async function setDefaults({ url }: Pick<FreshDatabase, 'url'>, settings: Record<string, string>) {
  const name = new URL(url).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings))
    await runSql(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
}

const DAY_MS = 86_400_000;

async function call(server: TestServer, where: string, options: object = {}) {
  const response = await server.call(where, options);
  return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } };
}

describe.each(STYLES)('on a database whose dates are written in the style %s', (DateStyle) => {
  test('two servers migrate, count, read, expire keys and elect one leader as on any other', async () => {
    await using database = await emptyDatabase();
    await setDefaults(database, { ...HOSTILE, DateStyle });
    expect(await migrate(database.url)).toEqual(MIGRATIONS);
    await using plain = await startTestServer();
    await setDefaults(plain.database, { ...HOSTILE, DateStyle });
    await using one = await startTestServer({ beside: plain });
    await using other = await startTestServer({ beside: plain });

    const body = JSON.stringify({ url: 'https://example.com' });
    const json = { 'content-type': 'application/json' };
    const created = await call(one, '/api/v1/websites', { method: 'POST', headers: json, body });
    expect(created.status).toBe(201);
    const { id, tracking_id: website, created_at } = created.body.data;
    const read = await call(other, `/api/v1/websites/${id}`);
    expect([read.status, read.body.data.created_at]).toEqual([200, created_at]);

    const event = { name: 'buy', value: 0.1 + 0.2, unit: 'EUR' };
    const page = 'https://example.com/a';
    expect((await sendHit(one, { website, page })).status).toBe(202);
    expect((await sendHit(other, { website, page, event })).status).toBe(202);
    const [stored] = await one.deps.db.read.$queryRaw<{ value: number }[]>`
      SELECT "value" FROM "Hit" WHERE "value" IS NOT NULL`;
    expect(stored?.value).toBe(0.1 + 0.2);
    expect((await verifyRollups(one.deps.db)).differences).toEqual([]);

    const context = createContext(one.deps, operator(plain.teamId));
    const expires_at = new Date(NOON + 1_000);
    const { key } = await createApiKey({ name: 'soon', expires_at }, context);
    const status = async () => (await other.call('/api/v1/websites', { key })).status;
    expect(await status()).toBe(200);
    other.setTime(expires_at.getTime());
    expect(await status()).toBe(401);

    const leases = [one, other].map(({ deps }) => createLease({ ...deps, now: () => NOON }, 'test', DAY_MS));
    expect([await leases[0]?.hold(), await leases[1]?.hold()]).toEqual([true, false]);
  });
});

test('every kind of connection has the settings that the code relies on', async () => {
  await using server = await startTestServer();
  await setDefaults(server.database, { ...HOSTILE, DateStyle: 'German' });
  const { url } = server.database;
  await using beside = await startTestServer({ beside: server });
  const { db } = beside.deps;
  const names = ['DateStyle', 'idle_in_transaction_session_timeout', ...Object.keys(HOSTILE)];
  const query = sql`SELECT "name", "setting" FROM pg_settings WHERE "name" = ANY(${names})`;
  const direct = await openDirect(url);
  const command = await openDirect(url, { statementMs: 0 });
  const snapshots = await openSnapshots(url);
  const found: Record<string, [string, string][]> = {
    reader: rowsOf(await db.read.$queryRaw(query)),
    select: rowsOf(await db.select(query)),
    writer: rowsOf(await db.write((tx) => tx.$queryRaw(query))),
    recorder: rowsOf(await direct.transaction((tx) => tx.$queryRaw(query))),
    command: rowsOf(await command.transaction((tx) => tx.$queryRaw(query))),
    snapshots: (await snapshots.read(({ select }) => select(query))) as unknown as [string, string][],
  };
  for (const each of [direct, command, snapshots]) await each.close();

  const wanted = {
    DateStyle: 'ISO, YMD',
    TimeZone: 'UTC',
    IntervalStyle: 'postgres',
    extra_float_digits: '1',
    bytea_output: 'hex',
    standard_conforming_strings: 'on',
    array_nulls: 'on',
    jit: 'off',
    transform_null_equals: 'off',
    default_transaction_isolation: 'read committed',
    lock_timeout: '0',
  };
  const limits = { statement_timeout: '0', idle_in_transaction_session_timeout: '60000' };
  const settings = Object.fromEntries(
    Object.entries(found).map(([kind, rows]) => [kind, Object.fromEntries(rows)]),
  );
  expect(settings).toEqual({
    // One second more than the timeout of the queue, STATEMENT_TIMEOUT (test/support/process.ts).
    reader: { ...wanted, ...limits, statement_timeout: '301000' },
    select: { ...wanted, ...limits, statement_timeout: '301000' },
    writer: { ...wanted, ...limits, idle_in_transaction_session_timeout: '2000' },
    recorder: { ...wanted, ...limits, idle_in_transaction_session_timeout: '2000' },
    command: { ...wanted, ...limits },
    snapshots: { ...wanted, ...limits },
  });
});

const rowsOf = (rows: unknown) =>
  (rows as { name: string; setting: string }[]).map(({ name, setting }): [string, string] => [name, setting]);
