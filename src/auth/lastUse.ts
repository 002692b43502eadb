import { LRUCache } from 'lru-cache';
import type { AuthDeps } from './context.ts';
import { openLink, type Viewer } from './viewer.ts';

/** Minimum interval between two writes of the last use. A write for every request would be wasteful. */
const KEY_MS = 60_000;
const LINK_MS = 3_600_000;

/**
 * Creates a function that records the use of a viewer's API key, at most once a minute for each, or of a
 * shared link, at most once an hour. It returns immediately: requests neither wait for the write nor fail
 * with it.
 */
export function createUseRecorder({
  db,
  now,
  log,
}: Pick<AuthDeps, 'db' | 'now' | 'log'>): (viewer: Viewer) => void {
  const recorded = new LRUCache<string, number>({ maxSize: 10_000, sizeCalculation: () => 1 });
  const isDue = (what: string, lastUsedAt: Date | null, intervalMs: number) => {
    const last = recorded.get(what) ?? lastUsedAt?.getTime();
    // The last use is later than now if the clock was set back.
    if (last !== undefined && Math.abs(now() - last) < intervalMs) return false;
    recorded.set(what, now());
    return true;
  };
  const failed = (what: string) => (error: unknown) =>
    log.warn({ err: error }, `The last use of ${what} could not be recorded`);
  return (viewer) => {
    const link = openLink(viewer);
    const data = { lastUsedAt: new Date(now()) };
    if (link && isDue(`link ${link.id}`, link.lastUsedAt, LINK_MS)) {
      const where = { id: link.id };
      db.write((tx) => tx.sharedLink.updateMany({ where, data })).catch(failed('a shared link'));
    }
    const key = viewer.kind === 'account' ? viewer.key : null;
    if (key && isDue(`key ${key.id}`, key.lastUsedAt, KEY_MS)) {
      const where = { id: key.id };
      db.write((tx) => tx.apiKey.updateMany({ where, data })).catch(failed('an API key'));
    }
  };
}
