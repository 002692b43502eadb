import { expect, test } from '@jest/globals';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { emptyDatabase, MIGRATIONS } from '../support/database.ts';

// In a file of its own: here both wait for the engine to be loaded, and so take every step at the same moment.
test('two that migrate in step, each keeping what it read from the other, do not wait for each other for ever', async () => {
  await using empty = await emptyDatabase();
  const applied = await Promise.all([migrate(empty.url), migrate(empty.url)]);
  expect(applied.flat()).toEqual(MIGRATIONS);
});
