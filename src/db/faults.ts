import { accessSync, constants } from 'node:fs';
import { AppError } from '../errors.ts';

/** Why a database does not take what is written: nothing that a program did wrong, and it may pass. */
export type FaultKind = 'locked' | 'full' | 'read_only' | 'io' | 'damaged';

interface Meaning {
  /** The words in SQLite's codes and messages, as they arrive through the adapter and Prisma. */
  pattern: RegExp;
  /** For whoever sent a request. */
  said: string;
  /** For the operator: what to do. */
  advice: (file: string) => string;
  /** Seconds after which another try makes sense. */
  retryAfter: number;
}

const FAULTS: Readonly<Record<FaultKind, Meaning>> = {
  locked: {
    pattern: /SocketTimeout|database is locked|SQLITE_BUSY|P1008/,
    said: 'The database is locked by another process.',
    advice: (file) => `Another process holds the lock of ${file}: end it (fuser -v ${file} names it).`,
    retryAfter: 5,
  },
  full: {
    pattern: /SQLITE_FULL|disk is full/,
    said: 'The disk of the database is full.',
    advice: (file) => `The disk of ${file} is full: free some space.`,
    retryAfter: 30,
  },
  read_only: {
    pattern: /SQLITE_READONLY|readonly database|SQLITE_CANTOPEN|unable to open database/,
    said: 'The database cannot be written.',
    advice: (file) =>
      `The database ${file} cannot be written: make the file, its folder and their file system writable for the user that runs Footfall.`,
    retryAfter: 30,
  },
  io: {
    pattern: /SQLITE_IOERR|disk I\/O error/,
    said: 'The database cannot be written.',
    advice: (file) =>
      `The system refuses to read or write ${file}: look in its log for a failing disk, a quota or a limit on the size of files.`,
    retryAfter: 30,
  },
  damaged: {
    pattern: /SQLITE_CORRUPT|SQLITE_NOTADB|image is malformed|file is not a database/,
    said: 'The database is damaged.',
    advice: (file) => `The database ${file} is damaged: stop Footfall and put a backup in its place.`,
    retryAfter: 60,
  },
};

/** Says that the database does not take what is written. Everywhere an `unavailable`, with `Retry-After`. */
export class DatabaseFault extends AppError {
  readonly fault: FaultKind;
  /** What an operator should do, naming the file. */
  readonly advice: string;

  constructor(fault: FaultKind, file: string, cause: unknown) {
    const { said, advice, retryAfter } = FAULTS[fault];
    super('unavailable', `${said} Try again later.`, { retryAfter });
    this.fault = fault;
    this.advice = advice(file);
    this.cause = cause;
  }
}

/** The fault that an error of SQLite tells of, in whatever it is wrapped; null for any other error. */
export function faultOf(error: unknown): FaultKind | null {
  const { code, cause } = error as { code?: unknown; cause?: { originalCode?: unknown } };
  const text = `${String(code)} ${String(cause?.originalCode)} ${String(error)}`;
  const kinds = Object.keys(FAULTS) as FaultKind[];
  return kinds.find((kind) => FAULTS[kind].pattern.test(text)) ?? null;
}

/**
 * A fault as the error that everybody understands; any other error as it is.
 * @param file the database's. Whether it may be written is asked of the system: SQLite calls it an I/O error when
 *   a file cannot be written any more that it had opened for writing.
 */
export function asFault(error: unknown, file: string): unknown {
  if (error instanceof AppError) return error;
  const fault = faultOf(error);
  if (!fault) return error;
  return new DatabaseFault(fault === 'io' && !isWritable(file) ? 'read_only' : fault, file, error);
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
