import { stat } from 'node:fs/promises';

/** A third more than the size that the log normally reaches (settings.ts). */
const MAX_BYTES = 64 * 2 ** 20;
/** A log that is longer, and cannot be shortened, is reported. */
const REPORTED_BYTES = 2 * MAX_BYTES;
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;

/** Returns the size of a database file's write-ahead log in bytes. */
export async function logSize(file: string): Promise<number> {
  return (await stat(`${file}-wal`)).size;
}

/**
 * Limits the write-ahead log. SQLite restarts it from the beginning when nobody reads from it. With several
 * readers, one after the other, that moment never comes by itself, and the log grows meanwhile.
 * @param sizeOf returns the size of the log in bytes; rejects if there is none (`logSize` asks the file
 *   system).
 * @param shorten shortens the log at a moment without readers; returns whether it succeeded.
 * @param report called once with the size of a long log that cannot be shortened, and once with null when it
 *   is short again.
 * @param now returns the current time in ms.
 * @returns a function to call at each write, and before each read that may take long. It checks the log once
 *   a second. If the log cannot be shortened, because another process reads from it, it checks less and less
 *   often, down to once a minute.
 */
export function createLogLimit(
  sizeOf: () => Promise<number>,
  shorten: () => Promise<boolean>,
  report: (bytes: number | null) => void,
  now = () => performance.now(),
): () => void {
  let nextLook = Number.NEGATIVE_INFINITY;
  let pause = FIRST_PAUSE_MS;
  let looking = false;
  let reported = false;

  function tell(bytes: number | null): void {
    if (reported === (bytes !== null)) return;
    reported = bytes !== null;
    report(bytes);
  }

  async function look(): Promise<void> {
    const size = await sizeOf();
    if (size <= MAX_BYTES) return tell(null);
    const done = await shorten().catch(() => false);
    pause = done ? FIRST_PAUSE_MS : Math.min(pause * 2, LAST_PAUSE_MS);
    if (done) tell(null);
    else if (size > REPORTED_BYTES) tell(size);
  }

  return () => {
    if (looking || now() < nextLook) return;
    looking = true;
    // There may be no log.
    look()
      .catch(() => undefined)
      .finally(() => {
        looking = false;
        nextLook = now() + pause;
      });
  };
}
