import { dayIsOver } from '../../calendar/clock.ts';
import type { Database, SqlTransaction } from '../../db/database.ts';

/** The random salts of visitor hashes, one for each local day. */
export interface Salts {
  /**
   * Returns the salt of a local day (20261121), the same for all processes. The first hit of that day in any
   * time zone creates it.
   */
  of(day: number): Promise<Uint8Array>;
  /** Removes from memory the salts of days that are over everywhere at `now` (Unix milliseconds). */
  forget(now: number): void;
}

/** Runs a function in a write transaction. */
export type Write = <T>(fn: (tx: SqlTransaction) => Promise<T>) => Promise<T>;

const SALT_BYTES = 32;

export function createSalts(deps: { write: Write; random: (bytes: number) => Uint8Array }): Salts {
  const cache = new Map<number, Uint8Array>();

  async function load(day: number): Promise<Uint8Array> {
    const salt = Buffer.from(deps.random(SALT_BYTES));
    const rows = await deps.write(async (tx) => {
      await tx.$executeRaw`
        INSERT INTO "Salt" ("day", "salt") VALUES (${day}, ${salt}) ON CONFLICT ("day") DO NOTHING`;
      return tx.$queryRaw<{ salt: Uint8Array }[]>`SELECT "salt" FROM "Salt" WHERE "day" = ${day}`;
    });
    const stored = rows[0]?.salt;
    if (!stored) throw new Error(`The stored salt of day ${day} was not found.`);
    return stored;
  }

  return {
    async of(day) {
      const salt = cache.get(day) ?? (await load(day));
      cache.set(day, salt);
      return salt;
    },
    forget(now) {
      for (const day of cache.keys()) if (dayIsOver(day, now)) cache.delete(day);
    },
  };
}

/**
 * Creates a job that deletes the salts of days that are over everywhere, from the database and its files.
 * Afterwards nobody can link the visitors of those days.
 * @returns the job, to be called repeatedly. If a reader prevents the cleaning of the files, the next call
 *   tries again.
 */
export function saltDeletion({ db, now }: { db: Database; now: () => number }): () => Promise<void> {
  // True at first: an earlier process may have ended after the deletion but before the cleaning.
  let unclean = true;
  return async () => {
    const days = await db.read.salt.findMany({ select: { day: true } });
    const over = days.map(({ day }) => day).filter((day) => dayIsOver(day, now()));
    if (over.length > 0) {
      unclean = true;
      await db.write((tx) => tx.salt.deleteMany({ where: { day: { in: over } } }));
    }
    if (unclean) await db.scrub();
    unclean = false;
  };
}
