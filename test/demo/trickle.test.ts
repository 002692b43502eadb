import { expect, test } from '@jest/globals';
import { dice } from '../../src/demo/random.ts';
import { createTrickle } from '../../src/demo/trickle.ts';
import { createHitIds } from '../../src/ingest/recorder/ids.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { register } from '../support/pages.ts';
import { graphql } from '../support/reports.ts';
import { NOON, startTestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';

const MINUTE = 60_000;

test('while the demo runs, some visitors are present at any time, and open pages follow', async () => {
  await using server = await startTestServer();
  const { id: websiteId } = await register(server, { url: 'teahouse.example' });
  const { db, now } = server.deps;
  const changed: number[] = [];
  const trickle = createTrickle({
    sites: [{ websiteId, timezone: 'UTC', size: 1, shop: true }],
    db,
    live: { stored: (ids) => void changed.push(...ids) },
    nextId: await createHitIds({ write: db.write, now })(),
    dice: dice(7),
    since: NOON,
  });
  const present: number[] = [];
  let hits = 0;
  for (let minute = 1; minute <= 60; minute += 1) {
    const stored = await trickle(NOON + minute * MINUTE);
    hits += stored;
    expect(changed.splice(0)).toEqual(stored > 0 ? [websiteId] : []);
    server.setTime(NOON + minute * MINUTE);
    const { data } = await graphql<{ website: { live: { visitors: number } } }>(
      server,
      `{ website(id: "${websiteId}") { live { visitors } } }`,
    );
    present.push(data.website.live.visitors);
  }
  // After the first minutes: who came before the start is not part of this test.
  expect(Math.min(...present.slice(10))).toBeGreaterThan(0);
  expect(hits).toBeGreaterThan(60);
  expect(await trickle(NOON + 60 * MINUTE)).toBe(0);
  expect((await verifyRollups(db)).differences).toEqual([]);
  // They do what the visitors of the year do.
  const withProperties = await rows(server, 'SELECT "id" FROM "Hit" WHERE "properties" IS NOT NULL');
  expect(withProperties.length).toBeGreaterThan(5);
});
