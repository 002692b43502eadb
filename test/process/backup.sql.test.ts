import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { type Cli, startCli } from '../support/cli.ts';
import { startLoad } from '../support/crash/load.ts';
import { createSite, readStatistics, type Site } from '../support/crash/site.ts';
import { KIND } from '../support/database.ts';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const footfall = (cli: Cli, site: Pick<Site, 'env'>, ...args: string[]) => cli.footfall(args, site.env);

if (KIND === 'postgresql') {
  test('backup and restore explain how to back up PostgreSQL', async () => {
    await using temporary = await temporaryFolder();
    await using cli = startCli(temporary.folder);
    const site = await createSite(temporary.folder);
    for (const command of ['backup', 'restore']) {
      const ended = await footfall(cli, site, command, 'a.dump');
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toContain('pg_dump --format=custom');
      expect(ended.stderr).toContain('pg_restore --clean');
    }
  });
} else {
  describe('a backup', () => {
    test('of a database in use is complete, private and without salts, and can be restored', async () => {
      await using temporary = await temporaryFolder();
      const { folder } = temporary;
      await using cli = startCli(folder);
      const site = await createSite(folder);
      const file = path.join(folder, 'backup.db');
      const server = await startProcess(folder, site.env);
      await using _server = server;
      const load = startLoad({
        url: server.url,
        websites: site.websites,
        name: 'hit',
        connections: 4,
        pause: 5,
      });
      await load.until(({ acknowledged }) => acknowledged.size >= 50);
      const before = load.ledger.acknowledged.size;
      const ended = await footfall(cli, site, 'backup', file, '--json');
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      const written = JSON.parse(ended.stdout);
      expect(written).toMatchObject({ file, tables: { Account: 2, Website: 2, Salt: 0 } });
      expect(written.tables.Hit).toBeGreaterThanOrEqual(before);
      expect((await stat(file)).mode & 0o777).toBe(0o600);

      const again = await footfall(cli, site, 'backup', file);
      expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('already exists') });

      const meanwhile = await footfall(cli, site, 'restore', file, '--replace');
      expect(meanwhile).toMatchObject({ code: 1, stderr: expect.stringContaining('Another process uses') });
      await load.stop();
      expect(await server.stop('SIGTERM')).toBe(0);

      const careful = await footfall(cli, site, 'restore', file);
      expect(careful).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') });
      const restored = await footfall(cli, site, 'restore', file, '--replace', '--json');
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(restored.stdout).tables).toEqual(written.tables);
      const verified = await footfall(cli, site, 'verify', '--json');
      expect(JSON.parse(verified.stdout)).toMatchObject({ differences: [] });
      await using after = await startProcess(folder, site.env);
      expect(await readStatistics(after.url, site.key)).toEqual([200, 200]);
    });

    test('is not restored if it is damaged, foreign or newer', async () => {
      await using temporary = await temporaryFolder();
      const { folder } = temporary;
      await using cli = startCli(folder);
      const site = await createSite(folder);
      const empty = { env: { ...site.env, DATABASE_URL: `file:${folder}/new/footfall.db` } };
      const file = path.join(folder, 'backup.db');
      expect(await footfall(cli, site, 'backup', file)).toMatchObject({ code: 0 });
      const refused = async (name: string, message: RegExp) => {
        const ended = await footfall(cli, empty, 'restore', path.join(folder, name));
        expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
      };
      await refused('missing.db', /^The file .*missing\.db does not exist\.\n$/);
      await writeFile(
        path.join(folder, 'text.db'),
        'This is no database, but long enough to be looked at. '.repeat(50),
      );
      await refused('text.db', /is not a SQLite database, or it is damaged/);
      const other = new Sqlite(path.join(folder, 'other.db'));
      other.exec('CREATE TABLE a (b)');
      other.close();
      await refused('other.db', /is not a Footfall database/);
      const newer = path.join(folder, 'newer.db');
      await copyFile(file, newer);
      const changed = new Sqlite(newer);
      changed.exec(`UPDATE "_prisma_migrations" SET migration_name = '99990101000000_later'`);
      changed.close();
      await refused('newer.db', /is from a newer version of Footfall \(migration 99990101000000_later\)/);

      const restored = await footfall(cli, empty, 'restore', file);
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      expect((await readFile(path.join(folder, 'new/footfall.db'))).equals(await readFile(file))).toBe(true);
    });
  });
}
