import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, openSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Read and write permission for the user that runs Footfall only. */
export const PRIVATE = 0o600;
const OTHERS = 0o007;

/** Suffixes of the files that SQLite keeps beside a database. */
const BESIDE = ['-wal', '-shm'];

/**
 * Creates a missing database file, and removes the permissions of others from an existing one. SQLite would
 * create it according to the umask, usually readable by everybody. Permissions of the group stay if others
 * have none. SQLite gives the files beside the database the same permissions.
 */
export function protectFile(file: string): void {
  try {
    if (modeOf(file) === null) closeSync(openSync(file, 'a', PRIVATE));
  } catch {
    // SQLite reports the problem when it opens the file.
  }
  for (const each of [file, ...BESIDE.map((suffix) => file + suffix)]) {
    if (((modeOf(each) ?? 0) & OTHERS) === 0) continue;
    try {
      chmodSync(each, PRIVATE);
    } catch {
      // The file belongs to another user, or the file system has no permissions.
    }
  }
}

const modeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mode ?? null;

/** Checks that a database is still the file that was opened. */
export interface FileCheck {
  /** @throws Error with the code FOOTFALL_GONE if the file or its log was deleted or replaced. */
  require(): void;
}

/**
 * Detects that database files were deleted or replaced. A process can still write into such files, but
 * everything that it writes is lost when it ends.
 * @param file a database that is open.
 */
export function checkFiles(file: string): FileCheck {
  const opened = new Map<string, string>();
  return {
    require() {
      for (const each of [file, `${file}-wal`]) {
        const now = identityOf(each);
        const before = opened.get(each);
        if (before === undefined && now !== null) opened.set(each, now);
        if (before !== undefined && now !== before)
          throw Object.assign(new Error(`${each} was deleted or replaced.`), { code: 'FOOTFALL_GONE' });
      }
    },
  };
}

function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : null;
}

/** Enough for the files beside the database, without which it cannot be read. */
const RESERVE_BYTES = 128 * 1024;
/** With less free space, no reserve is created. */
const ROOM_BYTES = 16 * 2 ** 20;
/** With less free space, the disk counts as full. */
const FULL_BYTES = 64 * 1024;

const reserveOf = (file: string) => `${file}-reserve`;

/**
 * Creates a small reserve file beside a database. On a full disk SQLite cannot create the files that it needs
 * for reading, and the server would not start.
 */
export function keepReserve(file: string): void {
  const reserve = reserveOf(file);
  if (modeOf(reserve) !== null || freeBytes(file) < ROOM_BYTES) return;
  try {
    // Random, so that no file system can compress it.
    writeFileSync(reserve, randomBytes(RESERVE_BYTES), { mode: PRIVATE });
  } catch {
    rmSync(reserve, { force: true });
  }
}

/** Runs `open`. If that fails on a full disk, deletes the reserve and runs it once more. */
export async function withReserve<T>(file: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!isFull(file) || modeOf(reserveOf(file)) === null) throw error;
    rmSync(reserveOf(file), { force: true });
    return open();
  }
}

/** Whether the disk of a file is full. SQLite often reports that as an I/O error. */
export function isFull(file: string): boolean {
  return freeBytes(file) < FULL_BYTES;
}

function freeBytes(file: string): number {
  try {
    const { bavail, bsize } = statfsSync(path.dirname(file));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
