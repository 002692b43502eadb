import type { Hit } from '../../../src/ingest/hit.ts';

/**
 * The reference implementation of the daily limits, in the slowest and most obvious way: hit by hit, with
 * sets.
 */
export interface Recount {
  /** The count of each value; the key is the JSON of website, statistic, period and value. */
  counts: Map<string, number>;
  /** Hits over the quota, in order of arrival. */
  dropped: Hit[];
}

const THIRTY_MINUTES = 30 * 60_000;
const OF_SOURCES = [
  ...(['referrer', 'source', 'channel', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'] as const),
];
const OF_VISITORS = [
  ...(['browser', 'os', 'device', 'language', 'resolution', 'continent', 'country', 'city'] as const),
];

/** Computes the counts of hits, which are in order of arrival. */
export function recount(hits: readonly Hit[], mostValues: number, mostHits: number): Recount {
  const counts = new Map<string, number>();
  const values = new Map<string, Set<string>>();
  const counted = new Map<string, number>();
  const lastOf = new Map<string, number>();
  const dropped: Hit[] = [];
  const add = ({ websiteId, day }: Hit, name: string, value: string) => {
    const set = values.get(`${websiteId} ${day} ${name}`) ?? new Set();
    values.set(`${websiteId} ${day} ${name}`, set);
    const shown = set.has(value) || value === '(other)' || set.size < mostValues ? value : '(other)';
    if (shown !== '(other)') set.add(shown);
    addOne(websiteId, name, day, shown);
    return shown;
  };
  const addOne = (websiteId: number, name: string, day: number, value: string) => {
    const key = JSON.stringify([websiteId, name, day, value]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  /** The visits, each with the name under which its last pageview is counted. */
  const visits: { websiteId: number; day: number; exit: string }[] = [];
  const visitOf = new Map<string, (typeof visits)[number]>();
  for (const hit of hits) {
    const day = `${hit.websiteId} ${hit.day}`;
    if ((counted.get(day) ?? 0) >= mostHits) {
      dropped.push(hit);
      continue;
    }
    counted.set(day, (counted.get(day) ?? 0) + 1);
    const visitor = `${day} ${hit.visitor}`;
    const last = lastOf.get(visitor);
    if (last === undefined || hit.at - last > THIRTY_MINUTES) {
      add(hit, 'landing_page', hit.path);
      for (const name of OF_SOURCES) add(hit, name, hit.dimensions[name]);
      if (hit.dimensions.campaign !== '') add(hit, 'campaign', hit.dimensions.campaign);
      if (last === undefined) for (const name of OF_VISITORS) add(hit, name, hit.dimensions[name]);
      const visit = { websiteId: hit.websiteId, day: hit.day, exit: '' };
      visits.push(visit);
      visitOf.set(visitor, visit);
    }
    lastOf.set(visitor, Math.max(last ?? 0, hit.at));
    if (hit.host) add(hit, 'host', hit.host);
    if (hit.event) {
      add(hit, 'event', hit.event.name);
      continue;
    }
    const exit = add(hit, 'page', hit.path);
    const visit = visitOf.get(visitor);
    if (visit) visit.exit = exit;
  }
  // The values of exit pages are those of pages, so that they have no limit of their own.
  for (const { websiteId, day, exit } of visits) addOne(websiteId, 'exit_page', day, exit);
  return { counts, dropped };
}
