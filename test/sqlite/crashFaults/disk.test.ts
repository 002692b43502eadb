import { describe, expect } from '@jest/globals';
import { COPY, expectFault, expectRecovery, startLoaded, testWhere } from '../../support/crash/faults.ts';
import { startLoad } from '../../support/crash/load.ts';
import { createSite, expectNothingWrong, readStatistics } from '../../support/crash/site.ts';
import { canLimit, canMount, limitFiles, mountSmall, type SmallDisk } from '../../support/crash/smallDisk.ts';
import { run, startProcess } from '../../support/process.ts';
import { temporaryFolder } from '../../support/server.ts';

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
  );

  testWhere(canLimit, 'limit the size of files of a running process')(
    'rejects hits, logs it and accepts them again when there is space (a limit on file sizes)',
    async () => {
      await using temporary = await temporaryFolder();
      expect(await fillAndFree(limitFiles(temporary.folder), 'io')).toContain('a file size limit');
    },
  );
});
