import { type FaultKind, type Faults, wordsOf } from '../health/faults.ts';

/**
 * The SQLSTATEs, system errors and driver messages of each fault, as they arrive directly or through Prisma,
 * and its advice. Source: appendix A of PostgreSQL's manual.
 */
const FAULTS: readonly (readonly [FaultKind, RegExp, (where: string) => string])[] = [
  [
    'uncertain',
    /COMMIT_UNKNOWN/,
    (where) => `${where} did not confirm a commit: check its log for the cause.`,
  ],
  [
    'crowded',
    /\b53300\b|TooManyConnections|P2037/,
    (where) =>
      `${where} has no free connection: raise max_connections, ` +
      'or run fewer instances (docs/scaling.md lists the connections of an instance).',
  ],
  ['full', /\b53100\b/, (where) => `${where} has a full disk: free some space.`],
  [
    'read_only',
    /\b25006\b/,
    (where) =>
      `${where} is read-only: DATABASE_URL points to a standby, or default_transaction_read_only is on.`,
  ],
  [
    'refused',
    /\b(28P01|28000|3D000|42501)\b|AuthenticationFailed|DatabaseDoesNotExist|DatabaseAccessDenied|TlsConnectionError|SASL|P1000|P1003|P1010|P1011/,
    (where) =>
      `${where} rejected the connection: check the user, the password and the database in DATABASE_URL, ` +
      'and that the user may create tables there.',
  ],
  [
    'conflict',
    /\b(40001|40P01|55P03)\b|TransactionWriteConflict|P2034/,
    (where) => `${where} is blocked by other transactions: look for long ones in pg_stat_activity.`,
  ],
  [
    'slow',
    /\b57014\b|Query read timeout|timeout exceeded when trying to connect|SocketTimeout|P1008|P2024|P2028/,
    (where) => `${where} takes too long to respond: look for long statements and locks in pg_stat_activity.`,
  ],
  [
    'unreachable',
    /\b(57P0[1235]|25P03|08\d{3})\b|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT|Connection terminated|connection error|not queryable|DatabaseNotReachable|ConnectionClosed|P1001|P1017/,
    (where) => `${where} cannot be reached: start it, or correct DATABASE_URL.`,
  ],
  ['damaged', /\bXX00[12]\b/, (where) => `${where} is damaged: check its log, and restore a backup.`],
  ['io', /\b58(000|030|P01)\b/, (where) => `${where} cannot read or write its files: check its log.`],
];

const kindOf = (error: unknown): FaultKind | null => {
  const words = wordsOf(error);
  return FAULTS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
};

/** COMMIT failed, and it is unknown whether the transaction was committed. It must not be retried. */
class CommitUnknown extends Error {
  readonly code = 'COMMIT_UNKNOWN';
}

/** Whether the server ended a connection because its transaction waited too long for the next statement. */
export const isIdleTimeout = (error: unknown) => (error as { code?: unknown } | null)?.code === '25P03';

/**
 * Returns an error of COMMIT as it is if the database answered; a {@link CommitUnknown} if the answer was
 * lost.
 */
export function afterCommit(error: unknown): unknown {
  const kind = kindOf(error);
  if ((kind !== 'unreachable' && kind !== 'slow') || isIdleTimeout(error)) return error;
  return new CommitUnknown('The response to COMMIT was lost.', { cause: error });
}

/** The faults of the database behind a URL. */
export function postgresqlFaults(url: string): Faults {
  const where = whereIs(url);
  return {
    kindOf,
    advice(kind) {
      const [, , advice] = FAULTS.find(([each]) => each === kind) ?? [];
      return advice?.(where) ?? `${where} cannot be used.`;
    },
  };
}

/** Describes the database behind a URL, without its user and password. */
export function whereIs(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${decodeURIComponent(pathname.slice(1))} on ${host || 'the local socket'}`;
}
