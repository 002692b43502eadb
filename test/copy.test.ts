import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { type CopyOptions, copyDatabase, type Watcher } from '../src/copy/copy.ts';
import { showProgress } from '../src/copy/progress.ts';
import type { Database, Transaction } from '../src/db/database.ts';
import { openDirect } from '../src/db/direct.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/open.ts';
import { Prisma } from '../src/generated/prisma/client.ts';
import type { Hit } from '../src/ingest/hit.ts';
import { storeHits } from '../src/rollup/store.ts';
import {
  emptyDatabase,
  type FreshDatabase,
  freshDatabase,
  KIND,
  temporaryFolder,
} from './support/database.ts';
import { run } from './support/process.ts';
import { NOON } from './support/server.ts';

const MODELS = Object.values(Prisma.ModelName);
const PASSWORD = 'pass:word';

/** Two accounts of four websites, of which the last was deleted. */
async function register(tx: Transaction): Promise<void> {
  const times = { createdAt: new Date(NOON), updatedAt: new Date(NOON + 1) };
  for (const name of ['a', 'b'])
    await tx.account.create({ data: { email: `${name}@example.com`, passwordHash: `$${name}`, ...times } });
  for (const number of [1, 2, 3, 4])
    await tx.website.create({
      data: {
        ...{ accountId: 1 + (number % 2), url: `https://${number}.example`, domain: `${number}.example` },
        ...{ privacy: number % 3, passwordHash: number === 2 ? '$x' : null, email: number === 1 },
        ...{ excludeBots: number !== 1, excludeIps: number === 3 ? '10.0.0.0/8\n::1' : null },
        ...{ timezone: 'Europe/Berlin', trackingId: `tracking${number}`, ...times },
      },
    });
  await tx.website.delete({ where: { id: 4 } });
  const key = { accountId: 1, scopes: 'stats:read', createdAt: new Date(NOON) };
  await tx.apiKey.create({ data: { ...key, name: 'ci', hash: 'h1' } });
  const dates = { expiresAt: new Date(NOON + 2), lastUsedAt: new Date(NOON + 3), revokedAt: new Date(0) };
  await tx.apiKey.create({ data: { ...key, name: "O'Neill 🔑", hash: 'h2', websiteId: 2, ...dates } });
  await tx.salt.create({ data: { day: 20_261_121, salt: Uint8Array.from({ length: 32 }, (_, i) => i * 8) } });
  await tx.setting.create({ data: { key: 'instances', value: '7' } });
  await tx.lease.create({ data: { name: 'jobs', holder: 'x', until: new Date(NOON + 999) } });
  await tx.drop.create({ data: { websiteId: 0, day: 20_261_121, reason: 'bot', count: 2n ** 62n + 1n } });
}

/** Hits with numbers that doubles cannot hold, and texts that need care in SQL and JSON. */
function hits(): Hit[] {
  const visitors = [-(2n ** 63n), 2n ** 63n - 1n, 9_007_199_254_740_993n, -9_007_199_254_740_993n, 0n];
  return Array.from({ length: 90 }, (_, index) => ({
    ...{
      websiteId: 1 + (index % 3),
      at: NOON + index * 60_000,
      day: 20_261_120 + (index % 2),
      hour: index % 24,
    },
    visitor: visitors[index % visitors.length] ?? 0n,
    path: ['/', "/it's", '/\\"{}', '/日本/🦶', ''][index % 5] ?? '',
    event:
      index % 4 === 0
        ? { name: 'Buy', value: [0.1, 1e300, -5, null][(index / 4) % 4] ?? null, unit: 'EUR' }
        : null,
    dimensions: {
      ...{
        referrer: index % 2 ? 'r.example' : '',
        campaign: 'c',
        browser: 'Firefox',
        os: 'Linux',
        device: 'desktop',
      },
      ...{ language: 'de', resolution: '1x1', continent: 'EU', country: 'DE', city: 'Köln, NRW, DE' },
    },
  }));
}

async function withDatabase<T>(url: string, use: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(url);
  return use(db).finally(() => db.close());
}

async function fill(url: string): Promise<void> {
  await withDatabase(url, (db) => db.write(register));
  let id = 2n ** 63n - 1_000n;
  const direct = await openDirect(url);
  await direct.transaction((tx) => storeHits(tx, hits(), () => id++)).finally(() => direct.close());
}

type Rows = Record<string, unknown>[];

const rowsOf = (db: Database, model: string): Promise<Rows> =>
  (db.read as unknown as Record<string, { findMany(): Promise<Rows> }>)[
    model.charAt(0).toLowerCase() + model.slice(1)
  ]?.findMany() ?? Promise.resolve([]);

/** Every row of every table, as Prisma gives it on either database. */
const content = (url: string): Promise<Record<string, string[]>> =>
  withDatabase(url, async (db) => {
    const text = (row: object) =>
      JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
    const tables = MODELS.map(async (model) => [model, (await rowsOf(db, model)).map(text).sort()] as const);
    return Object.fromEntries(await Promise.all(tables));
  });

/** A database of a kind that is not there yet, or without any table. */
async function newTarget(kind: string): Promise<Pick<FreshDatabase, 'url'> & AsyncDisposable> {
  if (kind === 'postgresql') return emptyDatabase();
  const { folder, ...temporary } = await temporaryFolder();
  return { url: `file:${path.join(folder, 'new', 'copy.db')}`, ...temporary };
}

const silent: Watcher = { begins() {}, copied() {}, compares() {} };
const copy = (from: string, to: string, options: Partial<CopyOptions> = {}) =>
  copyDatabase(from, to, { watcher: silent, pageSize: 20, ...options });

const PAIRS =
  KIND === 'sqlite'
    ? [['sqlite', 'sqlite']]
    : [
        ['postgresql', 'sqlite'],
        ['sqlite', 'postgresql'],
        ['postgresql', 'postgresql'],
      ];
const other = PAIRS[0]?.[1] ?? '';

let source: FreshDatabase;
let original: Record<string, string[]>;
beforeAll(async () => {
  source = await freshDatabase();
  await fill(source.url);
  original = await content(source.url);
});
afterAll(() => source[Symbol.asyncDispose]());

test('the source of these tests has a value in every column of the schema', async () => {
  const missing = await withDatabase(source.url, async (db) => {
    const columns = MODELS.map(async (model) => {
      const rows = await rowsOf(db, model);
      const names: string[] = Object.values(Prisma[`${model}ScalarFieldEnum`]);
      return names
        .filter((name) => !rows.some((row) => (row[name] ?? null) !== null))
        .map((n) => `${model}.${n}`);
    });
    return (await Promise.all(columns)).flat();
  });
  expect(missing).toEqual([]);
});

test.each(PAIRS)('everything is copied from %s to %s as it is, and compared', async (fromKind, toKind) => {
  await using from = await newTarget(fromKind ?? '');
  await using to = await newTarget(toKind ?? '');
  await migrate(from.url);
  await fill(from.url);
  const { tables, sums, rollups, differences } = await copy(from.url, to.url);
  expect(differences).toEqual([]);
  expect(await content(from.url)).toEqual(original);
  expect(await content(to.url)).toEqual(original);
  expect(tables).toEqual(Object.fromEntries(MODELS.map((model) => [model, original[model]?.length])));
  expect(sums).toBeGreaterThan(30);
  expect(rollups).toBe(tables.Stat);
});

test.each(PAIRS.map(([, kind]) => kind))('ids of deleted rows are not given again on %s', async (kind) => {
  await using to = await newTarget(kind ?? '');
  await copy(source.url, to.url);
  const added = await withDatabase(to.url, (db) =>
    db.write(async (tx) => {
      const { id: _, ...website } = await tx.website.findFirstOrThrow();
      return tx.website.create({ data: { ...website, domain: 'new.example', trackingId: 'new' } });
    }),
  );
  expect(added.id).toBe(5);
});

test.each(PAIRS)(
  'a copy from %s to %s that dies after any page goes on where it was',
  async (fromKind, toKind) => {
    await using from = await newTarget(fromKind ?? '');
    await using to = await newTarget(toKind ?? '');
    await migrate(from.url);
    await fill(from.url);
    let copied = 0;
    let [runs, done] = [0, -1];
    const dying = (pages: number): Watcher => ({
      ...silent,
      begins(_from, _to, before) {
        done = before;
      },
      copied(_table, rows) {
        copied += rows;
        if (--pages === 0) throw new Error('killed');
      },
    });
    for (;;) {
      const before = copied;
      runs += 1;
      const outcome = await copy(from.url, to.url, { watcher: dying(runs) }).catch(
        (error: Error) => error.message,
      );
      expect(done).toBe(before);
      if (outcome !== 'killed') {
        expect(outcome).toMatchObject({ differences: [] });
        break;
      }
    }
    expect(runs).toBeGreaterThan(5);
    // No page was written twice.
    expect(copied).toBe(Object.values(original).flat().length);
    expect(await content(to.url)).toEqual(original);
  },
);

test('a row that a server wrote into the target stops the copy; without it, it goes on', async () => {
  await using to = await newTarget(other);
  const change = (sql: string) => withDatabase(to.url, (db) => db.write((tx) => tx.$executeRawUnsafe(sql)));
  const key = `"websiteId" = 2 AND "id" = ${2n ** 63n - 999n}`;
  const watcher: Watcher = {
    ...silent,
    async copied(table) {
      if (table !== 'Drop') return;
      await change(`INSERT INTO "Hit" VALUES (2, ${2n ** 63n - 999n}, 1, 1, 1, 1, 1, '', NULL, NULL, NULL)`);
    },
  };
  await expect(copy(source.url, to.url, { watcher })).rejects.toThrow(
    /A row of Hit does not fit into .*[Ss]top/s,
  );
  expect(await change(`DELETE FROM "Hit" WHERE ${key}`)).toBe(1);
  expect((await copy(source.url, to.url)).differences).toEqual([]);
  expect(await content(to.url)).toEqual(original);
});

test('a source that is written during the copy is found out, and the copy stays marked as not complete', async () => {
  await using from = await newTarget(KIND);
  await using to = await newTarget(other);
  await migrate(from.url);
  await fill(from.url);
  const writeHit = () =>
    withDatabase(from.url, (db) => db.write((tx) => storeHits(tx, hits().slice(0, 1), () => 2n ** 63n - 1n)));
  const watcher: Watcher = {
    ...silent,
    async copied(table, rows) {
      if (table === 'Visit' && rows < 20) await writeHit();
    },
  };
  const { differences } = await copy(from.url, to.url, { watcher });
  expect(differences.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'rows of Hit in the source, which was written during the copy',
      expect.stringMatching(/^sum of Stat\.count of website 1, /),
      expect.stringMatching(/^rollup of website 1: /),
    ]),
  );
  await expect(copy(from.url, to.url)).rejects.toMatchObject({
    details: {
      fields: { from: [expect.stringMatching(/was written since the copy began: Hit had 90 rows/)] },
    },
  });
});

test('a difference that a comparison should find is found', async () => {
  await using to = await newTarget(other);
  let change = '';
  const watcher: Watcher = {
    ...silent,
    async copied(table) {
      if (table === 'Stat')
        await withDatabase(to.url, (db) => db.write((tx) => tx.$executeRawUnsafe(change)));
    },
  };
  change = `UPDATE "Stat" SET "count" = "count" + 1 WHERE "websiteId" = 1 AND "name" = 'browser' AND "period" = 202611`;
  const { differences } = await copy(source.url, to.url, { watcher });
  expect(differences.map(({ what }) => what)).toEqual([
    'sum of Stat.count of website 1, browser',
    'rollup of website 1: browser 202611 "Firefox"',
  ]);
});

const refusal = (copying: Promise<unknown>) =>
  copying.then(
    () => null,
    (error) => error.details?.fields ?? String(error),
  );

test('a target with an account or a website of its own is refused, and left as it is', async () => {
  await using to = await emptyDatabase();
  await migrate(to.url);
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  await withDatabase(to.url, (db) =>
    db.write((tx) =>
      tx.account.create({ data: { email: 'stranger@example.com', passwordHash: '', ...times } }),
    ),
  );
  const before = await content(to.url);
  expect(await refusal(copy(source.url, to.url))).toEqual({
    to: [
      expect.stringMatching(
        /has the account stranger@example.com, which the source has not. A copy goes into an/,
      ),
    ],
  });
  expect(await content(to.url)).toEqual(before);

  await withDatabase(to.url, (db) =>
    db.write(async (tx) => {
      await tx.account.deleteMany();
      await register(tx);
      await tx.website.updateMany({ where: { id: 2 }, data: { trackingId: 'another' } });
    }),
  ).catch(() => undefined);
  expect(await refusal(copy(source.url, to.url))).toEqual({
    to: [expect.stringMatching(/has the (account|website with the tracking id) /)],
  });
});

test('a complete copy is not repeated', async () => {
  await using to = await newTarget(other);
  await copy(source.url, to.url);
  expect(await refusal(copy(source.url, to.url))).toEqual({
    to: [expect.stringMatching(/has rows already \(Account, Website, ApiKey, Drop, Stat, Visit, Hit\)/)],
  });
  expect(await content(to.url)).toEqual(original);
});

test('what a server made for itself in an empty target gives way', async () => {
  await using to = await emptyDatabase();
  await migrate(to.url);
  await withDatabase(to.url, (db) =>
    db.write(async (tx) => {
      await tx.setting.create({ data: { key: 'instances', value: '99' } });
      await tx.salt.create({ data: { day: 20_261_121, salt: new Uint8Array(32) } });
    }),
  );
  await copy(source.url, to.url);
  expect(await content(to.url)).toEqual(original);
});

test('a copy that is not complete is not copied on', async () => {
  await using half = await newTarget(other);
  await using to = await newTarget(other);
  const watcher = { ...silent, copied: () => Promise.reject(new Error('killed')) };
  await expect(copy(source.url, half.url, { watcher })).rejects.toThrow('killed');
  expect(await refusal(copy(half.url, to.url))).toEqual({
    from: [expect.stringMatching(/a copy that was interrupted/)],
  });
});

test('the same database under two names is refused', async () => {
  await using temporary = await temporaryFolder();
  let alias = source.url.replace('127.0.0.1', 'localhost');
  if (KIND === 'sqlite') {
    await symlink(source.file, path.join(temporary.folder, 'alias.db'));
    alias = `file:${path.join(temporary.folder, 'alias.db')}`;
  }
  expect(alias).not.toBe(source.url);
  expect(await refusal(copy(source.url, alias))).toEqual({
    to: [expect.stringMatching(/^Must be another database/)],
  });
  expect(await content(source.url)).toEqual(original);
});

test('a file that is missing, or not a database of this product, is neither made nor changed', async () => {
  await using temporary = await temporaryFolder();
  const [missing, empty, foreign] = ['missing/a.db', 'empty.db', 'foreign.db'].map((name) =>
    path.join(temporary.folder, name),
  );
  await using to = await newTarget(other);
  expect(await refusal(copy(`file:${missing}`, to.url))).toEqual({
    from: [`There is no database in the file ${missing}.`],
  });
  expect(existsSync(path.dirname(missing ?? ''))).toBe(false);
  await writeFile(empty ?? '', '');
  expect(await refusal(copy(`file:${empty}`, to.url))).toEqual({
    from: [`There is no database in the file ${empty}.`],
  });
  expect(await readFile(empty ?? '', 'utf8')).toBe('');
  new Sqlite(foreign).exec('CREATE TABLE "Hit" ("id" INTEGER)').close();
  const before = await readFile(foreign ?? '');
  expect(await refusal(copy(`file:${foreign}`, to.url))).toEqual({
    from: [expect.stringContaining('footfall migrate')],
  });
  expect((await readFile(foreign ?? '')).equals(before)).toBe(true);
});

/** Runs `footfall copy`; it needs no configuration. */
const footfall = (folder: string, ...args: string[]) =>
  run('bin/footfall.js', ['copy', ...args], folder, { DATABASE_URL: 'file:unused.db' });

test('the command prints what it compared, or one JSON value', async () => {
  await using text = await newTarget(other);
  await using json = await newTarget(other);
  await using temporary = await temporaryFolder();
  const told = await footfall(temporary.folder, '--from', source.url, '--to', text.url);
  expect(told).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Copying .*No server must run .* as long\.\n$/s),
  });
  expect(told.stdout).toMatch(/^Hit +90$/m);
  expect(told.stdout).toMatch(
    /^Copied and compared \S+ rows in \S+ s: the numbers of rows of 10 tables, .* sums of Stat\.count .* the same\.$/m,
  );
  expect(told.stdout + told.stderr).not.toContain(encodeURIComponent(PASSWORD));
  const { code, stdout } = await footfall(temporary.folder, '--from', source.url, '--to', json.url, '--json');
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      tables: Object.fromEntries(MODELS.map((model) => [model, original[model]?.length])),
      seconds: expect.any(Number),
      verified: true,
    },
  ]);
});

test('two processes that copy into one database at the same moment leave one whole copy', async () => {
  await using to = await newTarget(other);
  await using temporary = await temporaryFolder();
  const two = ['--from', source.url, '--to', to.url];
  const ended = await Promise.all([footfall(temporary.folder, ...two), footfall(temporary.folder, ...two)]);
  // One that comes when the other compares has nothing left to copy, and compares as well.
  const said = ended.map(({ code, stderr }) => (code === 0 ? 'complete' : stderr));
  expect(said).toContain('complete');
  for (const text of said) expect(text).toMatch(/^complete$|Another process copies|has rows already/);
  expect(await content(to.url)).toEqual(original);
});

test.each([
  ['mysql://root:pass:word@localhost/x', 'file:to.db', /^from: Must be file: and a path, .* or an address/],
  ['', 'file:to.db', /^from: Must be file:/],
  ['file:missing.db', 'file:to.db', /^from: There is no database in the file .*missing\.db\.$/m],
  [
    'file:from.db',
    'postgresql://me:pass:word@127.0.0.1:1/x',
    /^The database x on 127.0.0.1:1 cannot be reached/,
  ],
  ['file:from.db', 'postgresql://me:pass:word@127.0.0.1:1', /^to: Must be/],
])('from %j to %j is one clear message, and exit code 1', async (from, to, message) => {
  await using temporary = await temporaryFolder();
  await migrate(`file:${path.join(temporary.folder, 'from.db')}`);
  const ended = await footfall(temporary.folder, '--from', from, '--to', to);
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(ended.stderr).not.toContain(PASSWORD);
  expect(existsSync(path.join(temporary.folder, 'missing.db'))).toBe(false);
});

test('where there is no terminal, a line every ten seconds says how far it is', async () => {
  let now = 0;
  const said: string[] = [];
  const shown = showProgress({ isTTY: false, write: (text: string) => said.push(text) > 0 }, () => now);
  shown.begins('a.db', 'b.db', 1_000, 101_000);
  for (let page = 0; page < 20; page += 1) {
    now += 1_000;
    await shown.copied('Hit', 5_000);
  }
  shown.compares();
  shown.end();
  expect(said.join('').split('\n')).toEqual([
    'Copying a.db into b.db. No server must run on either. Going on: 1,000 of 101,000 rows are there.',
    '51,000 of 101,000 rows (Hit), 5,000 a second',
    '101,000 of 101,000 rows (Hit), 5,000 a second',
    'All rows are there; comparing, which takes about as long.',
    '',
  ]);
});
