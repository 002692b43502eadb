import { describe, expect, test } from '@jest/globals';
import { dayIsOver } from '../src/calendar/clock.ts';
import { openDatabase } from '../src/db/open.ts';
import { saltDeletion } from '../src/ingest/salts.ts';
import { visitorHash } from '../src/ingest/visitor.ts';
import { startServer } from '../src/server.ts';
import { newWebsite, rest, statRows, WEBSITES } from './support/rest.ts';
import { CHROME, NOON, startTestServer, type TestServer } from './support/server.ts';
import { rows } from './support/tables.ts';
import { databaseBytes } from './support/traces.ts';
import { outcome, RECORDED, sendHit } from './support/track.ts';

const DAY_MS = 86_400_000;
const page = 'https://example.com/';

describe('the salt of a day', () => {
  const address = '198.51.100.77';
  const headers = { 'x-forwarded-for': address };

  /** The visitor that was recorded, and the salt that tells who it was. */
  async function recorded(server: TestServer) {
    const [visit] = await server.deps.db.read.visit.findMany({ orderBy: { startedAt: 'desc' } });
    const salts = await server.deps.db.read.salt.findMany();
    return { visitor: visit?.visitor, salts };
  }

  test('is what it takes to tell who a visitor was', async () => {
    await using server = await startTestServer();
    const { id } = await newWebsite(server);
    await sendHit(server, { page }, headers);
    const { visitor, salts } = await recorded(server);
    expect(salts.map(({ day, salt }) => [day, salt.length])).toEqual([[20261121, 32]]);
    const guesses = salts.map(({ salt }) => visitorHash(salt, id, address, CHROME));
    expect(guesses).toEqual([visitor]);
  });

  test('is deleted once the day is over everywhere, and not before', async () => {
    await using server = await startTestServer();
    const { id } = await newWebsite(server, { timezone: 'Etc/GMT+12' });
    await sendHit(server, { page }, headers);
    const { visitor } = await recorded(server);

    server.setTime(NOON + DAY_MS - 1);
    await saltDeletion(server.deps)();
    expect(dayIsOver(20261121, NOON + DAY_MS - 1)).toBe(false);
    // For this website it is still the same day, and the same visitor.
    await sendHit(server, { page }, headers);
    expect(await rows(server, 'SELECT DISTINCT "day" FROM "Visit"')).toEqual([{ day: 20261121 }]);
    expect(await statRows(server, id, 'visitors')).toEqual([['2026-11-21', 1]]);

    server.setTime(NOON + DAY_MS);
    await saltDeletion(server.deps)();
    expect((await recorded(server)).salts).toEqual([]);
    await sendHit(server, { page }, headers);
    const after = await recorded(server);
    expect(after.salts.map(({ day }) => day)).toEqual([20261122]);
    const guesses = after.salts.map(({ salt }) => visitorHash(salt, id, address, CHROME));
    expect(guesses).not.toContain(visitor);
    expect(after.visitor).not.toBe(visitor);
    expect(await statRows(server, id, 'visitors')).toHaveLength(2);
  });

  /** Stops the server, runs it again when the day is over, and stops it. @returns the salt that there was. */
  async function overnight(server: TestServer): Promise<Buffer> {
    await newWebsite(server);
    expect(outcome(await sendHit(server, { page }, headers))).toEqual(RECORDED);
    const [before] = (await recorded(server)).salts;
    const salt = Buffer.from(before?.salt ?? []);
    expect(salt).toHaveLength(32);
    expect((await databaseBytes(server)).includes(salt)).toBe(true);
    await server.stop();
    const { config, log } = server.deps;
    await (await startServer({ config, log, script: '', now: () => NOON + DAY_MS })).stop();
    return salt;
  }

  test('is deleted by the server itself', async () => {
    await using server = await startTestServer();
    await overnight(server);
    const { read, close } = await openDatabase(server.deps.config.databaseUrl);
    expect(await read.salt.findMany()).toEqual([]);
    await close();
  });

  test('is then nowhere in the files of the database: whoever reads them has nothing to try addresses with', async () => {
    await using server = await startTestServer();
    const salt = await overnight(server);
    expect((await databaseBytes(server)).includes(salt)).toBe(false);
  });

  test('does not come to light over the APIs', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '0' });
    await sendHit(server, { page }, headers);
    const [before] = (await recorded(server)).salts;
    const salt = Buffer.from(before?.salt ?? []);
    const { visitor } = await recorded(server);
    const shown = JSON.stringify([
      (await rest(server, WEBSITES)).body,
      (await rest(server, '/api/v1/stats/1?name=visitors&from=2026-11-21&to=2026-11-21')).body,
    ]);
    for (const secret of [salt.toString('hex'), salt.toString('base64'), String(visitor)]) {
      expect(shown).not.toContain(secret);
    }
  });
});
