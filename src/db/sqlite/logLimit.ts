import { stat } from 'node:fs/promises';

/** Four times what the log comes to by itself (sqlite.ts). */
const MOST_BYTES = 64 * 2 ** 20;
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;

/** Bytes of the write-ahead log of a database file. */
export async function logSize(file: string): Promise<number> {
  return (await stat(`${file}-wal`)).size;
}

/**
 * SQLite begins its write-ahead log anew when nobody reads from it. With several who read one after the other, that moment
 * never comes by itself, and the log grows for as long as they do.
 * @param sizeOf bytes of the log; rejects where there is none (`logSize` asks the file system).
 * @param shorten makes the moment, and shortens the log; says whether it could.
 * @param now milliseconds.
 * @returns what to call before each read that may take long. It looks at the log once a second; where the log cannot be shortened, since
 *   another process reads from it, less and less often, down to once a minute.
 */
export function createLogLimit(
  sizeOf: () => Promise<number>,
  shorten: () => Promise<boolean>,
  now = () => performance.now(),
): () => void {
  let nextLook = Number.NEGATIVE_INFINITY;
  let pause = FIRST_PAUSE_MS;
  let looking = false;

  async function look(): Promise<void> {
    if ((await sizeOf()) <= MOST_BYTES) return;
    const done = await shorten().catch(() => false);
    pause = done ? FIRST_PAUSE_MS : Math.min(pause * 2, LAST_PAUSE_MS);
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
