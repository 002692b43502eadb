import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import type { Website } from '../generated/prisma/client.ts';
import { type AddressRange, parseRanges } from './address.ts';
import { bareDomain } from './page.ts';

/** What tracking needs to know of a website. */
export interface TrackedWebsite {
  id: number;
  domain: string;
  timezone: string;
  excludeBots: boolean;
  excluded: AddressRange[];
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
const MOST = 10_000;

export function createDirectory({ db, now }: { db: Database; now: () => number }): Directory {
  const cache = new LRUCache<string, TrackedWebsite>({ max: MOST, ttl: FRESH_MS, perf: { now } });
  // Misses are not remembered, so that a website made by another process is known at once; a flood of unknown
  // ids costs one query for all that are asked for meanwhile.
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

  async function find(
    key: string,
    load: () => Promise<TrackedWebsite | null>,
  ): Promise<TrackedWebsite | null> {
    const time = now();
    // Where the clock was set back, everything would stay fresh until it is there again.
    if (time < latest) cache.clear();
    latest = time;
    const known = cache.get(key);
    if (known) return known;
    const website = await load();
    if (website) cache.set(key, website);
    return website;
  }

  return {
    byTrackingId: (trackingId) => find(`id ${trackingId}`, () => ids.load(trackingId)),
    byHost: (host) => find(`host ${bareDomain(host)}`, () => hosts.load(bareDomain(host))),
    clear: () => cache.clear(),
  };
}

function tracked({ id, domain, timezone, excludeBots, excludeIps }: Website): TrackedWebsite {
  return { id, domain, timezone, excludeBots, excluded: parseRanges(excludeIps).ranges };
}
