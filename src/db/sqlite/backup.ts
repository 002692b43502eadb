import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import Sqlite from 'better-sqlite3';
import { migrationsFolder, readMigrations } from '../migrations/migrate.ts';
import { PRIVATE } from './files.ts';
import { fileOf, sqlitePath } from './settings.ts';

/** The file that was written, and the number of rows of each table. */
export interface Written {
  file: string;
  bytes: number;
  tables: Record<string, number>;
}

export interface Restored extends Written {
  /** The path of the previous database now; null if there was none. */
  before: string | null;
}

/** Says what is wrong and what to do; shown without a stack trace. */
class BackupError extends Error {}

/** Not part of a backup: with the salts of a day, visitors' hashes could be computed for ever. */
const LEFT_OUT = 'Salt';

/**
 * Writes a backup of the database behind a `file:` URL while a server may be running. One transaction reads
 * everything, so the backup shows a single moment. The salts are left out.
 * @param file must not exist.
 * @throws BackupError; errors of the file system.
 */
export async function backUp(url: string, file: string): Promise<Written> {
  const source = fileOf(url);
  if (!existsSync(source)) throw new BackupError(`There is no database in the file ${source}.`);
  try {
    closeSync(openSync(file, 'wx', PRIVATE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupError(`The file ${file} already exists: choose another name, or delete it.`);
  }
  const connection = new Sqlite(source, { readonly: true, fileMustExist: true });
  try {
    connection.exec('BEGIN');
    const expected = countRows(connection);
    await connection.backup(file);
    const tables = finish(file);
    for (const [name, rows] of Object.entries(expected))
      if (name !== LEFT_OUT && tables[name] !== rows)
        throw new BackupError(`The backup has ${tables[name]} rows in the table ${name}; expected ${rows}.`);
    return { file, bytes: statSync(file).size, tables };
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    connection.close();
  }
}

/**
 * Turns a copy into a single file without salts, and checks its integrity.
 * @returns the number of rows of each table.
 */
function finish(file: string): Record<string, number> {
  const copy = new Sqlite(file);
  try {
    copy.pragma('journal_mode = DELETE');
    copy.pragma('secure_delete = ON');
    copy.exec(`DELETE FROM "${LEFT_OUT}"`);
    requireIntegrity(copy, file);
    return countRows(copy);
  } finally {
    copy.close();
  }
}

/**
 * Replaces the database behind a `file:` URL with a backup. The next start migrates it.
 * @param replace whether a database with data may be replaced; it is kept beside, under another name.
 * @param now Unix milliseconds.
 * @throws BackupError; errors of the file system.
 */
export async function restore(
  url: string,
  file: string,
  { replace, now }: { replace: boolean; now: number },
): Promise<Restored> {
  const tables = await checkBackup(url, file);
  const target = sqlitePath(url);
  const used = existsSync(target) && statSync(target).size > 0;
  if (used) requireUnused(target, replace);
  const copy = `${target}.restoring`;
  rmSync(copy, { force: true });
  copyFileSync(file, copy, constants.COPYFILE_EXCL);
  chmodSync(copy, PRIVATE);
  syncFile(copy);
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const before = used ? `${target}.replaced-${stamp}` : null;
  if (before) renameSync(target, before);
  // SQLite would apply leftover files of a previous database to this one.
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(target + suffix, { force: true });
  renameSync(copy, target);
  return { file: target, bytes: statSync(target).size, tables, before };
}

/**
 * Checks that a file is a complete database of this version or an earlier one.
 * @returns the number of rows of each table.
 * @throws BackupError if it is not.
 */
async function checkBackup(url: string, file: string): Promise<Record<string, number>> {
  if (!existsSync(file)) throw new BackupError(`The file ${file} does not exist.`);
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    requireIntegrity(connection, file);
    const tables = countRows(connection);
    if (!('Website' in tables && 'Visit' in tables && '_prisma_migrations' in tables))
      throw new BackupError(`The file ${file} is not a Footfall database.`);
    const known = await readMigrations(migrationsFolder(url));
    const names = new Set(known.map(({ name }) => name));
    const applied = connection.prepare('SELECT migration_name FROM "_prisma_migrations"').pluck().all();
    const newer = applied.find((name) => !names.has(String(name)));
    if (newer !== undefined)
      throw new BackupError(
        `The file ${file} is from a newer version of Footfall (migration ${newer}): ` +
          'install that version first.',
      );
    return tables;
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    throw new BackupError(`The file ${file} is not a SQLite database, or it is damaged: ${error.message}.`);
  } finally {
    connection.close();
  }
}

/** @throws BackupError if another process uses the database, or if it has data that may not be replaced. */
function requireUnused(target: string, replace: boolean): void {
  const connection = new Sqlite(target, { timeout: 0 });
  try {
    // Takes a lock that any other connection prevents, even an idle one; and writes the log back into the
    // file.
    connection.pragma('journal_mode = DELETE');
    const { Account = 0, Website = 0 } = countRows(connection);
    if (!replace && Account + Website > 0)
      throw new BackupError(
        `The database ${target} contains data (accounts: ${Account}, websites: ${Website}). ` +
          'Use --replace to replace it with the backup; it is then kept under another name.',
      );
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED')
      throw new BackupError(
        `Another process uses the database ${target}: ` +
          `stop every server and command that uses it (fuser -v ${target} lists them).`,
      );
    // A damaged database may be replaced: backups exist for this case.
    if (!(error instanceof Sqlite.SqliteError && replace)) throw error;
  } finally {
    connection.close();
  }
}

function requireIntegrity(connection: Sqlite.Database, file: string): void {
  const found = connection.pragma('integrity_check(1)', { simple: true });
  if (found !== 'ok') throw new BackupError(`The file ${file} is damaged: ${found}.`);
}

function countRows(connection: Sqlite.Database): Record<string, number> {
  const names = connection
    .prepare(
      `SELECT "name" FROM sqlite_master WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite%' ORDER BY "name"`,
    )
    .pluck()
    .all() as string[];
  const count = (name: string) =>
    connection.prepare(`SELECT COUNT(*) FROM "${name}"`).pluck().get() as number;
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}

function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
