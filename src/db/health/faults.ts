import { AppError } from '../../errors.ts';

/** The kinds of database faults. Their causes lie outside the program, and may pass. */
export type FaultKind =
  | 'locked'
  | 'full'
  | 'read_only'
  | 'io'
  | 'damaged'
  | 'gone'
  | 'unreachable'
  | 'crowded'
  | 'refused'
  | 'conflict'
  | 'uncertain'
  | 'slow';

interface Meaning {
  /** The message for the client that sent the request. */
  said: string;
  /** Seconds after which a retry makes sense. */
  retryAfter: number;
}

const MEANINGS: Readonly<Record<FaultKind, Meaning>> = {
  locked: { said: 'The database is locked by another process.', retryAfter: 5 },
  full: { said: 'The disk of the database is full.', retryAfter: 30 },
  read_only: { said: 'The database cannot be written.', retryAfter: 30 },
  io: { said: 'The database cannot be written.', retryAfter: 30 },
  damaged: { said: 'The database is damaged.', retryAfter: 60 },
  gone: {
    said:
      'The database file was deleted or replaced while the server was running. ' +
      'The server must be restarted.',
    retryAfter: 60,
  },
  unreachable: { said: 'The database cannot be reached.', retryAfter: 5 },
  crowded: { said: 'The database accepts no more connections.', retryAfter: 5 },
  refused: { said: 'The database cannot be opened.', retryAfter: 30 },
  conflict: { said: 'The database is busy with conflicting writes.', retryAfter: 1 },
  uncertain: {
    said:
      'The database did not confirm the commit. ' +
      'The data may be stored, so sending it again could store it twice.',
    retryAfter: 5,
  },
  slow: { said: 'The database takes too long to respond.', retryAfter: 5 },
};

/** Classifies the errors of one database, and says what its operator should do about each. */
export interface Faults {
  /** Returns the fault behind an error, however it is wrapped; null for any other error. */
  kindOf(error: unknown): FaultKind | null;
  /** Returns what an operator should do. The text names the database, never its password. */
  advice(kind: FaultKind, error?: unknown): string;
}

/** The database cannot serve a request. Reported everywhere as `unavailable`, with `Retry-After`. */
export class DatabaseFault extends AppError {
  readonly fault: FaultKind;
  /** What an operator should do. */
  readonly advice: string;

  constructor(fault: FaultKind, advice: string, cause: unknown) {
    const { said, retryAfter } = MEANINGS[fault];
    // Another attempt could store the same data twice.
    super('unavailable', fault === 'uncertain' ? said : `${said} Try again later.`, { retryAfter });
    this.fault = fault;
    this.advice = advice;
    this.cause = cause;
  }
}

/** Converts an error of the database into a DatabaseFault; returns any other error as it is. */
export function asFault(error: unknown, faults: Faults): unknown {
  if (error instanceof AppError) return error;
  const kind = faults.kindOf(error);
  return kind ? new DatabaseFault(kind, faults.advice(kind, error), error) : error;
}

/**
 * Returns the text by which an error is classified: its code, the database's own code under Prisma's, and its
 * message.
 */
export function wordsOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { originalCode?: unknown; kind?: unknown } };
  return `${String(code)} ${String(cause?.originalCode)} ${String(cause?.kind)} ${String(error)}`;
}
