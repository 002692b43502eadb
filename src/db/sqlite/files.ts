import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, openSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** For the user that runs Footfall, and nobody else. */
export const PRIVATE = 0o600;
const OTHERS = 0o007;

/** What SQLite keeps beside a database. */
const BESIDE = ['-wal', '-shm'];

/**
 * Creates a database that is missing, and takes what others may do to it off one that is there: SQLite would create it as the umask says, mostly
 * readable by everybody. What is allowed to a group on purpose stays. SQLite gives the files beside it the same permissions.
 */
export function protectFile(file: string): void {
  try {
    if (modeOf(file) === null) closeSync(openSync(file, 'a', PRIVATE));
  } catch {
    // SQLite says what is wrong.
  }
  for (const each of [file, ...BESIDE.map((suffix) => file + suffix)]) {
    if (((modeOf(each) ?? 0) & OTHERS) === 0) continue;
    try {
      chmodSync(each, PRIVATE);
    } catch {
      // Another user's file, or a file system without permissions.
    }
  }
}

const modeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mode ?? null;

/** That a database is the one that was opened. */
export interface FileCheck {
  /** Throws an error with the code FOOTFALL_GONE where the file or its log was deleted or replaced. */
  require(): void;
}

/**
 * A process goes on writing into files that were deleted or replaced, and everything that it writes is lost when it ends.
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
/** Where less is free, no reserve is made. */
const ROOM_BYTES = 16 * 2 ** 20;
/** With less than this a disk is full. */
const FULL_BYTES = 64 * 1024;

const reserveOf = (file: string) => `${file}-reserve`;

/**
 * Keeps a little room beside a database: on a full disk SQLite cannot create the files without which it cannot read, and a server would
 * not start.
 */
export function keepReserve(file: string): void {
  const reserve = reserveOf(file);
  if (modeOf(reserve) !== null || freeBytes(file) < ROOM_BYTES) return;
  try {
    // Random, so that no file system makes it smaller.
    writeFileSync(reserve, randomBytes(RESERVE_BYTES), { mode: PRIVATE });
  } catch {
    rmSync(reserve, { force: true });
  }
}

/** Runs what opens a database; on a full disk once more, without the reserve. */
export async function withReserve<T>(file: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!isFull(file) || modeOf(reserveOf(file)) === null) throw error;
    rmSync(reserveOf(file), { force: true });
    return open();
  }
}

/** Whether the disk of a file is full: SQLite often calls that an I/O error. */
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
