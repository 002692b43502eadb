import { expect, test } from '@jest/globals';
import { openSnapshots } from '../../../src/db/open.ts';
import { freshDatabase } from '../../support/database.ts';
import { fakeCluster } from '../../support/postgresql/fakeCluster.ts';

test('a snapshot has no version once its database is distributed, also on an open connection', async () => {
  await using database = await freshDatabase();
  const snapshots = await openSnapshots(database.url);
  const version = () => snapshots.read((snapshot) => snapshot.version());
  try {
    expect(await version()).not.toBeNull();
    await fakeCluster(database.url, { shards: 4 });
    expect(await version()).toBeNull();
  } finally {
    await snapshots.close();
  }
});
