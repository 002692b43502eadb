/** How long a transaction waits for a lock before it is run again without the rows that are locked, in ms. */
const LOCK_MS = 100;

/** A statement after BEGIN. */
export const WAIT_BRIEFLY = `SET LOCAL lock_timeout = ${LOCK_MS}`;

/** Whether an error is that of a lock that was not obtained in time. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';
