import { chmod, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { lockFromOutside } from '../support/books/lock.ts';
import { startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong, LONG, readStatistics, type Site } from '../support/crash/site.ts';
import {
  canLimit,
  canMount,
  canSetImmutable,
  limitFiles,
  mountSmall,
  type SmallDisk,
  setImmutable,
} from '../support/crash/smallDisk.ts';
import { run, startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const TIMEOUT = 180_000;

/** Returns `test` if the system supports it; otherwise prints a message and returns `test.skip`. */
function testWhere(possible: boolean, needs: string) {
  if (!possible) process.stderr.write(`Skipped, because this system does not let us ${needs}.\n`);
  return possible ? test : test.skip;
}

type Server = Awaited<ReturnType<typeof startProcess>>;

/** Starts a server under a light load. */
async function startLoaded(site: Site, folder: string, under: string[] = []) {
  const server = await startProcess(folder, site.env, under);
  const load = startLoad({ url: server.url, websites: site.websites, name: 'hit', connections: 8, pause: 5 });
  await load.until(({ acknowledged }) => acknowledged.size >= 50);
  return { server, load };
}

const ready = async ({ url }: Server) => (await fetch(`${url}/readyz`)).status;

/** Waits until 200 more hits are rejected, then checks the statistics and the log of the server. */
async function expectFault(server: Server, load: ReturnType<typeof startLoad>, site: Site, cause: string) {
  await load.until(({ refused }) => refused.size > 0);
  // On a disk that is nearly full, a small batch may still fit after a large one was rejected.
  while ((await ready(server)) !== 503) await sleep(50);
  const { size } = load.ledger.refused;
  await load.until(({ refused }) => refused.size >= size + 200);
  expect(await readStatistics(server.url, site.key)).toEqual([200, 200]);
  const told = server.lines.filter((line) => line.cause === cause);
  expect(told).toHaveLength(1);
  expect(told[0]?.msg).toMatch(/^Hits cannot be stored and are answered with 503\. .*footfall\.db/);
  return told[0]?.msg ?? '';
}

/** Waits until hits are stored again, then checks that the server is ready and answered every hit. */
async function expectRecovery(server: Server, load: ReturnType<typeof startLoad>) {
  const { size } = load.ledger.acknowledged;
  await load.until(({ acknowledged }) => acknowledged.size >= size + 50);
  await server.says(/^Hits are stored again/);
  expect(await ready(server)).toBe(200);
  await load.stop();
  expect(load.ledger.unanswered.size).toBe(0);
}

describe('a database locked by another process', () => {
  test(
    'for 3 s delays hits, rejects none and does not delay statistics',
    async () => {
      await using temporary = await temporaryFolder();
      const site = await createSite(temporary.folder);
      const { server, load } = await startLoaded(site, temporary.folder);
      await using _server = server;
      const lock = await lockFromOutside(site.file, 10_000);
      const { size } = load.ledger.acknowledged;
      const until = performance.now() + 3_000;
      while (performance.now() < until) {
        expect(await readStatistics(server.url, site.key)).toEqual([200, 200]);
        await sleep(100);
      }
      // At most the hits that were in flight when the lock was taken.
      expect(load.ledger.acknowledged.size).toBeLessThanOrEqual(size + 16);
      await lock.release();
      await load.until(({ acknowledged }) => acknowledged.size >= size + 200);
      await load.stop();
      expect([load.ledger.refused.size, load.ledger.unanswered.size]).toEqual([0, 0]);
      await expectNothingWrong(site, 'hit', [load.ledger]);
      expect(server.lines.filter(({ level }) => level >= 40)).toEqual([]);
    },
    TIMEOUT,
  );

  (LONG ? test : test.skip)(
    'for 30 s rejects hits with Retry-After, first after a few seconds, then at once, and recovers',
    async () => {
      await using temporary = await temporaryFolder();
      const site = await createSite(temporary.folder);
      const { server, load } = await startLoaded(site, temporary.folder);
      await using _server = server;
      const until = performance.now() + 30_000;
      const lock = await lockFromOutside(site.file, 10_000);
      expect(await expectFault(server, load, site, 'locked')).toContain('fuser -v');
      while (performance.now() < until) {
        expect(await readStatistics(server.url, site.key)).toEqual([200, 200]);
        await sleep(100);
      }
      // If each hit waited for 5 s, these 8 connections would have had 48 responses.
      expect(load.ledger.refused.size).toBeGreaterThan(1_000);
      expect([...load.ledger.retryAfter]).toEqual(['5']);
      expect(server.lines.filter(({ cause }) => cause === 'locked')).toHaveLength(1);
      await lock.release();
      await expectRecovery(server, load);
      await expectNothingWrong(site, 'hit', [load.ledger]);
    },
    TIMEOUT,
  );
});

describe('a full disk', () => {
  /** Copies the database of `createSite` into the small file system, which only the server sees. */
  const siteOn = async (disk: SmallDisk, outside: string) => {
    const template = await createSite(outside);
    const file = `${disk.folder}/footfall.db`;
    const site = { ...template, file, env: { ...template.env, DATABASE_URL: `file:${file}` } };
    const copied = await run('--eval', [COPY, template.file, file], outside, {}, disk.under);
    expect(copied).toMatchObject({ code: 0, stderr: '' });
    return { template, site, file };
  };

  const fillAndFree = async (disk: SmallDisk, causes: string) => {
    await using outside = await temporaryFolder();
    const { template, site, file } = await siteOn(disk, outside.folder);
    const { server, load } = await startLoaded(site, outside.folder, disk.under);
    await using _server = server;
    disk.fill(server.pid);
    const told = await expectFault(server, load, site, causes);
    disk.free(server.pid);
    await expectRecovery(server, load);
    expect([...load.ledger.retryAfter]).toEqual(['30']);
    expect(await server.stop('SIGTERM')).toBe(0);
    // Copies the database out of the small file system, so that this process can check it.
    expect(await run('--eval', [COPY, file, template.file], outside.folder, {}, disk.under)).toMatchObject({
      code: 0,
    });
    await expectNothingWrong(template, 'hit', [load.ledger]);
    return told;
  };

  testWhere(canMount, 'mount a file system')(
    'rejects hits, logs it and accepts them again after files are deleted (a full file system of 64 MiB)',
    async () => {
      await using temporary = await temporaryFolder();
      await using disk = await mountSmall(temporary.folder);
      expect(await fillAndFree(disk, 'full')).toContain('free some space');
    },
    TIMEOUT,
  );

  testWhere(canMount, 'mount a file system')(
    'does not prevent a start: the server reads, rejects hits, and accepts them when there is space',
    async () => {
      await using temporary = await temporaryFolder();
      await using outside = await temporaryFolder();
      await using disk = await mountSmall(temporary.folder);
      const { site } = await siteOn(disk, outside.folder);
      const before = await startProcess(outside.folder, site.env, disk.under);
      expect(await before.stop('SIGTERM')).toBe(0);
      disk.fill(0);
      await using server = await startProcess(outside.folder, site.env, disk.under);
      expect(await readStatistics(server.url, site.key)).toEqual([200, 200]);
      const load = startLoad({
        url: server.url,
        websites: site.websites,
        name: 'hit',
        connections: 8,
        pause: 5,
      });
      await expectFault(server, load, site, 'full');
      disk.free(0);
      await expectRecovery(server, load);
    },
    TIMEOUT,
  );

  testWhere(canLimit, 'limit the size of files of a running process')(
    'rejects hits, logs it and accepts them again when there is space (a limit on file sizes)',
    async () => {
      await using temporary = await temporaryFolder();
      expect(await fillAndFree(limitFiles(temporary.folder), 'io')).toContain('a file size limit');
    },
    TIMEOUT,
  );
});

const COPY = 'require("node:fs").copyFileSync(process.argv[1], process.argv[2])';

describe('a read-only database', () => {
  const refusesToStart = async (file: string, under: string[] = []) => {
    const ended = await run('dist/main.js', [], '/', { DATABASE_URL: `file:${file}`, PORT: '0' }, under);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^The database .*\n$/) });
    expect(ended.stderr).toContain(
      `${file} cannot be written: make the file, its folder and their file system`,
    );
  };

  testWhere(process.getuid?.() !== 0, 'be an ordinary user')(
    'prevents a start, with advice in the message (file and folder without write permission)',
    async () => {
      await using temporary = await temporaryFolder();
      const { file } = await createSite(temporary.folder);
      await chmod(file, 0o444);
      await refusesToStart(file);
      await chmod(temporary.folder, 0o555);
      await refusesToStart(file);
      await chmod(temporary.folder, 0o755);
    },
    TIMEOUT,
  );

  testWhere(canMount, 'mount a file system')(
    'prevents a start, with advice in the message (a file system mounted read-only)',
    async () => {
      await using temporary = await temporaryFolder();
      await using outside = await temporaryFolder();
      await using disk = await mountSmall(temporary.folder);
      const { file } = await createSite(outside.folder);
      const inside = `${disk.folder}/footfall.db`;
      await run('--eval', [COPY, file, inside], outside.folder, {}, disk.under);
      disk.remount('ro');
      await refusesToStart(inside, disk.under);
      disk.remount('rw');
      const env = { DATABASE_URL: `file:${inside}` };
      await using server = await startProcess(outside.folder, env, disk.under);
      expect(await ready(server)).toBe(200);
    },
    TIMEOUT,
  );

  test(
    'makes a running server reject hits until it is writable again (files set immutable, if possible)',
    async () => {
      await using temporary = await temporaryFolder();
      if (!(await canSetImmutable(temporary.folder))) {
        process.stderr.write('Skipped, because this system does not let us set files immutable.\n');
        return;
      }
      const site = await createSite(temporary.folder);
      const { server, load } = await startLoaded(site, temporary.folder);
      await using _server = server;
      const files = [site.file, `${site.file}-wal`];
      expect((await stat(files[1] ?? '')).size).toBeGreaterThan(0);
      expect(setImmutable(files, true)).toBe(true);
      try {
        expect(await expectFault(server, load, site, 'read_only')).toContain('writable for the user');
      } finally {
        setImmutable(files, false);
      }
      await expectRecovery(server, load);
      await expectNothingWrong(site, 'hit', [load.ledger]);
    },
    TIMEOUT,
  );
});
