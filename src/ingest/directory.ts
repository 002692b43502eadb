import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { DatabaseFault } from '../db/health/faults.ts';
import { createRetry } from '../db/health/retry.ts';
import { bareDomain, MAX_HOST } from '../validation/url.ts';
import { changesAfter } from '../websites/noteChange.ts';
import { type AliasIndex, readAliases, trackingIdOf } from './aliases.ts';
import { Overload } from './queue/refusals.ts';
import { createRefresher } from './refresher.ts';
import { createWebsiteLookup, type TrackedWebsite } from './websiteLookup.ts';

/**
 * Looks up websites by tracking id or by host, and keeps them in memory until they change. A change by
 * another instance is noticed within two seconds. While the database is away, known websites are found.
 */
export interface Directory {
  byTrackingId(trackingId: string): Promise<TrackedWebsite | null>;
  /** Returns the website with this host as its domain; null if there is none or more than one. */
  byHost(host: string): Promise<TrackedWebsite | null>;
  /**
   * Returns the website with this id in another product (setting `aliases`); null if there is none. If
   * several websites have it, the host of the page decides.
   */
  byAlias(alias: string, host: string): Promise<TrackedWebsite | null>;
  /** To be called when this process has changed a website. The next lookup meets the change. */
  changed(): void;
}

/** How long a lookup of an unknown website waits for a database that is away: as long as a write. */
const LOOKUP_MS = 5_000;
/** Maximum number of lookups that wait for the database, as in the writer's queue. */
const MAX_LOOKUPS = 10_000;
/**
 * The maximum size of each cache in units of about 100 bytes: its entries and their lists of address ranges,
 * hosts and parameters. That is enough for 100,000 websites, and at most 50 MB.
 */
const MAX_SIZE = 500_000;

/** How long a website is cached if no change is noted, for operators who change the database by hand. */
const MAX_AGE_MS = 10 * 60_000;

/** A cached lookup. */
interface Found {
  /** Null for a miss. */
  website: TrackedWebsite | null;
  /** When it was looked up, in Unix milliseconds. */
  at: number;
}

const sizeOf = ({ excluded, hosts, query }: TrackedWebsite) => excluded.length + hosts.length + query.length;

const newCache = (forget: (found: Found) => void) =>
  new LRUCache<string, Found>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ website }, key) => 4 + Math.ceil(key.length / 100) + (website ? sizeOf(website) : 0),
    dispose: forget,
  });

/** A database that is away, which may be back in a moment. */
const isAway = (error: unknown) =>
  error instanceof DatabaseFault && (error.fault === 'unreachable' || error.fault === 'crowded');

export interface DirectoryDeps {
  db: Pick<Database, 'read'>;
  /** Unix milliseconds. */
  now: () => number;
  /** How long a lookup of an unknown website waits for a database that is away, in ms. */
  lookupMs?: number;
}

export function createDirectory({ db, now, lookupMs = LOOKUP_MS }: DirectoryDeps): Directory {
  /** The keys of `ids` by website. */
  const trackingIds = new Map<number, string>();
  // Two caches, so that invented hosts cannot displace the websites that are looked up by id.
  const ids = newCache(({ website }) => website && trackingIds.delete(website.id));
  const hosts = newCache(() => undefined);
  /** Read when the first hit has an id of another product; null before, and after a change of a website. */
  let aliases: { index: Promise<AliasIndex>; at: number } | null = null;
  const lookup = createWebsiteLookup(db);
  const retry = createRetry(lookupMs, isAway);
  let waiting = 0;
  /** The id of the last change that is known; null before the first check. */
  let lastChange: number | null = null;

  /** Forgets the websites that have changed. A database that is away changes nothing. */
  async function forgetChanged(): Promise<void> {
    const changes = await changesAfter(db.read, lastChange ?? 0).catch(() => undefined);
    if (changes === undefined) return;
    if (changes?.length !== 0) aliases = null;
    if (changes === null || lastChange === null) {
      ids.clear();
      hosts.clear();
    }
    for (const { websiteId, domain } of changes ?? []) {
      ids.delete(trackingIds.get(websiteId) ?? '');
      hosts.delete(domain);
    }
    lastChange = changes === null ? null : (changes.at(-1)?.id ?? lastChange ?? 0);
  }
  const refresher = createRefresher(forgetChanged, now);

  /** Looks a website up in the database, and waits while the database is away. */
  async function load<Result>(query: () => Promise<Result>): Promise<Result> {
    if (waiting >= MAX_LOOKUPS) throw new Overload('Hits arrive faster than their websites can be found.');
    waiting += 1;
    try {
      const result = await retry.run(query);
      retry.reset();
      return result;
    } finally {
      waiting -= 1;
    }
  }

  /** @param keep whether to cache a result. */
  async function find(
    cache: LRUCache<string, Found>,
    key: string,
    query: (key: string) => Promise<TrackedWebsite | null>,
    keep: (website: TrackedWebsite | null) => boolean,
  ): Promise<TrackedWebsite | null> {
    await refresher.refresh();
    const cached = cache.get(key);
    const [age, { checks }] = [now() - (cached?.at ?? 0), refresher];
    if (cached && age >= 0 && age < MAX_AGE_MS) return cached.website;
    try {
      const website = await load(() => query(key));
      // If a check ended meanwhile, the result may be older than what the check has seen.
      if (keep(website) && refresher.checks === checks) cache.set(key, { website, at: now() });
      return website;
    } catch (error) {
      if (cached && isAway(error)) return cached.website;
      throw error;
    }
  }

  /**
   * Returns the aliases of all websites. Hits that arrive while they are read wait for the same query. A
   * check that notices a change also forgets a read under way, which may be older than the change.
   */
  async function currentAliases(): Promise<AliasIndex> {
    await refresher.refresh();
    const [cached, at] = [aliases, now()];
    if (cached && at >= cached.at && at - cached.at < MAX_AGE_MS) return cached.index;
    const index = load(() => readAliases(db)).catch((error) => {
      if (cached && isAway(error)) return cached.index;
      throw error;
    });
    const reading = { index, at };
    aliases = reading;
    index.catch(() => {
      if (aliases === reading) aliases = null;
    });
    return index;
  }

  const byTrackingId: Directory['byTrackingId'] = async (trackingId) => {
    // A miss is not cached: a website that another process creates is found at once.
    const website = await find(ids, trackingId, (id) => lookup.byTrackingId.load(id), Boolean);
    if (website && ids.has(trackingId)) trackingIds.set(website.id, trackingId);
    return website;
  };

  return {
    byTrackingId,
    async byAlias(alias, host) {
      const trackingId = trackingIdOf(await currentAliases(), alias, host);
      return trackingId === null ? null : byTrackingId(trackingId);
    },
    async byHost(host) {
      const domain = bareDomain(host);
      if (domain.length > MAX_HOST) return null;
      // Unknown domains are cached as long as registered ones: otherwise the response time would tell them
      // apart.
      return find(
        hosts,
        domain,
        (key) => lookup.byDomain.load(key),
        () => true,
      );
    },
    changed: refresher.changed,
  };
}
