import DataLoader from 'dataloader';
import type { ViewerRows } from '../auth/viewer.ts';
import type { Rows } from '../db/cachedRows.ts';

/** For how long rows may be used after they were validated, in ms. */
const RECENT_MS = 100;

/** Reads the rows of all keys of a tick together, and each once. */
function batched<Key, Row>(rows: Rows<Key, Row>): Rows<Key, Row> {
  const loader = new DataLoader<Key, Row | null>(async (keys) => rows(keys));
  return (keys) => Promise.all(keys.map((key) => loader.load(key)));
}

/**
 * Returns a function that returns rows as the cache does, for the checks of many streams: checks of the same
 * tenth of a second share their reads.
 * @param now a monotonic clock in milliseconds.
 */
export function recentRows(cache: ViewerRows, now: () => number = () => performance.now()): () => ViewerRows {
  let rows = cache;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() < until) return rows;
    until = now() + RECENT_MS;
    const { apiKeys, members, sessions, sharedLinks, teams, websites } = cache;
    rows = {
      apiKeys: batched(apiKeys),
      members: batched(members),
      sessions: batched(sessions),
      sharedLinks: batched(sharedLinks),
      teams: batched(teams),
      websites: batched(websites),
    };
    return rows;
  };
}
