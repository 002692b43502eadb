import type { Deps } from '../../request/context.ts';

/** How much the clocks of two instances may differ, in ms (docs/scaling.md). */
const SKEW_MS = 60_000;

/** A lease for leader election. At most one instance holds it at a time. */
export interface Lease {
  /**
   * Acquires or renews the lease.
   * @returns whether this instance holds it now.
   */
  hold(): Promise<boolean>;
  /** Releases the lease, so that another instance can acquire it immediately. */
  release(): Promise<void>;
}

/**
 * Creates a lease that is stored in the database. Its holder must renew it before it expires. If the holder
 * dies, another instance can acquire it after that. The clocks of the instances must agree within a fraction
 * of its duration. A lease that ends later than any could was written while a clock was wrong, and is free.
 * @param name the name of the lease.
 * @param lasts its duration in milliseconds.
 */
export function createLease(
  { db, now, random }: Pick<Deps, 'db' | 'now' | 'random'>,
  name: string,
  lasts: number,
): Lease {
  const holder = Buffer.from(random(8)).toString('hex');
  /** A moment that cannot be read is neither: the lease is then taken. */
  const isFree = (until: number) => until <= now() || until > now() + lasts + SKEW_MS;
  return {
    hold() {
      // `write` excludes other writers, so the lease cannot change between the read and the write.
      return db.write(async (tx) => {
        const lease = await tx.lease.findUnique({ where: { name } });
        if (lease && lease.holder !== holder && !isFree(lease.until.getTime())) return false;
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
