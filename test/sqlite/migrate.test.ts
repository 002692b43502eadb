import { expect, test } from '@jest/globals';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { emptyDatabase, MIGRATIONS } from '../support/database.ts';

// In its own file, so that both wait for the engine to load and then run in lockstep.
test('two concurrent migrations in lockstep do not deadlock', async () => {
  await using empty = await emptyDatabase();
  const applied = await Promise.all([migrate(empty.url), migrate(empty.url)]);
  expect(applied.flat()).toEqual(MIGRATIONS);
});
