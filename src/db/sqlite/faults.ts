import { accessSync, constants } from 'node:fs';
import { type FaultKind, type Faults, wordsOf } from '../health/faults.ts';
import { isFull } from './files.ts';

/** The faults that SQLite can have. The error code FOOTFALL_GONE is Footfall's own (files.ts). */
type SqliteFault = Extract<FaultKind, 'gone' | 'locked' | 'full' | 'read_only' | 'io' | 'damaged'>;

/**
 * Patterns of SQLite's codes and messages, as they arrive through the adapter and Prisma, and the advice for
 * each.
 */
const FAULTS: Readonly<Record<SqliteFault, { pattern: RegExp; advice: (file: string) => string }>> = {
  gone: {
    pattern: /FOOTFALL_GONE/,
    advice: (file) =>
      `The database ${file} was deleted or replaced while Footfall was running, ` +
      'so nothing can be stored: stop Footfall, restore the database or a backup (npx footfall restore), ' +
      'and start Footfall again.',
  },
  locked: {
    pattern: /SocketTimeout|database is locked|SQLITE_BUSY|P1008/,
    advice: (file) => `Another process holds a lock on ${file}: stop it (fuser -v ${file} shows its id).`,
  },
  full: {
    pattern: /SQLITE_FULL|disk is full/,
    advice: (file) => `The disk of ${file} is full: free some space.`,
  },
  read_only: {
    pattern: /SQLITE_READONLY|readonly database|SQLITE_CANTOPEN|unable to open database/,
    advice: (file) =>
      `The database ${file} cannot be written: ` +
      'make the file, its folder and their file system writable for the user that runs Footfall.',
  },
  io: {
    pattern: /SQLITE_IOERR|disk I\/O error/,
    advice: (file) =>
      `The operating system cannot read or write ${file}: ` +
      'check its log for a failing disk, a quota or a file size limit.',
  },
  damaged: {
    pattern: /SQLITE_CORRUPT|SQLITE_NOTADB|image is malformed|file is not a database/,
    advice: (file) =>
      `The database ${file} is damaged: stop Footfall and restore a backup (npx footfall restore).`,
  },
};

const KINDS = Object.keys(FAULTS) as SqliteFault[];

/**
 * The faults of a database in a file. SQLite reports an I/O error if a file that it had opened for writing is
 * no longer writable. So the operating system is asked whether the disk is full or the file writable.
 */
export function sqliteFaults(file: string): Faults {
  return {
    kindOf(error) {
      const words = wordsOf(error);
      const kind = KINDS.find((each) => FAULTS[each].pattern.test(words)) ?? null;
      if (kind !== 'io') return kind;
      return isFull(file) ? 'full' : isWritable(file) ? 'io' : 'read_only';
    },
    advice: (kind) => FAULTS[kind as SqliteFault].advice(file),
  };
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
