import { LRUCache } from 'lru-cache';
import type { Database, State } from '../db/database.ts';
import { firstOpenDay } from './counters.ts';
import { readHits, type Wanted } from './hits.ts';
import { idAt, LiveWindow, MINUTE_MS, MINUTES, timeOf, type WindowCounts } from './window.ts';

/**
 * Hits may be committed this long after hits with higher ids, in ms. A transaction gets its ids while it
 * locks the website, so that this happens only among instances whose clocks differ. The last value is for
 * slow instances.
 */
const OVERLAP_MS = { none: 0, usual: 2_000, most: 120_000 } as const;
/** Maximum number of windows: more than the streams of an instance. */
const MAX_WINDOWS = 2_500;
/** A window that was not read for this long is dropped, in ms. */
const IDLE_MS = 300_000;
/** Maximum number of websites that are read together. */
const BATCH = 100;

/** Reads the live numbers of websites. It keeps windows in memory, and reads only new hits. */
export interface LiveWindows {
  /** Returns the numbers of a website that are committed when it is called. Callers are answered together. */
  read(websiteId: number): Promise<WindowCounts>;
  /** Drops the windows that are no longer used. */
  purge(): void;
}

/** A window, and what it is compared with. */
interface Kept {
  window: LiveWindow;
  /** The day since which hits are counted, as 20261121. */
  since: number;
  /** Counted hits that were not added because they were committed before the window was read. */
  before: number;
  /** Hits are read from this long before the latest one, in ms. It grows when hits were missing. */
  overlapMs: number;
  /** How often hits were missing in succession. */
  misses: number;
  /** The state of the database in which the window was read. */
  validAt: State;
}

/** A window whose new hits are being read. */
interface Reading extends Wanted {
  kept: Kept;
  /** The highest id of the window before. */
  lastId: bigint;
}

interface Waiter {
  websiteId: number;
  resolve(counts: WindowCounts): void;
  reject(error: unknown): void;
}

/** @param now the time, Unix milliseconds. */
export function createWindows(
  db: Pick<Database, 'select' | 'dialect' | 'changes'>,
  now: () => number,
): LiveWindows {
  const windows = new LRUCache<number, Kept>({
    maxSize: MAX_WINDOWS,
    sizeCalculation: () => 1,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
  });
  let waiting: Waiter[] = [];
  let reading = false;

  /** The window of a website, or a new one that is still empty. */
  function keptOf(websiteId: number): Kept {
    const kept = windows.get(websiteId);
    // Counters of days that are over may be deleted.
    if (kept && !kept.window.isBroken && kept.since === firstOpenDay(now())) return kept;
    const fresh: Kept = {
      window: new LiveWindow(),
      since: firstOpenDay(now()),
      before: Number.NaN,
      overlapMs: kept?.overlapMs ?? OVERLAP_MS.none,
      misses: 0,
      validAt: Number.NaN,
    };
    windows.set(websiteId, fresh);
    return fresh;
  }

  /** The id after which hits are read, for a window whose highest id was `lastId`. */
  function after(lastId: bigint, { overlapMs }: Kept): bigint {
    const oldest = now() - MINUTES * MINUTE_MS - OVERLAP_MS.most;
    return idAt(Math.max(oldest, timeOf(lastId) - overlapMs));
  }

  /** Adds the new hits of websites to their windows. */
  async function update(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const validAt = await db.changes();
    let stale = ids
      .map((websiteId) => ({ websiteId, kept: keptOf(websiteId) }))
      .filter(({ kept }) => kept.validAt !== validAt)
      .map(({ websiteId, kept }): Reading => {
        const { lastId } = kept.window;
        return { websiteId, kept, lastId, after: after(lastId, kept), since: kept.since };
      });
    while (stale.length > 0) {
      const pages = await readHits(db, stale);
      const unfinished: Reading[] = [];
      for (const [index, reading] of stale.entries()) {
        const { kept, lastId } = reading;
        const { hits, counted, more } = pages[index] as (typeof pages)[number];
        for (const hit of hits) kept.window.add(hit);
        if (more) unfinished.push({ ...reading, after: hits.at(-1)?.id as bigint });
        else if (!check(kept, counted, validAt)) unfinished.push({ ...reading, after: after(lastId, kept) });
      }
      stale = unfinished;
    }
  }

  /**
   * Compares the number of hits with the counter of the same version of the database.
   * @returns false if hits must be read again, from an earlier one.
   */
  function check(kept: Kept, counted: number, validAt: State): boolean {
    const { window } = kept;
    kept.validAt = validAt;
    if (Number.isNaN(kept.before)) kept.before = counted - window.added;
    const isMissing = counted > kept.before + window.added;
    if (isMissing && kept.overlapMs < OVERLAP_MS.usual) {
      kept.overlapMs = OVERLAP_MS.usual;
      return false;
    }
    // On Citus, the counter may be of a later version than the hits, so that one difference proves nothing.
    kept.misses = isMissing ? kept.misses + 1 : 0;
    if (!isMissing) return true;
    kept.validAt = Number.NaN;
    if (kept.misses === 1 && !db.dialect.spansWebsites) return true;
    window.isBroken = true;
    kept.overlapMs = Math.min(4 * kept.overlapMs, OVERLAP_MS.most);
    return true;
  }

  async function readWaiting(): Promise<void> {
    reading = true;
    while (waiting.length > 0) {
      const ids = [...new Set(waiting.map(({ websiteId }) => websiteId))].slice(0, BATCH);
      const taken = waiting.filter(({ websiteId }) => ids.includes(websiteId));
      waiting = waiting.filter(({ websiteId }) => !ids.includes(websiteId));
      try {
        await update(ids);
        // Those that turned out to be incomplete are read anew.
        await update(ids.filter((id) => windows.peek(id)?.window.isBroken));
        const counts = new Map(ids.map((id) => [id, countsOf(id)]));
        for (const { websiteId, resolve } of taken) resolve(counts.get(websiteId) as WindowCounts);
      } catch (error) {
        // The windows may lack hits of the page that failed.
        for (const id of ids) windows.delete(id);
        for (const { reject } of taken) reject(error);
      }
    }
    reading = false;
  }

  function countsOf(websiteId: number): WindowCounts {
    const { window, overlapMs } = windows.peek(websiteId) as Kept;
    window.forget(now(), idAt(timeOf(window.lastId) - Math.max(overlapMs, OVERLAP_MS.usual)));
    return window.counts(now());
  }

  return {
    read: (websiteId) =>
      new Promise((resolve, reject) => {
        waiting.push({ websiteId, resolve, reject });
        if (!reading) void readWaiting();
      }),
    purge: () => void windows.purgeStale(),
  };
}
