import { expect, test } from '@jest/globals';
import type { Database } from '../../src/db/database.ts';
import { DatabaseFault, type FaultKind } from '../../src/db/health/faults.ts';
import { createDirectory } from '../../src/ingest/directory.ts';
import { addWebsites, openTestDatabase } from '../support/books/database.ts';

/** A directory whose first lookups fail, and the number of its lookups. */
async function failing(faults: FaultKind[]) {
  const database = await openTestDatabase();
  await addWebsites(database.db);
  const { read } = database.db;
  const { trackingId } = await read.website.findFirstOrThrow();
  let lookups = 0;
  const website = {
    findMany(args: Parameters<typeof read.website.findMany>[0]) {
      const fault = faults[lookups];
      lookups += 1;
      return fault ? Promise.reject(new DatabaseFault(fault, '', null)) : read.website.findMany(args);
    },
  };
  const db = { ...database.db, read: { website } } as unknown as Database;
  return {
    directory: createDirectory({ db, now: () => 0 }),
    trackingId,
    lookups: () => lookups,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

test('a lookup that loses its connection is repeated once', async () => {
  await using once = await failing(['unreachable']);
  expect(await once.directory.byTrackingId(once.trackingId)).toMatchObject({ id: 1 });
  expect(once.lookups()).toBe(2);
  await using twice = await failing(['unreachable', 'unreachable']);
  await expect(twice.directory.byTrackingId(twice.trackingId)).rejects.toThrow(DatabaseFault);
  expect(twice.lookups()).toBe(2);
});

test('a lookup that fails for another reason is not repeated', async () => {
  await using damaged = await failing(['damaged']);
  await expect(damaged.directory.byTrackingId(damaged.trackingId)).rejects.toThrow(DatabaseFault);
  expect(damaged.lookups()).toBe(1);
});
