import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { undoImport } from '../../../src/transfer/imports/undo.ts';
import { verifyImports } from '../../../src/transfer/imports/verify.ts';
import type { TotalRecord } from '../../../src/transfer/sources/records.ts';
import { type Importing, NOW, startImporting, viewAt } from '../../support/transfer/importing.ts';

let importing: Importing;
beforeEach(async () => {
  importing = await startImporting();
});
afterEach(() => importing[Symbol.asyncDispose]());

const sum = (day: number, dimension: TotalRecord['dimension'], value: string): TotalRecord => ({
  ...{ kind: 'total', line: 1, day, dimension, value, visitors: 1, visits: 1, pageviews: 1 },
});
/** Sums of two days, and a hit later. */
const RECORDS = [
  ...[20261001, 20261002].flatMap((day) => [sum(day, 'total', ''), sum(day, 'page', '/')]),
  viewAt(NOW - 86_400_000),
];

test('imports with sums and hits have no differences, while they are stored, done and removed', async () => {
  const { db } = importing;
  const row = await importing.run(RECORDS, {
    deps: {
      onProgress: async (step) => {
        if (step === 'store') expect((await verifyImports(db)).differences).toEqual([]);
      },
    },
  });
  expect(await verifyImports(db)).toEqual({ imports: 1, differences: [] });
  await db.write((tx) => tx.import.update({ where: { id: row.id }, data: { state: 'undoing' } }));
  expect(await verifyImports(db)).toEqual({ imports: 0, differences: [] });
  await undoImport({ ...row, state: 'undoing' }, importing.deps);
  expect(await verifyImports(db)).toEqual({ imports: 0, differences: [] });
});

test.each([
  ['its state', { state: 'undone' }, ['import.sums', 'import.sums']],
  ['its first day', { firstDay: 20261002 }, ['import.first_day', 'import.first_day']],
  ['its last day', { lastDay: 20261001 }, ['import.last_day', 'import.last_day', 'import.days']],
  ['its dimensions', { dimensions: 'total' }, ['import.dimension']],
])('sums that do not agree with %s are differences', async (_, data, names) => {
  const { db } = importing;
  const { id } = await importing.run(RECORDS);
  await db.write((tx) => tx.import.update({ where: { id }, data }));
  const { differences } = await verifyImports(db);
  expect(differences.map(({ name }) => name)).toEqual(names);
});

test('sums without an import, and an import without days, are differences', async () => {
  const { db } = importing;
  const { id } = await importing.run(RECORDS);
  await db.write((tx) => tx.dayTotal.deleteMany({ where: { websiteId: 1 } }));
  const days = {
    websiteId: 1,
    name: 'import.days',
    period: 20261001,
    value: `import ${id}`,
    stored: 3,
    computed: 0,
  };
  expect((await verifyImports(db)).differences).toEqual([days]);
  await db.write((tx) => tx.import.deleteMany());
  expect((await verifyImports(db)).differences).toEqual(
    ['page', 'total'].map((dimension) => ({
      ...{ websiteId: 1, name: 'import.sums', period: 20261001, value: `import ${id}, ${dimension}` },
      ...{ stored: 2, computed: 0 },
    })),
  );
});
