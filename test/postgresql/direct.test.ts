import { expect, test } from '@jest/globals';
import { openDirect } from '../../src/db/open.ts';
import { freshDatabase } from '../support/database.ts';

test("a transaction fails with its callback's error, or else with the first database error", async () => {
  await using database = await freshDatabase();
  const direct = await openDirect(database.url);
  try {
    const meant = direct.transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 / 0`.catch((error: unknown) => {
        throw new Error('It cannot be divided.', { cause: error });
      });
    });
    await expect(meant).rejects.toThrow('It cannot be divided.');
    const first = direct.transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 / 0`;
      await tx.$queryRaw`SELECT 1`;
    });
    await expect(first).rejects.toThrow('division by zero');
  } finally {
    await direct.close();
  }
});
