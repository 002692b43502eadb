import { stat } from 'node:fs/promises';

/** Four times what the log comes to by itself (sqlite.ts). */
const MOST_BYTES = 64 * 2 ** 20;
const LOOK_EVERY_MS = 1_000;

/**
 * SQLite begins its write-ahead log anew when nobody reads from it. With several who read one after the other, that moment
 * never comes by itself, and the log grows for as long as they do.
 * @param file the database's.
 * @param shorten makes the moment, and shortens the log.
 * @param now milliseconds.
 * @returns what to call before each read that may take long; it looks at the log once a second.
 */
export function createLogLimit(
  file: string,
  shorten: () => Promise<void>,
  now = () => performance.now(),
): () => void {
  let lastLook = Number.NEGATIVE_INFINITY;
  let shortening = false;

  async function look(): Promise<void> {
    const { size } = await stat(`${file}-wal`);
    if (size <= MOST_BYTES) return;
    shortening = true;
    await shorten().finally(() => {
      shortening = false;
    });
  }

  return () => {
    const time = now();
    if (shortening || time - lastLook < LOOK_EVERY_MS) return;
    lastLook = time;
    // Where it fails, because somebody else is reading or there is no log, a later look tries again.
    look().catch(() => undefined);
  };
}
