import type { Database } from '../db/database.ts';
import type { Hit } from '../ingest/hit.ts';
import { lockWebsites } from '../ingest/store/locks.ts';
import { storeHits } from '../ingest/store/store.ts';
import type { Live } from '../live/live.ts';
import type { Dice } from './random.ts';
import { type DemoSite, visitor } from './traffic.ts';

/** The mean time between two new visitors. With it, some five to ten visitors are present at any time. */
const NEW_VISITOR_MS = 60_000;

/** A visitor's second visit, hours later, would keep its hits in memory until then. */
const MAX_AHEAD_MS = 3_600_000;

export interface TrickleOptions {
  sites: readonly DemoSite[];
  db: Pick<Database, 'write'>;
  live: Pick<Live, 'stored'>;
  nextId: () => bigint;
  dice: Dice;
  /** The time from which visitors arrive, Unix milliseconds. */
  since: number;
}

/**
 * Lets visitors of the demo arrive while its server runs. Otherwise, nobody would be present five minutes
 * after the start.
 * @returns stores the hits up to `now`, Unix milliseconds, and returns their number. To be called every few
 *   seconds.
 */
export function createTrickle(options: TrickleOptions): (now: number) => Promise<number> {
  const { sites, db, live, nextId, dice, since } = options;
  let waiting: Hit[] = [];
  /** An exponentially distributed time in ms until a website has its next visitor. */
  const pause = ({ size }: DemoSite) => (-Math.log(1 - dice.next()) * NEW_VISITOR_MS) / size;
  const arrivals = sites.map((site) => ({ site, nextAt: since + pause(site) }));

  /** Adds the visitors of a website who arrive until `now`. */
  function arrive(arrival: (typeof arrivals)[number], now: number): void {
    while (arrival.nextAt <= now) {
      const start = Math.round(arrival.nextAt);
      const hits = visitor(arrival.site, dice, () => start);
      waiting.push(...hits.filter(({ at }) => at < start + MAX_AHEAD_MS));
      arrival.nextAt += pause(arrival.site);
    }
  }

  return async (now) => {
    for (const arrival of arrivals) arrive(arrival, now);
    const due = waiting.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    if (due.length === 0) return 0;
    waiting = waiting.filter(({ at }) => at > now);
    await db.write(async (tx) => {
      await lockWebsites(tx, due);
      await storeHits(tx, due, nextId);
    });
    live.stored(new Set(due.map(({ websiteId }) => websiteId)));
    return due.length;
  };
}
