import type { Hit } from '../../../src/ingest/hit.ts';

/** Returns the hits over the daily limit of their website, in order of arrival: counted one by one. */
export function overQuota(hits: readonly Hit[], mostHits: number): Hit[] {
  const counted = new Map<string, number>();
  return hits.filter(({ websiteId, day, dailyLimit }) => {
    const key = `${websiteId} ${day}`;
    const count = counted.get(key) ?? 0;
    const most = dailyLimit ?? mostHits;
    if (most > 0 && count >= most) return true;
    counted.set(key, count + 1);
    return false;
  });
}
