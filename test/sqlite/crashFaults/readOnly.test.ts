import { chmod, stat } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import {
  COPY,
  expectFault,
  expectRecovery,
  ready,
  startLoaded,
  testWhere,
} from '../../support/crash/faults.ts';
import { createSite, expectNothingWrong } from '../../support/crash/site.ts';
import { canMount, canSetImmutable, mountSmall, setImmutable } from '../../support/crash/smallDisk.ts';
import { run, startProcess } from '../../support/process.ts';
import { temporaryFolder } from '../../support/server.ts';

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
  );

  test('makes a running server reject hits until it is writable (immutable files, if possible)', async () => {
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
  });
});
