import { expect, test } from '@jest/globals';
import pg from 'pg';
import { newWebsite } from '../support/rest.ts';
import { NOON, startTestServer } from '../support/server.ts';
import { databaseBytes } from '../support/traces.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

test("yesterday's salt is erased from all files, even while an older transaction is open", async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  expect(outcome(await sendHit(server, { page: 'https://example.com/' }))).toEqual(RECORDED);
  const [before] = await server.deps.db.read.salt.findMany();
  const salt = Buffer.from(before?.salt ?? []);
  expect(salt).toHaveLength(32);
  expect((await databaseBytes(server)).includes(salt)).toBe(true);

  const other = new pg.Client(server.deps.config.databaseUrl);
  await other.connect();
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await other.query('SELECT 1');
  server.setTime(NOON + 86_400_000);
  expect(outcome(await sendHit(server, { page: 'https://example.com/' }))).toEqual(RECORDED);
  await server.runJobs();
  expect((await databaseBytes(server)).includes(salt)).toBe(false);
  expect(await server.deps.db.read.salt.findMany({ select: { day: true } })).toEqual([{ day: 20261122 }]);
  await other.end();
});
