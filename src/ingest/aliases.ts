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
/** The maximum number of aliases in memory: at most 50 MB. Those of the oldest websites come first. */
const MAX_ALIASES = 200_000;
/** The number of websites of one query. */
const PAGE = 1_000;

/**
 * Reads the aliases of all websites. They are kept in memory as a whole, so that invented ids cost no query:
 * few websites have aliases. There is a maximum, because any account can add them.
 * @param most the maximum number of aliases.
 */
export async function readAliases(
  { read }: Pick<Database, 'read'>,
  most: number = MAX_ALIASES,
): Promise<AliasIndex> {
  const index = new Map<string, Named[]>();
  let count = 0;
  let after = 0;
  for (;;) {
    const rows = await read.website.findMany({
      where: { aliases: { not: null }, id: { gt: after } },
      select: { id: true, trackingId: true, domain: true, hosts: true, aliases: true },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    for (const { trackingId, domain, hosts, aliases } of rows) {
      const named = { trackingId, domain, hosts: listOf(hosts) };
      const given = listOf(aliases);
      count += given.length;
      if (count > most) return index;
      for (const alias of given) addTo(index, alias, named);
    }
    if (rows.length < PAGE) return index;
    after = rows.at(-1)?.id ?? after;
  }
}

function addTo(index: Map<string, Named[]>, alias: string, named: Named): void {
  const same = index.get(alias);
  if (!same) index.set(alias, [named]);
  else if (same.length < MAX_SAME) same.push(named);
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
