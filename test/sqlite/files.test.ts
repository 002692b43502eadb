import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { startTestServer, type TestServer, temporaryFolder } from '../support/server.ts';

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

describe('the files of a database', () => {
  test('are accessible only to their owner, and so is a folder created for them', async () => {
    await using temporary = await temporaryFolder();
    const folder = path.join(temporary.folder, 'data');
    const file = path.join(folder, 'a.db');
    const before = process.umask(0o022);
    await migrate(`file:${file}`);
    const db = await openDatabase(`file:${file}`);
    await db.write((tx) => tx.$executeRaw`INSERT INTO "Setting" VALUES ('a', 'b')`);
    for (const each of ['', '-wal', '-shm', '-reserve']) expect(await modeOf(file + each)).toBe('600');
    expect(await modeOf(folder)).toBe('700');
    await db.close();
    process.umask(before);
  });

  test('of an earlier version lose read access for everybody, but keep access given to a group', async () => {
    await using temporary = await temporaryFolder();
    const file = path.join(temporary.folder, 'a.db');
    await migrate(`file:${file}`);
    for (const [mode, then] of [
      [0o644, '600'],
      [0o640, '640'],
    ] as const) {
      await chmod(file, mode);
      const db = await openDatabase(`file:${file}`);
      await db.write((tx) => tx.$executeRaw`INSERT INTO "Setting" VALUES (${then}, '')`);
      expect(await modeOf(file)).toBe(then);
      expect(await modeOf(`${file}-wal`)).toBe(then);
      await db.close();
    }
  });
});

/** Sends a hit. @returns the status of the response. */
async function hit(server: TestServer, trackingId: string): Promise<number> {
  const body = JSON.stringify({ website: trackingId, page: 'https://example.com/' });
  return (await server.call('/api/event', { method: 'POST', body, key: null })).status;
}

async function newWebsite(server: TestServer): Promise<string> {
  const body = new URLSearchParams({ url: 'https://example.com' });
  const response = await server.call('/api/v1/websites', { method: 'POST', body });
  return ((await response.json()) as { data: { tracking_id: string } }).data.tracking_id;
}

describe.each([{ threads: false }, { threads: true }])('the database of a running server %j', (options) => {
  test.each([
    ['deleted', (file: string) => rm(file)],
    [
      'replaced',
      async (file: string) => {
        await writeFile(`${file}.copy`, await readFile(file));
        await rename(`${file}.copy`, file);
      },
    ],
    ['without its log', (file: string) => rm(`${file}-wal`)],
  ])('that is %s accepts no more hits, and the server reports it', async (_, harm) => {
    await using server = await startTestServer(options);
    const website = await newWebsite(server);
    expect(await hit(server, website)).toBe(202);
    await harm(server.database.file);
    const ready = await server.call('/readyz');
    expect(ready.status).toBe(503);
    expect(((await ready.json()) as { reason: string }).reason).toMatch(
      /was deleted or replaced while the server was running/,
    );
    expect(await hit(server, website)).toBe(503);
    expect(server.logLines.join()).toContain('restore the database or a backup');
  });

  test('that comes back accepts hits again', async () => {
    await using server = await startTestServer(options);
    const website = await newWebsite(server);
    const { file } = server.database;
    await rename(file, `${file}.away`);
    expect(await hit(server, website)).toBe(503);
    await rename(`${file}.away`, file);
    expect(await hit(server, website)).toBe(202);
    expect((await server.call('/readyz')).status).toBe(200);
  });
});
