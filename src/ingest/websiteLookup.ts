import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import type { Website } from '../generated/prisma/client.ts';
import { type AddressRange, parseRanges } from '../validation/address.ts';

/** The columns of a website that tracking needs. */
export interface TrackedWebsite {
  id: number;
  domain: string;
  timezone: string;
  excludeBots: boolean;
  excluded: AddressRange[];
  excludeSpam: boolean;
  /** Further hosts (`parseOwnHost`). */
  hosts: readonly string[];
  /** The query parameters that are part of the page. */
  query: readonly string[];
  /** Whether `/about/` counts as `/about`. */
  trimSlash: boolean;
  /** How many hits count on a day; 0 for no limit, null for the default. */
  dailyLimit: number | null;
}

type Loader = DataLoader<string, TrackedWebsite | null>;

/**
 * Reads websites from the database. Lookups are batched: a flood of unknown ids costs one query for all ids
 * requested at the same moment.
 */
export function createWebsiteLookup({ read }: Pick<Database, 'read'>): {
  byTrackingId: Loader;
  /** Finds the website with a domain; null if there is none or more than one. */
  byDomain: Loader;
} {
  // Requests arrive in different callbacks of a turn of the event loop. By its own schedule, DataLoader would
  // end a batch with each of them.
  const batchScheduleFn = (send: () => void) => void setImmediate(send);
  const options = { cache: false, maxBatchSize: 500, batchScheduleFn };
  return {
    byTrackingId: new DataLoader(async (trackingIds) => {
      const rows = await read.website.findMany({ where: { trackingId: { in: [...trackingIds] } } });
      const found = new Map(rows.map((row) => [row.trackingId, trackedWebsite(row)]));
      return trackingIds.map((id) => found.get(id) ?? null);
    }, options),
    byDomain: new DataLoader(async (domains) => {
      const rows = await read.website.findMany({ where: { domain: { in: [...domains] } } });
      return domains.map((domain) => {
        const [only, another] = rows.filter((row) => row.domain === domain);
        return only && !another ? trackedWebsite(only) : null;
      });
    }, options),
  };
}

/** The entries of a setting with one entry per line. */
export const listOf = (text: string | null): string[] => text?.split('\n') ?? [];

/** Returns the columns of a website that tracking needs. */
export function trackedWebsite({ excludeIps, ...website }: Website): TrackedWebsite {
  const { id, domain, timezone, excludeBots, excludeSpam, trimSlash, dailyLimit } = website;
  const { ranges: excluded } = parseRanges(excludeIps);
  const lists = { excluded, hosts: listOf(website.hosts), query: listOf(website.query) };
  return { id, domain, timezone, excludeBots, excludeSpam, trimSlash, dailyLimit, ...lists };
}
