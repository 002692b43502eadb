import { ID_BITS } from '../db/sql/idRange.ts';

/** A visitor is present for this long after a hit, in ms. */
export const PRESENT_MS = 300_000;
export const MINUTE_MS = 60_000;
/** Number of minutes in a window, the current one included. */
export const MINUTES = 30;
/** Number of latest hits that a window keeps. */
export const FEED = 20;
/** The visitors of a minute are kept for this many minutes after it, for hits that are committed late. */
const OPEN_MINUTES = 3;

/** A hit as a window reads it. */
export interface WindowHit {
  id: bigint;
  /** Identifies the visitor, within the website. */
  visitor: string;
  /** Unix milliseconds. */
  at: number;
  path: string;
  /** The name of the event; null for a pageview. */
  event: string | null;
  /** Of the visit. */
  referrer: string;
  country: string;
}

/** A minute of a window. */
export interface MinuteCount {
  /** The beginning of the minute, in Unix milliseconds. */
  at: number;
  visitors: number;
  pageviews: number;
}

/** The numbers of a window at one time. */
export interface WindowCounts {
  /** Visitors with a hit in the last five minutes. */
  visitors: number;
  /** These visitors by the path of their latest hit, and by the referrer and the country of its visit. */
  pages: ReadonlyMap<string, number>;
  referrers: ReadonlyMap<string, number>;
  countries: ReadonlyMap<string, number>;
  /** The last 30 minutes, oldest first, including those without hits. */
  minutes: readonly MinuteCount[];
  /** The latest hits of the last 30 minutes, newest first. */
  hits: readonly WindowHit[];
}

interface Minute {
  pageviews: number;
  /** Null when no more hits are expected; then `visitors` counts them. */
  open: Set<string> | null;
  visitors: number;
}

type Latest = Pick<WindowHit, 'at' | 'id' | 'path' | 'referrer' | 'country'>;

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS);
const isLater = (one: Pick<WindowHit, 'at' | 'id'>, other: Pick<WindowHit, 'at' | 'id'>) =>
  one.at > other.at || (one.at === other.at && one.id > other.id);

/** The id that a hit of this time has at least. */
export const idAt = (ms: number): bigint => BigInt(Math.max(0, ms)) << ID_BITS;

/** The time in an id, in Unix milliseconds. */
export const timeOf = (id: bigint): number => Number(id >> ID_BITS);

/**
 * The hits of a website in the last half hour, as sums. Hits are added in about the order of their ids. The
 * memory grows with the visitors of the last five minutes and the hits of the last seconds only.
 */
export class LiveWindow {
  /** The highest id so far. */
  lastId = 0n;
  /** Number of hits that were added. */
  added = 0;
  /** Whether a hit came too late for its minute, so that the window must be read anew. */
  isBroken = false;
  readonly #ids = new Set<bigint>();
  readonly #minutes = new Map<number, Minute>();
  readonly #latest = new Map<string, Latest>();
  #feed: WindowHit[] = [];

  /** Adds a hit, unless it was added before and {@link forget} has not dropped its id. */
  add(hit: WindowHit): void {
    if (this.#ids.has(hit.id)) return;
    this.#ids.add(hit.id);
    this.added += 1;
    if (hit.id > this.lastId) this.lastId = hit.id;
    this.#count(hit);
    const latest = this.#latest.get(hit.visitor);
    if (!latest || isLater(hit, latest)) {
      const { at, id, path, referrer, country } = hit;
      this.#latest.set(hit.visitor, { at, id, path, referrer, country });
    }
    const oldest = this.#feed.at(-1);
    if (this.#feed.length < FEED || (oldest && isLater(hit, oldest))) {
      const place = this.#feed.findIndex((other) => isLater(hit, other));
      this.#feed.splice(place < 0 ? this.#feed.length : place, 0, hit);
      this.#feed.length = Math.min(this.#feed.length, FEED);
    }
  }

  #count({ at, visitor, event }: WindowHit): void {
    let minute = this.#minutes.get(minuteOf(at));
    if (!minute) {
      minute = { pageviews: 0, open: new Set(), visitors: 0 };
      this.#minutes.set(minuteOf(at), minute);
    }
    if (event === null) minute.pageviews += 1;
    if (minute.open) minute.open.add(visitor);
    else this.isBroken = true;
  }

  /**
   * Forgets what no number needs any more.
   * @param from the lowest id that is read again.
   */
  forget(now: number, from: bigint): void {
    for (const id of this.#ids) if (id < from) this.#ids.delete(id);
    const current = minuteOf(now);
    for (const [number, minute] of this.#minutes) {
      if (number <= current - MINUTES) this.#minutes.delete(number);
      else if (minute.open && number < current - OPEN_MINUTES) {
        minute.visitors = minute.open.size;
        minute.open = null;
      }
    }
    for (const [visitor, { at }] of this.#latest) if (at <= now - PRESENT_MS) this.#latest.delete(visitor);
  }

  counts(now: number): WindowCounts {
    const pages = new Map<string, number>();
    const referrers = new Map<string, number>();
    const countries = new Map<string, number>();
    let visitors = 0;
    for (const { at, path, referrer, country } of this.#latest.values()) {
      if (at <= now - PRESENT_MS) continue;
      visitors += 1;
      increment(pages, path);
      increment(referrers, referrer);
      increment(countries, country);
    }
    const current = minuteOf(now);
    const minutes = Array.from({ length: MINUTES }, (_, index) => {
      const number = current - MINUTES + 1 + index;
      const minute = this.#minutes.get(number);
      return {
        at: number * MINUTE_MS,
        visitors: minute?.open?.size ?? minute?.visitors ?? 0,
        pageviews: minute?.pageviews ?? 0,
      };
    });
    const hits = this.#feed.filter(({ at }) => minuteOf(at) > current - MINUTES);
    return { visitors, pages, referrers, countries, minutes, hits };
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
