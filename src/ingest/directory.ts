import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import type { Website } from '../generated/prisma/client.ts';
import { type AddressRange, parseRanges } from '../validation/address.ts';
import { bareDomain } from '../validation/url.ts';

/** What tracking needs to know of a website. */
export interface TrackedWebsite {
  id: number;
  domain: string;
  timezone: string;
  excludeBots: boolean;
  excluded: AddressRange[];
  /** Whether `/about/` counts as `/about`. */
  trimSlash: boolean;
}

/** Websites by tracking id or by host: a copy in memory, a few seconds old at most. */
export interface Directory {
  byTrackingId(trackingId: string): Promise<TrackedWebsite | null>;
  /** The website whose domain the host is, if exactly one has it. */
  byHost(host: string): Promise<TrackedWebsite | null>;
  /** Forgets the copy: a website was changed here. */
  clear(): void;
}

const FRESH_MS = 2_000;
/** About 100 bytes each: entries, and ranges of addresses among them. */
const MOST = 200_000;
/** The longest name that DNS can carry. */
const MAX_HOST = 253;

export function createDirectory({ db, now }: { db: Database; now: () => number }): Directory {
  const cache = new LRUCache<string, Found>({
    maxSize: MOST,
    sizeCalculation: ({ website }, key) => 4 + Math.ceil(key.length / 100) + (website?.excluded.length ?? 0),
    ttl: FRESH_MS,
    perf: { now },
  });
  // A flood of unknown ids costs one query for all that are asked for meanwhile.
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
   * @param misses whether a miss is remembered, too. Of hosts it is, or the time of the answer would tell which ones are known. Of ids it
   *   is not: a website made by another process is known at once.
   */
  async function find(
    key: string,
    load: () => Promise<TrackedWebsite | null>,
    misses: boolean,
  ): Promise<TrackedWebsite | null> {
    const time = now();
    // Where the clock was set back, everything would stay fresh until it is there again.
    if (time < latest) cache.clear();
    latest = time;
    const known = cache.get(key);
    if (known) return known.website;
    const website = await load();
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

/** What was found under a key: null for nothing. */
interface Found {
  website: TrackedWebsite | null;
}

function tracked({ id, domain, timezone, excludeBots, excludeIps, trimSlash }: Website): TrackedWebsite {
  return { id, domain, timezone, excludeBots, trimSlash, excluded: parseRanges(excludeIps).ranges };
}
