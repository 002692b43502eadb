import { expect, test } from '@jest/globals';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { emptyDatabase, MIGRATIONS } from '../support/database.ts';

test('two concurrent migrations in lockstep do not deadlock', async () => {
  await using empty = await emptyDatabase();
  const applied = await Promise.all([migrate(empty.url), migrate(empty.url)]);
  expect(applied.flat().sort()).toEqual(MIGRATIONS);
});
