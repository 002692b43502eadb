import { DatabaseFault, type FaultKind, type Faults, wordsOf } from '../health/faults.ts';
import { whereIs } from './address.ts';

/**
 * The SQLSTATEs, system errors and messages of the driver, the server and PgBouncer of each fault, as they
 * arrive directly or through Prisma, and its advice. The first match counts. Sources: appendix A of
 * PostgreSQL's manual; PgBouncer 1.18, src/client.c and src/objects.c; Node.js, "X509 certificate error
 * codes".
 */
const FAULTS: readonly (readonly [FaultKind, RegExp, (where: string) => string])[] = [
  [
    'uncertain',
    /COMMIT_UNKNOWN/,
    (where) => `${where} did not confirm a commit: check its log for the cause.`,
  ],
  [
    'refused',
    /blocks not allowed in statement pooling/,
    (where) =>
      `${where} is behind PgBouncer in statement mode, which allows no transactions: connect to PostgreSQL ` +
      'directly, or set pool_mode = session for this database.',
  ],
  [
    'refused',
    /unsupported startup parameter/,
    (where) =>
      `${where} is behind PgBouncer, which rejects a parameter of DATABASE_URL: remove options from it, ` +
      'or add options to ignore_startup_parameters.',
  ],
  [
    'crowded',
    /too many connections for (role|database)/,
    (where) =>
      `${where} has no free connection: raise the CONNECTION LIMIT of the role and of the database, ` +
      'or run fewer instances (docs/scaling.md lists the connections of an instance).',
  ],
  [
    'crowded',
    /\b53300\b|TooManyConnections|P2037|no more connections allowed|query_wait_timeout/,
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
    /does not support SSL|establishing an SSL connection/,
    (where) =>
      `${where} does not accept encrypted connections: remove sslmode from DATABASE_URL, ` +
      'or turn on ssl in postgresql.conf.',
  ],
  [
    'refused',
    /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET)_|\bCERT_[A-Z]|ERR_TLS_CERT|TlsConnectionError|P1011/,
    (where) =>
      `${where} has a certificate that cannot be verified: name the file of its CA in DATABASE_URL ` +
      '(sslmode=verify-full&sslrootcert=/path/ca.pem), ' +
      'or encrypt without checking the certificate (sslmode=require).',
  ],
  [
    'refused',
    /no encryption|SSL off|SSL required/i,
    (where) => `${where} accepts only encrypted connections: add ?sslmode=require to DATABASE_URL.`,
  ],
  [
    'refused',
    /no pg_hba\.conf entry/,
    (where) =>
      `${where} does not admit this user from this machine: check the user in DATABASE_URL, ` +
      'or add a line to pg_hba.conf.',
  ],
  [
    'refused',
    /\b3D000\b|DatabaseDoesNotExist|P1003|no such database/,
    (where) => `${where} does not exist: run CREATE DATABASE, or correct the name in DATABASE_URL.`,
  ],
  [
    'refused',
    /\b42501\b/,
    (where) =>
      `${where} denies the user in DATABASE_URL a right that Footfall needs: ` +
      'let this user own the database (docs/operating.md lists the rights).',
  ],
  [
    'refused',
    /\b(28P01|28000)\b|AuthenticationFailed|DatabaseAccessDenied|SASL|authentication failed|P1000|P1010|no such user/,
    (where) =>
      `${where} rejected the connection: check the user and the password in DATABASE_URL ` +
      '(write # as %23, / as %2F, @ as %40 and % as %25).',
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
    /\b(57P0[1235]|25P03|08[\dP]\d\d)\b|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES|timeout expired|Connection terminated|connection error|not queryable|DatabaseNotReachable|ConnectionClosed|P1001|P1017/,
    (where) => `${where} cannot be reached: start it, or correct DATABASE_URL.`,
  ],
  ['damaged', /\bXX00[12]\b/, (where) => `${where} is damaged: check its log, and restore a backup.`],
  ['io', /\b58(000|030|P01)\b/, (where) => `${where} cannot read or write its files: check its log.`],
];

const entryOf = (error: unknown) => {
  const words = wordsOf(error);
  return FAULTS.find(([, pattern]) => pattern.test(words));
};

const kindOf = (error: unknown): FaultKind | null => entryOf(error)?.[0] ?? null;

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
    advice(kind, error) {
      const [found, , advice] = entryOf(error) ?? [];
      return found === kind && advice ? advice(where) : `${where} cannot be used.`;
    },
  };
}

/** Refuses a database. @param why follows its name, and says what to do. */
export const refuseDatabase = (url: string, why: string, kind: FaultKind = 'refused') =>
  new DatabaseFault(kind, `${whereIs(url)} ${why}`, null);
