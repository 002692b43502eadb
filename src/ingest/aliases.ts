import type { Database } from '../db/database.ts';
import { isOwnHost, type OwnHosts } from '../validation/ownHosts.ts';
import { listOf } from './websiteLookup.ts';

interface Named extends OwnHosts {
  trackingId: string;
}

/** Websites by their ids in other products. */
export type AliasIndex = ReadonlyMap<string, Named[]>;

/** Of more websites with one alias, the first ones are compared with the page. */
const MAX_SAME = 100;

/**
 * Reads the aliases of all websites. They are kept in memory as a whole, so that invented ids cost no query:
 * few websites have aliases, and at most 5,000 characters each.
 */
export async function readAliases({ read }: Pick<Database, 'read'>): Promise<AliasIndex> {
  const rows = await read.website.findMany({
    where: { aliases: { not: null } },
    select: { trackingId: true, domain: true, hosts: true, aliases: true },
    orderBy: { id: 'asc' },
  });
  const index = new Map<string, Named[]>();
  for (const { trackingId, domain, hosts, aliases } of rows) {
    const named = { trackingId, domain, hosts: listOf(hosts) };
    for (const alias of listOf(aliases)) {
      const same = index.get(alias);
      if (!same) index.set(alias, [named]);
      else if (same.length < MAX_SAME) same.push(named);
    }
  }
  return index;
}

/**
 * Returns the tracking id of the website with an alias; null for none. If several websites have it, the host
 * of the page decides, and if that fits none or several of them, none is found.
 */
export function trackingIdOf(index: AliasIndex, alias: string, host: string): string | null {
  const same = index.get(alias) ?? [];
  const [only, another] = same.length === 1 ? same : same.filter((named) => isOwnHost(host, named));
  return only && !another ? only.trackingId : null;
}
