import type { ViewerRows } from '../auth/viewer.ts';
import { cacheRows, type Rows } from '../db/cachedRows.ts';
import type { Database } from '../db/database.ts';
import { type CachedAnswers, createAnswerCache } from '../engine/columns/loader.ts';
import type { PendingState } from '../engine/rollup/pendingDays.ts';
import type { Website } from '../generated/prisma/client.ts';

/** What requests share. It is validated before each use, so it is never older than the last commit. */
export interface Cache extends ViewerRows {
  websitesByTrackingId: Rows<string, Website>;
  answers: CachedAnswers;
  pending: PendingState;
}

/** Creates an empty cache for an open database. @param left the first {@link PendingState}. */
export function createCache(db: Pick<Database, 'read' | 'changes' | 'fingerprints'>, left = true): Cache {
  const { apiKey, member, session, sharedLink, team, website } = db.read;
  return {
    apiKeys: cacheRows(db, 'ApiKey', 'hash', (keys: string[]) =>
      apiKey.findMany({ where: { hash: { in: keys } } }),
    ),
    sessions: cacheRows(db, 'Session', 'id', (keys: string[]) =>
      session.findMany({ where: { id: { in: keys } } }),
    ),
    members: cacheRows(db, 'Member', 'id', (keys: number[]) =>
      member.findMany({ where: { id: { in: keys } } }),
    ),
    teams: cacheRows(db, 'Team', 'id', (keys: number[]) => team.findMany({ where: { id: { in: keys } } })),
    sharedLinks: cacheRows(db, 'SharedLink', 'token', (keys: string[]) =>
      sharedLink.findMany({ where: { token: { in: keys } } }),
    ),
    websites: cacheRows(db, 'Website', 'id', (keys: number[]) =>
      website.findMany({ where: { id: { in: keys } } }),
    ),
    websitesByTrackingId: cacheRows(db, 'Website', 'trackingId', (keys: string[]) =>
      website.findMany({ where: { trackingId: { in: keys } } }),
    ),
    answers: createAnswerCache(),
    pending: { left },
  };
}
