import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { DatabaseFault } from '../db/health/faults.ts';
import type { Website } from '../generated/prisma/client.ts';
import { type AddressRange, parseRanges } from '../validation/address.ts';
import { bareDomain } from '../validation/url.ts';

/** The columns of a website that tracking needs. */
export interface TrackedWebsite {
  id: number;
  domain: string;
  timezone: string;
  excludeBots: boolean;
  excluded: AddressRange[];
  /** Whether `/about/` counts as `/about`. */
  trimSlash: boolean;
}

/** Looks up websites by tracking id or by host. Results are cached in memory for at most two seconds. */
export interface Directory {
  byTrackingId(trackingId: string): Promise<TrackedWebsite | null>;
  /** Returns the website with this host as its domain; null if there is none or more than one. */
  byHost(host: string): Promise<TrackedWebsite | null>;
  /** Clears the cache. Call it when this process has changed a website. */
  clear(): void;
}

const FRESH_MS = 2_000;
/** The maximum size of the cache in units of about 100 bytes: cache entries and their address ranges. */
const MOST = 200_000;
/** The longest host name that DNS allows. */
const MAX_HOST = 253;

export function createDirectory({ db, now }: { db: Database; now: () => number }): Directory {
  const cache = new LRUCache<string, Found>({
    maxSize: MOST,
    sizeCalculation: ({ website }, key) => 4 + Math.ceil(key.length / 100) + (website?.excluded.length ?? 0),
    ttl: FRESH_MS,
    perf: { now },
  });
  // Batches lookups: a flood of unknown ids costs one query for all ids requested at the same moment.
  const ids = new DataLoader<string, TrackedWebsite | null>(
    async (trackingIds) => {
      const rows = await db.read.website.findMany({ where: { trackingId: { in: [...trackingIds] } } });
      const found = new Map(rows.map((row) => [row.trackingId, tracked(row)]));
      return trackingIds.map((id) => found.get(id) ?? null);
    },
    { cache: false, maxBatchSize: 500 },
  );
  const hosts = new DataLoader<string, TrackedWebsite | null>(
    async (domains) => {
      const rows = await db.read.website.findMany({ where: { domain: { in: [...domains] } } });
      return domains.map((domain) => {
        const [only, another] = rows.filter((row) => row.domain === domain);
        return only && !another ? tracked(only) : null;
      });
    },
    { cache: false, maxBatchSize: 500 },
  );

  let latest = 0;

  /**
   * @param misses whether to cache misses too. Misses of hosts are cached: otherwise the response time would
   *   reveal which hosts are registered. Misses of ids are not, so a website that another process creates is
   *   found at once.
   */
  async function find(
    key: string,
    load: () => Promise<TrackedWebsite | null>,
    misses: boolean,
  ): Promise<TrackedWebsite | null> {
    const time = now();
    // If the clock was set back, entries would not expire until it reaches its former time again.
    if (time < latest) cache.clear();
    latest = time;
    const cached = cache.get(key);
    if (cached) return cached.website;
    const website = await load().catch((error: unknown) => {
      // The lookup lost its connection, for example to a restart of the database. It reads only, so it is
      // repeated once, over another connection.
      if (error instanceof DatabaseFault && error.fault === 'unreachable') return load();
      throw error;
    });
    if (website || misses) cache.set(key, { website });
    return website;
  }

  return {
    byTrackingId: (trackingId) => find(`id ${trackingId}`, () => ids.load(trackingId), false),
    async byHost(host) {
      const domain = bareDomain(host);
      return domain.length > MAX_HOST ? null : find(`host ${domain}`, () => hosts.load(domain), true);
    },
    clear: () => cache.clear(),
  };
}

/** A cached lookup; `website` is null for a miss. */
interface Found {
  website: TrackedWebsite | null;
}

function tracked({ id, domain, timezone, excludeBots, excludeIps, trimSlash }: Website): TrackedWebsite {
  return { id, domain, timezone, excludeBots, trimSlash, excluded: parseRanges(excludeIps).ranges };
}
