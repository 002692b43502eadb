import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromJson } from '../../../src/db/sql/dialect.ts';
import { STAT_NAMES } from '../../../src/engine/registry/statistics.ts';
import { type CachedPages, createPageCache, statLoader } from '../../../src/engine/rollup/loader.ts';
import type { StatPage, StatRow } from '../../../src/engine/rollup/page.ts';
import type { StatQuery } from '../../../src/engine/rollup/statement.ts';
import { valuesLoader } from '../../../src/engine/rollup/values.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { addToMonths } from '../../../src/ingest/months/sum.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { DIMENSIONS } from '../../support/dimensions.ts';
import { byCodePoint } from '../../support/oracle.ts';
import { runs } from '../../support/properties.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

interface Counted {
  websiteId: number;
  name: 'page' | 'browser';
  day: number;
  value: string;
  count: number;
}

/** Every day of fourteen months, including two turns of the year and a leap day. */
const DAYS = Array.from({ length: 428 }, (_, index) =>
  Number(new Date(Date.UTC(2027, 11, 1) + index * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')),
);

const VALUES = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'Å',
  'å',
  '%',
  '_',
  '[a]',
  '～',
  '😀',
  '\u{10FFFF}',
  'z',
  '10',
  '9',
  '(few)',
];
/** Mostly days at the ends of a few months, so that the limits of ranges fall on days with rows. */
const EDGES = DAYS.filter((day) => [1, 2, 28, 29, 30, 31].includes(day % 100) && day < 20280402);
const day = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...EDGES) },
  { weight: 1, arbitrary: fc.constantFrom(...DAYS) },
);

const counted: fc.Arbitrary<Counted> = fc.record({
  websiteId: fc.constantFrom(1, 2),
  name: fc.constantFrom('page', 'browser'),
  day,
  value: fc.constantFrom(...VALUES),
  count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom(2 ** 31, 2 ** 40)),
});

const query: fc.Arbitrary<StatQuery> = fc
  .record({
    websiteId: fc.constantFrom(1, 2, 3),
    name: fc.constantFrom('page', 'browser'),
    one: day,
    other: day,
    search: fc.option(fc.constantFrom('a', 'Å', '%', '_', '[', 'a]', '1', 'q')),
    sort: fc.constantFrom('max', 'min'),
    offset: fc.nat(20),
    limit: fc.integer({ min: 1, max: 20 }),
    hideBelow: fc.constantFrom(0, 0, 2, 3, 5, 1_000),
  })
  .map(({ one, other, ...rest }) => ({
    ...rest,
    from: Math.min(one, other),
    to: Math.max(one, other),
  })) as fc.Arbitrary<StatQuery>;

/**
 * Replaces the rollup with these counts, by day, and by month up to a day of each website: a random one,
 * since it is a day of the list. Half of the later ones are deferred.
 */
async function store(list: readonly Counted[]): Promise<void> {
  const through = new Map([1, 2, 3].map((id) => [id, list[id]?.day ?? 99991231]));
  const deferred: Counted[] = [];
  const periods = list.flatMap((row, index) => {
    if (row.day <= (through.get(row.websiteId) ?? 0))
      return [row, { ...row, day: Math.floor(row.day / 100) }];
    if (index % 2 === 0) return [row];
    deferred.push(row);
    return [];
  });
  const deferredOf = (id: number) =>
    deferred
      .filter(({ websiteId }) => websiteId === id)
      .map(({ day, name, value, count }) => [day, { [name]: [[value, count]] }]);
  const rows = periods.map(({ websiteId, name, day: period, value, count }) => [
    ...[websiteId, name, period, value, count],
  ]);
  const columns = {
    websiteId: 'INTEGER',
    name: 'TEXT',
    period: 'INTEGER',
    value: 'TEXT',
    count: 'BIGINT',
  } as const;
  await database.db.write(async (tx) => {
    await tx.$executeRaw`DELETE FROM "Stat"`;
    await tx.websiteLock.deleteMany();
    await tx.websiteLock.createMany({
      data: [...through].map(([websiteId, monthsThrough]) => ({
        websiteId,
        monthsThrough,
        deferred: JSON.stringify(deferredOf(websiteId)),
      })),
    });
    await tx.$executeRaw`
      INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
      SELECT "websiteId", "name", "period", "value", SUM("count")
      FROM ${fromJson(tx.dialect, rows, columns)} AS "new" GROUP BY 1, 2, 3, 4`;
  });
}

/** Computes all rows of a query from the days only. */
function allRows(list: readonly Counted[], asked: StatQuery): StatRow[] {
  const sums = new Map<string, number>();
  for (const row of list) {
    if (row.websiteId !== asked.websiteId || row.name !== asked.name) continue;
    if (row.day < asked.from || row.day > asked.to) continue;
    if (asked.search !== null && !row.value.toLowerCase().includes(asked.search.toLowerCase())) continue;
    sums.set(row.value, (sums.get(row.value) ?? 0) + row.count);
  }
  const rows = [...sums].map(([value, count]) => ({ value, count }));
  if (asked.sort === 'max') return rows.sort((a, b) => b.count - a.count || byCodePoint(a.value, b.value));
  return rows.sort((a, b) => a.count - b.count || byCodePoint(a.value, b.value));
}

function pageOf(list: readonly Counted[], asked: StatQuery): StatPage {
  const all = allRows(list, asked);
  const rows = all.filter(({ value, count }) => asked.hideBelow === 0 || isShown(value, count, asked));
  const few = sumOf(all) - sumOf(rows);
  const isFew = few > 0 && asked.search === null;
  if (isFew) rows.push({ value: '(few)', count: few });
  return {
    ...(isFew && { few }),
    rows: rows.slice(asked.offset, asked.offset + asked.limit),
    total: rows.length,
    sum: sumOf(rows),
  };
}

const sumOf = (rows: readonly StatRow[]) => rows.reduce((sum, { count }) => sum + count, 0);

/** A value that was sent as `(few)` is never shown as itself. */
const isShown = (value: string, count: number, { hideBelow }: StatQuery) =>
  count >= hideBelow && value !== '(few)';

const several = fc.array(query, { maxLength: 12, size: 'max' });
/** Groups of queries for one statistic and range each, with different searches, orders and pages. */
const related = fc.array(fc.tuple(query, fc.array(query, { maxLength: 4 })), { maxLength: 4 }).map((groups) =>
  groups.flatMap(([first, others]) => {
    const { websiteId, name, from, to } = first;
    return [first, ...others.map((other) => ({ ...other, websiteId, name, from, to }))];
  }),
);

const LIVE_DAYS = [20280101, 20280130, 20280131, 20280201, 20280215];
const rowsOfRollup = fc.array(counted, { maxLength: 80, size: 'max' });

test('concurrent queries return the same as a slow recount by days', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfRollup, fc.oneof(several, related), async (list, queries) => {
      await store(list);
      const loader = statLoader(database.db, createPageCache());
      const pages = await Promise.all(queries.map((asked) => loader.load(asked)));
      expect(pages).toEqual(queries.map((asked) => pageOf(list, asked)));
    }),
    { numRuns: runs(50) },
  );
});

test('the counts of known values are those of a slow recount by days', async () => {
  const values = fc.uniqueArray(fc.constantFrom(...VALUES, 'nowhere'), { maxLength: 8 });
  const several = fc.array(fc.tuple(query, values), { maxLength: 12, size: 'max' });
  await fc.assert(
    fc.asyncProperty(rowsOfRollup, several, async (list, asked) => {
      await store(list);
      // Each day and month with hits has visitors.
      await database.db.write(
        (tx) => tx.$executeRaw`
          INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
          SELECT DISTINCT "websiteId", 'visitors', "period", '', 1 FROM "Stat"`,
      );
      const loader = valuesLoader(database.db);
      const queries = asked.map(([{ websiteId, name, from, to }, values]) => ({
        websiteId,
        name,
        from,
        to,
        values,
      }));
      const found = await Promise.all(queries.map((one) => loader.load(one)));
      const expected = asked.map(([one, values]) =>
        allRows(list, { ...one, search: null }).filter(({ value }) => values.includes(value)),
      );
      const byValue = (rows: readonly StatRow[]) => new Map(rows.map(({ value, count }) => [value, count]));
      expect(found.map((counts) => new Map([...counts].filter(([, count]) => count !== 0)))).toEqual(
        expected.map(byValue),
      );
    }),
    { numRuns: runs(50) },
  );
});

test('the counts of a range are the sums of its two parts, wherever it is divided', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfRollup, query, fc.nat(), async (list, { search: _, ...some }, at) => {
      await store(list);
      const whole: StatQuery = { ...some, search: null, offset: 0, limit: 100, hideBelow: 0 };
      const days = DAYS.filter((number) => number >= whole.from && number <= whole.to);
      const last = days[at % days.length] ?? 0;
      const next = DAYS[DAYS.indexOf(last) + 1];
      fc.pre(next !== undefined && next <= whole.to);
      const loader = statLoader(database.db, createPageCache());
      const ranges = [whole, { ...whole, to: last }, { ...whole, from: next ?? 0 }];
      const [all, first, second] = await Promise.all(ranges.map((range) => loader.load(range)));
      const sums = new Map<string, number>();
      for (const { value, count } of [...(first?.rows ?? []), ...(second?.rows ?? [])]) {
        sums.set(value, (sums.get(value) ?? 0) + count);
      }
      expect(new Map(all?.rows.map(({ value, count }) => [value, count]))).toEqual(sums);
      expect(all?.sum).toBe((first?.sum ?? 0) + (second?.sum ?? 0));
    }),
    { numRuns: runs(30) },
  );
});

test('the pages contain each row exactly once, and a page past the end still has the totals', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfRollup, query, async (list, asked) => {
      await store(list);
      const loader = statLoader(database.db, createPageCache());
      const { rows: all, total, sum } = pageOf(list, { ...asked, offset: 0, limit: 100 });
      const offsets = Array.from(
        { length: Math.ceil(all.length / asked.limit) + 2 },
        (_, i) => i * asked.limit,
      );
      const pages = await Promise.all(offsets.map((offset) => loader.load({ ...asked, offset })));
      expect(pages.flatMap(({ rows }) => rows)).toEqual(all);
      expect(pages.map((page) => [page.total, page.sum])).toEqual(pages.map(() => [total, sum]));
      expect([total, pages.at(-1)?.rows]).toEqual([all.length, []]);
    }),
    { numRuns: runs(30) },
  );
});

test('a threshold shows a value only if its count reaches it, and the rows still add up', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfRollup, query, fc.integer({ min: 2, max: 8 }), async (list, some, hideBelow) => {
      await store(list);
      const loader = statLoader(database.db, createPageCache());
      const asked = { ...some, search: null, offset: 0, limit: 100 };
      const [all, hidden, found] = await Promise.all([
        loader.load({ ...asked, hideBelow: 0 }),
        loader.load({ ...asked, hideBelow }),
        loader.load({ ...asked, hideBelow, search: some.search }),
      ]);
      const shown = all.rows.filter(({ value, count }) => count >= hideBelow && value !== '(few)');
      const few = hidden.rows.filter(({ value }) => value === '(few)');
      expect(few).toEqual(hidden.rows.slice(shown.length));
      expect(hidden.rows.slice(0, shown.length)).toEqual(shown);
      expect([sumOf(hidden.rows), hidden.sum]).toEqual([all.sum, all.sum]);
      if (some.search !== null) expect(found.sum).toBe(sumOf(found.rows));
      for (const row of some.search === null ? [] : found.rows) expect(shown).toContainEqual(row);
    }),
    { numRuns: runs(30) },
  );
});

/** Hits on three days around the end of a month. Few visitors return, with other referrers and browsers. */
const hit: fc.Arbitrary<Hit> = fc
  .record({
    websiteId: fc.constantFrom(1, 2),
    day: fc.constantFrom(20280130, 20280131, 20280201),
    visitor: fc.bigInt({ min: 1n, max: 4n }),
    hour: fc.constantFrom(9, 10, 11),
    path: fc.constantFrom('/', '/a'),
    event: fc.constantFrom(null, { name: 'Sign up', value: null, unit: null }),
    referrer: fc.constantFrom('', 'r.test'),
    campaign: fc.constantFrom('', 'c'),
    browser: fc.constantFrom('Chrome', 'Safari'),
  })
  .map(({ referrer, campaign, browser, ...moment }) => ({
    ...moment,
    at: moment.day * 10 ** 8 + moment.hour * 3_600_000,
    dimensions: { ...DIMENSIONS, referrer, campaign, browser },
  }));

/** Queries for every statistic of a website over a range. */
const live: fc.Arbitrary<StatQuery[]> = fc
  .record({
    websiteId: fc.constantFrom(1, 2),
    one: fc.constantFrom(...LIVE_DAYS),
    other: fc.constantFrom(...LIVE_DAYS),
  })
  .map(({ one, other, websiteId }) => {
    const days = { from: Math.min(one, other), to: Math.max(one, other) };
    const rows = { search: null, sort: 'max', offset: 0, limit: 10 } as const;
    return STAT_NAMES.flatMap((name) =>
      [0, 2].map((hideBelow) => ({ websiteId, name, ...days, ...rows, hideBelow })),
    );
  });

test('cached pages equal the hits, whatever is stored or added to months between two reads', async () => {
  let id = 0n;
  let others = 0n;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(hit, { maxLength: 3 }), fc.constantFrom(0, ...LIVE_DAYS)), {
        maxLength: 8,
        size: 'max',
      }),
      live,
      async (batches, queries) => {
        await store([]);
        await database.db.write((tx) => tx.websiteLock.deleteMany());
        const known = createPageCache();
        // Each run has new visitors, because a visitor seen at eleven would open no visit at ten.
        others += 10n;
        const ask = (pages: CachedPages) => {
          const loader = statLoader(database.db, pages);
          return Promise.all(queries.map((asked) => loader.load(asked)));
        };
        for (const [batch, through] of batches) {
          const hits = batch.map((one) => ({ ...one, visitor: one.visitor + others }));
          await database.db.write((tx) => storeHits(tx, hits, () => ++id));
          const before = await ask(createPageCache());
          expect(await ask(known)).toEqual(before);
          for (const { websiteId } of hits)
            await database.db.write((tx) => addToMonths(tx, websiteId, through));
          expect(await ask(known)).toEqual(before);
          expect(await ask(createPageCache())).toEqual(before);
        }
      },
    ),
    { numRuns: runs(30) },
  );
});
