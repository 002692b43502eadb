import type { Database, State } from '../db/database.ts';
import { countHits, firstOpenDay } from './counters.ts';

/** How often the counters are read while notices arrive: every so many polls. */
const POLLS_WITH_NOTICES = 5;

/** Finds out which of the watched websites have new hits, from any process. */
export interface HitDetector {
  /** To be called after a commit of this process. Tells the other instances, too. */
  stored(websiteIds: ReadonlySet<number>): void;
  /**
   * Compares the counters of the watched websites. To be called once a second while any are watched. It finds
   * what no notice told: because there are none, or because an instance stopped before it sent one.
   * @throws the error of the database.
   */
  poll(): Promise<void>;
  /** Starts to listen for the notices of other instances. */
  listen(): void;
  /** To be called when a website is no longer watched. */
  forget(websiteId: number): void;
}

export interface DetectorDeps {
  db: Pick<Database, 'changes' | 'select' | 'dialect' | 'notices'>;
  /** The time, Unix milliseconds. */
  now: () => number;
  watched: () => Iterable<number>;
  /** Called with a website that may have new hits. */
  changed: (websiteId: number) => void;
}

export function createDetector({ db, now, watched, changed }: DetectorDeps): HitDetector {
  const counters = new Map<number, number>();
  let validAt: State = Number.NaN;
  let polls = 0;
  let listens = false;

  return {
    stored(websiteIds) {
      for (const id of websiteIds) changed(id);
      db.notices.send(websiteIds);
    },
    async poll() {
      polls += 1;
      if (db.notices.isListening() && polls % POLLS_WITH_NOTICES !== 0) return;
      const ids = [...watched()];
      const state = await db.changes();
      if (state === validAt && ids.every((id) => counters.has(id))) return;
      const counts = await countHits(db, ids, firstOpenDay(now()));
      validAt = state;
      for (const id of ids) {
        const count = counts.get(id) ?? 0;
        // A website whose counter was not known may have got hits since its numbers were first read.
        if (counters.get(id) === count) continue;
        counters.set(id, count);
        changed(id);
      }
    },
    listen() {
      if (listens) return;
      listens = true;
      db.notices.listen((ids) => {
        for (const id of ids) changed(id);
      });
    },
    forget: (websiteId) => void counters.delete(websiteId),
  };
}
