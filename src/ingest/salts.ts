import type { Database } from '../db/open.ts';
import { dayIsOver } from './clock.ts';

/** The random salts under which visitors are hashed, one for each local day. */
export interface Salts {
  /** The salt of a local day (20261121); made when the day is new anywhere, and the same for all processes. */
  of(day: number): Promise<Uint8Array>;
  /** Deletes the salts of days that are over everywhere: nobody can link those days' visitors any more. */
  forget(): Promise<void>;
}

const SALT_BYTES = 32;

export function createSalts(deps: {
  db: Database;
  now: () => number;
  random: (bytes: number) => Uint8Array;
}): Salts {
  const known = new Map<number, Promise<Uint8Array>>();

  async function load(day: number): Promise<Uint8Array> {
    const salt = Buffer.from(deps.random(SALT_BYTES));
    const row = await deps.db.write((tx) =>
      tx.salt.upsert({ where: { day }, create: { day, salt }, update: {} }),
    );
    return row.salt;
  }

  return {
    of(day) {
      let salt = known.get(day);
      if (!salt) {
        salt = load(day);
        known.set(day, salt);
        salt.catch(() => known.delete(day)); // A failure is not remembered.
      }
      return salt;
    },
    async forget() {
      for (const day of known.keys()) if (dayIsOver(day, deps.now())) known.delete(day);
      const days = await deps.db.read.salt.findMany({ select: { day: true } });
      const over = days.map(({ day }) => day).filter((day) => dayIsOver(day, deps.now()));
      if (over.length === 0) return;
      await deps.db.write((tx) => tx.salt.deleteMany({ where: { day: { in: over } } }));
      await deps.db.scrub();
    },
  };
}
