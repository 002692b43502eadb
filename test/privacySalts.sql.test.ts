import { describe, expect, test } from '@jest/globals';
import { startServer } from '../src/app/server.ts';
import { dayIsOver } from '../src/calendar/clock.ts';
import { openDatabase } from '../src/db/open.ts';
import { saltDeletion } from '../src/ingest/recorder/salts.ts';
import { visitorHash } from '../src/ingest/recorder/visitor.ts';
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

  /** Returns the last recorded visitor hash and all stored salts. */
  async function recorded(server: TestServer) {
    const [visit] = await server.deps.db.read.visit.findMany({ orderBy: { startedAt: 'desc' } });
    const salts = await server.deps.db.read.salt.findMany();
    return { visitor: visit?.visitor, salts };
  }

  test('is enough to recompute a visitor hash from the address and User-Agent', async () => {
    await using server = await startTestServer();
    const { id } = await newWebsite(server);
    await sendHit(server, { page }, headers);
    const { visitor, salts } = await recorded(server);
    expect(salts.map(({ day, salt }) => [day, salt.length])).toEqual([[20261121, 32]]);
    const guesses = salts.map(({ salt }) => visitorHash(salt, id, address, CHROME));
    expect(guesses).toEqual([visitor]);
  });

  test('is deleted when the day is over in every time zone, and not before', async () => {
    await using server = await startTestServer();
    const { id } = await newWebsite(server, { timezone: 'Etc/GMT+12' });
    await sendHit(server, { page }, headers);
    const { visitor } = await recorded(server);

    server.setTime(NOON + DAY_MS - 1);
    await saltDeletion(server.deps)();
    expect(dayIsOver(20261121, NOON + DAY_MS - 1)).toBe(false);
    // In this website's time zone it is still the same day, so the visitor is the same.
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

  /** Stops the server, then starts and stops it after the day is over. @returns the salt of that day. */
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

  test('is deleted by a server that starts after the day is over', async () => {
    await using server = await startTestServer();
    await overnight(server);
    const { read, close } = await openDatabase(server.deps.config.databaseUrl);
    expect(await read.salt.findMany()).toEqual([]);
    await close();
  });

  test('is then gone from the database files, so nobody can test addresses against them', async () => {
    await using server = await startTestServer();
    const salt = await overnight(server);
    expect((await databaseBytes(server)).includes(salt)).toBe(false);
  });

  test('is not exposed by the REST API, nor is the visitor hash', async () => {
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
