import { setImmediate } from 'node:timers/promises';
import { fromJson } from '../db/dialect.ts';
import { DatabaseFault } from '../db/faults.ts';
import type { Database, Transaction } from '../db/open.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { storeDrops, storeHits } from '../rollup/store.ts';
import { localTime } from './clock.ts';
import type { Drop, DropReason, Hit } from './hit.ts';
import { createRefusals, Overload } from './refusals.ts';

/** What became of a hit: null when it is committed, else why it was dropped. */
export type Outcome = DropReason | null;

/** Takes hits and drops, and says so only after they are committed. */
export interface Writer {
  /** @throws AppError `unavailable` when it could not be stored; then nothing of it is. */
  record(item: Hit | Drop): Promise<Outcome>;
  /**
   * Reports a hit that cannot even be handed to `record`.
   * @returns what its sender is told, for throwing.
   */
  refuse(error: unknown): AppError;
  /** Waits until everything taken so far is decided. */
  drain(): Promise<void>;
}

interface Waiting {
  item: Hit | Drop;
  resolve: (outcome: Outcome) => void;
  reject: (error: AppError) => void;
}

const MAX_BATCH = 1_000;
const MAX_QUEUE = 10_000;

const unavailable = (why: string, retryAfter = 1) =>
  new AppError('unavailable', `${why} Try again.`, { retryAfter });

/**
 * The batching writer. While one transaction runs, arriving hits wait together; the next transaction takes them
 * all. So a lone hit commits at once, without a timer, and under load the batches grow and the cost per hit falls.
 */
export function createWriter(deps: { db: Database; log: Log; nextId: () => bigint }): Writer {
  let queue: Waiting[] = [];
  let running: Promise<void> | null = null;
  const refusals = createRefusals(deps.log);

  function refuse(error: unknown, hits = 1): AppError {
    refusals.refused(error, hits);
    if (error instanceof Overload) return unavailable(error.message);
    const { retryAfter } = error instanceof DatabaseFault ? error.details : {};
    return unavailable('The hit could not be stored.', retryAfter);
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // SQLite answers at once, so a whole transaction can pass without a look at the network: look first, or every batch
      // would be of one hit.
      await setImmediate();
      const batch = queue.slice(0, MAX_BATCH);
      queue = queue.slice(MAX_BATCH);
      try {
        const outcomes = await commit(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] ?? null);
        refusals.stored();
      } catch (error) {
        const refusal = refuse(error, batch.length);
        for (const { reject } of batch) reject(refusal);
      }
    }
    running = null;
  }

  function commit(items: (Hit | Drop)[]): Promise<Outcome[]> {
    return deps.db.write(async (tx) => {
      const existing = await existingWebsites(tx, items);
      // A website may have been deleted while its hit waited.
      const settled = items.map((item) =>
        item.websiteId === 0 || existing.has(item.websiteId) ? item : asUnknown(item),
      );
      const hits = settled.filter((item): item is Hit => !('reason' in item));
      const drops = settled.filter((item): item is Drop => 'reason' in item);
      await storeHits(tx, hits, deps.nextId);
      await storeDrops(tx, drops);
      return settled.map((item) => ('reason' in item ? item.reason : null));
    });
  }

  return {
    record(item) {
      if (queue.length >= MAX_QUEUE)
        return Promise.reject(refuse(new Overload('More hits arrive than can be stored.')));
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        running ??= run();
      });
    },
    refuse: (error) => refuse(error),
    async drain() {
      while (running) await running;
    },
  };
}

async function existingWebsites(tx: Transaction, items: readonly (Hit | Drop)[]): Promise<Set<number>> {
  const ids = [...new Set(items.map(({ websiteId }) => websiteId))].map((id) => [id]);
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT "Website"."id" FROM ${fromJson(ids, { id: 'INTEGER' })} AS "k"
    CROSS JOIN "Website" ON "Website"."id" = "k"."id"`;
  return new Set(rows.map(({ id }) => id));
}

function asUnknown(item: Hit | Drop): Drop {
  const day = 'at' in item ? localTime('UTC', item.at).day : item.day;
  return { websiteId: 0, day, reason: 'unknown_website' };
}
