import type { Deps } from '../context.ts';

/** What only one instance at a time is in charge of. */
export interface Lease {
  /** Takes it or keeps it, for as long as it lasts. @returns whether this instance is in charge now. */
  hold(): Promise<boolean>;
  /** Leaves it to the others at once. */
  release(): Promise<void>;
}

/**
 * A lease in the database. Who has it has to ask again before it ends; when that instance dies, another gets it after that. Clocks
 * of instances must agree within a fraction of it.
 * @param name of what it is for.
 * @param lasts milliseconds.
 */
export function createLease(
  { db, now, random }: Pick<Deps, 'db' | 'now' | 'random'>,
  name: string,
  lasts: number,
): Lease {
  const holder = Buffer.from(random(8)).toString('hex');
  return {
    hold() {
      // Between reading and writing nobody else writes.
      return db.write(async (tx) => {
        const lease = await tx.lease.findUnique({ where: { name } });
        if (lease && lease.holder !== holder && lease.until.getTime() > now()) return false;
        const until = new Date(now() + lasts);
        await tx.lease.upsert({
          where: { name },
          create: { name, holder, until },
          update: { holder, until },
        });
        return true;
      });
    },
    async release() {
      await db.write((tx) => tx.lease.deleteMany({ where: { name, holder } }));
    },
  };
}
