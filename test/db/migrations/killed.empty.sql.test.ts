import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { migrate, migrationsFolder } from '../../../src/db/migrations/migrate.ts';
import {
  emptyDatabase,
  type FreshDatabase,
  KIND,
  MIGRATIONS,
  temporaryFolder,
} from '../../support/database.ts';
import { dataRoot } from '../../support/dataRoot.mjs';
import { randomMoments } from '../../support/moments.ts';
import { startRelay } from '../../support/postgresql/relay.ts';
import { runSql } from '../../support/postgresql/sql.ts';
import { FIXTURES, readContent, restoreVersion } from '../../support/upgrade/restore.ts';

const draw = randomMoments('kills in migrations');

const VERSIONS = readdirSync(FIXTURES);
const restored = (version: string) => (version === 'none' ? emptyDatabase() : restoreVersion(version));
const SUFFIXES = ['', '-journal', '-wal'];

/** Copies the files of a SQLite database as a process leaves them that is killed now. */
function copyFiles(file: string, copy: string): void {
  for (const suffix of SUFFIXES) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
    else rmSync(copy + suffix, { force: true });
  }
}

/** A digest of the database that SQLite restores from the files that a killed process left. */
function recoveredState(file: string, copy: string): string {
  copyFiles(file, copy);
  const connection = new Sqlite(copy);
  connection.prepare('SELECT COUNT(*) FROM sqlite_master').get();
  connection.close();
  return createHash('sha256').update(readFileSync(copy)).digest('hex');
}

async function contentAfterMigration(version: string) {
  await using database = await restored(version);
  await migrate(database.url);
  return await readContent(database);
}

/** The number of statements that change the schema in a migration. */
function changesOf(name: string): number {
  const file = path.join(
    migrationsFolder(KIND === 'sqlite' ? 'file:' : 'postgresql:'),
    name,
    'migration.sql',
  );
  return readFileSync(file, 'utf8').match(/^(CREATE|ALTER|DROP) /gm)?.length ?? 0;
}

describe.each([...VERSIONS, 'none'])('a database of version %s', (version) => {
  if (KIND === 'sqlite')
    test('is migrated whole after a kill before any statement of any migration', async () => {
      const expected = await contentAfterMigration(version);
      await using temporary = await temporaryFolder(await dataRoot());
      await using database = await restored(version);
      // Copies of the files before each statement are what a process leaves that is killed at that moment.
      // SQLite writes most of the data with COMMIT.
      const moments: string[] = [];
      const seen = new Set<string>();
      let statements = 0;
      const applied = await migrate(database.url, {
        onQuery() {
          statements += 1;
          const hash = createHash('sha256');
          const present = SUFFIXES.filter((suffix) => existsSync(database.file + suffix));
          for (const suffix of present) hash.update(suffix).update(readFileSync(database.file + suffix));
          const state = hash.digest('hex');
          if (seen.has(state)) return;
          seen.add(state);
          const file = path.join(temporary.folder, `${moments.length}`, 'footfall.db');
          mkdirSync(path.dirname(file));
          copyFiles(database.file, file);
          moments.push(file);
        },
      });
      expect(statements).toBeGreaterThan(applied.length * 5);
      // SQLite restores the state before or after a migration. Moments with the same state go on in the same
      // way, so one of them is enough: the last, which has the most to roll back.
      const copy = path.join(temporary.folder, 'copy.db');
      const lastMoments = new Map(moments.map((file) => [recoveredState(file, copy), file]));
      expect(moments.length).toBeGreaterThan(2 * lastMoments.size);
      expect(lastMoments.size).toBe(applied.length + 1);
      const left = new Set<number>();
      for (const file of lastMoments.values()) {
        const killed: FreshDatabase = { ...database, url: `file:${file}`, file };
        left.add((await migrate(killed.url)).length);
        expect(await readContent(killed)).toEqual(expected);
      }
      // The last moments are after the last commit; migrations that were complete are not repeated.
      expect(left.size).toBe(Math.max(...left) + 1);
    });
  else
    test('is migrated whole after a kill in each of its migrations, at random moments', async () => {
      const expected = await contentAfterMigration(version);
      await using database = await restored(version);
      const { hostname, port } = new URL(database.url);
      const url = new URL(database.url);
      await using trap = await setTrap(database.url);
      const last = version === 'none' ? await lastOf(VERSIONS[0] ?? '') : MIGRATIONS.at(-1);
      for (;;) {
        const done = await appliedTo(database.url);
        const [next] = MIGRATIONS.filter((name) => !done.includes(name));
        if (next === undefined || done.at(-1) === last) break;
        // While it runs, and after it, before its COMMIT arrives.
        const moments = changesOf(next) > 0 ? ['inside', 'COMMIT'] : ['COMMIT'];
        for (const moment of moments) {
          const relay = await startRelay({ host: hostname, port: Number(port) });
          url.host = `127.0.0.1:${relay.port}`;
          const stop = moment === 'inside' ? await trap.stopAt(1 + draw(changesOf(next))) : null;
          const migrated = migrate(url.href, {
            onQuery: (sql) => sql === moment && relay.cut(),
          });
          const failed = expect(migrated).rejects.toThrow();
          await stop?.reached();
          relay.cut();
          await stop?.goOn();
          await failed;
          await relay.close();
          expect(await appliedTo(database.url)).toEqual(done);
        }
        // Applies one, so that the next one is killed, too.
        const after = await startRelay({ host: hostname, port: Number(port) });
        url.host = `127.0.0.1:${after.port}`;
        let commits = 0;
        await migrate(url.href, {
          onQuery: (sql) => {
            if (sql === 'BEGIN' && commits++ === 1) after.cut();
          },
        }).catch(() => undefined);
        await after.close();
        expect(await appliedTo(database.url)).toEqual([...done, next]);
      }
      await trap.remove();
      await migrate(database.url);
      expect(await readContent(database)).toEqual(expected);
    });
});

/** The last migration of a version. The later ones are killed with its data, so not in an empty database. */
async function lastOf(version: string): Promise<string | undefined> {
  await using database = await restored(version);
  return (await appliedTo(database.url)).at(-1);
}

async function appliedTo(url: string): Promise<string[]> {
  const [table] = await runSql(`SELECT to_regclass('"_prisma_migrations"') AS name`, url);
  if (!table?.name) return [];
  const rows = await runSql(
    'SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL ORDER BY 1',
    url,
  );
  return rows.map(({ migration_name }) => String(migration_name));
}

/** Makes PostgreSQL wait before a change of the schema, for a lock that the test holds. */
async function setTrap(url: string) {
  const control = new pg.Client(url);
  await control.connect();
  await control.query(`
    CREATE SCHEMA trap; CREATE SEQUENCE trap.changes; CREATE TABLE trap.stop (at INTEGER);
    CREATE FUNCTION trap.wait() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('trap.changes') = (SELECT MAX(at) FROM trap.stop) THEN
          PERFORM pg_advisory_xact_lock_shared(1);
        END IF;
      END $$;
    CREATE EVENT TRIGGER trap ON ddl_command_start EXECUTE FUNCTION trap.wait()`);
  const isReached = async () =>
    ((
      await control.query(`SELECT 1 FROM pg_locks JOIN pg_database AS d ON d.oid = "database"
        WHERE datname = current_database() AND locktype = 'advisory' AND objid = 1 AND NOT granted`)
    ).rowCount ?? 0) > 0;
  return {
    /** @param at the number of the change before which it waits. */
    async stopAt(at: number) {
      await control.query(`SELECT pg_advisory_lock(1), setval('trap.changes', 1, false)`);
      await control.query('INSERT INTO trap.stop VALUES ($1)', [at]);
      return {
        async reached() {
          while (!(await isReached())) await sleep(5);
        },
        goOn: async () => {
          await control.query('DELETE FROM trap.stop');
          await control.query('SELECT pg_advisory_unlock(1)');
        },
      };
    },
    remove: () => control.query('DROP EVENT TRIGGER trap; DROP SCHEMA trap CASCADE'),
    async [Symbol.asyncDispose]() {
      await control.end();
    },
  };
}
