import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Comparison } from '../../src/copy/compare.ts';
import type { Watcher } from '../../src/copy/copy.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { content, MODELS, rowsOf, withDatabase } from '../support/copy/content.ts';
import {
  copy,
  footfall,
  newTarget,
  PAIRS,
  sharedSources,
  silent,
  type Temporary,
} from '../support/copy/copying.ts';
import { freshDatabase, temporaryFolder } from '../support/database.ts';

const source = sharedSources();

test('the test data has a value in every column of the copied tables', async () => {
  const { url } = await source();
  const missing = await withDatabase(url, async (db) => {
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

describe.each(PAIRS)('from %s to %s', (fromKind, toKind) => {
  let to: Temporary;
  let compared: Comparison;
  let copied: Awaited<ReturnType<typeof content>>;
  beforeAll(async () => {
    to = await newTarget(toKind);
    compared = await copy((await source(fromKind)).url, to.url);
    copied = await content(to.url);
  });
  afterAll(() => to[Symbol.asyncDispose]());

  test('everything but the chunks is copied unchanged and compared', async () => {
    const { content: original } = await source();
    const { tables, sums, days, differences } = compared;
    expect(differences).toEqual([]);
    expect(await content((await source(fromKind)).url)).toEqual(original);
    expect(copied).toEqual(original);
    expect(await withDatabase((await source(fromKind)).url, ({ read }) => read.chunk.count())).toBe(1);
    expect(await withDatabase(to.url, ({ read }) => read.chunk.count())).toBe(0);
    expect(tables).toEqual(Object.fromEntries(MODELS.map((model) => [model, original[model]?.length])));
    // Six totals of each of three websites.
    expect(sums).toBe(18);
    expect(days).toBe(tables.DayTotal);
  });

  test('IDs of deleted rows are not reused', async () => {
    const added = await withDatabase(to.url, (db) =>
      db.write(async (tx) => {
        const { id: _, ...website } = await tx.website.findFirstOrThrow();
        return tx.website.create({ data: { ...website, domain: 'new.example', trackingId: 'new' } });
      }),
    );
    expect(added.id).toBe(5);
  });
});

test('the comparison finds a difference', async () => {
  await using to = await newTarget();
  const change = `UPDATE "DayTotal" SET "bounces" = "bounces" + 1 WHERE "websiteId" = 1 AND "day" = 20261121`;
  const watcher: Watcher = {
    ...silent,
    async copied(table) {
      if (table === 'DayTotal')
        await withDatabase(to.url, (db) => db.write((tx) => tx.$executeRawUnsafe(change)));
    },
  };
  const { differences } = await copy((await source()).url, to.url, { watcher });
  expect(differences.map(({ what }) => what)).toEqual([
    'total of website 1, bounces',
    'website 1: bounces 20261121',
  ]);
});

test('rows that a server created in an empty target are replaced', async () => {
  await using to = await freshDatabase();
  await withDatabase(to.url, (db) =>
    db.write(async (tx) => {
      await tx.setting.create({ data: { key: 'instances', value: '99' } });
      await tx.salt.create({ data: { day: 20_261_121, salt: new Uint8Array(32) } });
    }),
  );
  const from = await source();
  await copy(from.url, to.url);
  expect(await content(to.url)).toEqual(from.content);
});

test('the command prints the results of the comparison, but no password', async () => {
  await using to = await newTarget();
  await using temporary = await temporaryFolder();
  const told = await footfall(temporary.folder, '--from', (await source()).url, '--to', to.url);
  expect(told).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Copying .*Keep all servers .* as long\.\n$/s),
  });
  expect(told.stdout).toMatch(/^Hit +90$/m);
  expect(told.stdout).toMatch(
    new RegExp(
      '^Copied and compared \\S+ rows in \\S+ s: ' +
        `the row counts of ${MODELS.length} tables, \\d+ sums of totals .* the same\\.$`,
      'm',
    ),
  );
  expect(told.stdout + told.stderr).not.toMatch(/pass(:|%3A)word/);
});
