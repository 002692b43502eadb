import type { SqlTransaction } from '../../db/database.ts';
import { BACKFILLED } from '../../stats/definitions.ts';
import { DELETED } from '../hit.ts';
import { lockWebsites } from '../store/locks.ts';
import { classify, recountDay, updateVisits, withVisitors } from './recount.ts';
import { readVisits, type WebsiteDay } from './visits.ts';

/**
 * Completes a day that an earlier version recorded, in an open transaction: gives its visits what the version
 * did not store, and counts the rollups that it did not have. Hits of the website wait meanwhile.
 */
export async function completeDay(tx: SqlTransaction, day: WebsiteDay): Promise<void> {
  const locked = await lockWebsites(tx, [day]);
  if (locked.refused.get(day.websiteId) !== DELETED) {
    const visits = withVisitors(classify(await readVisits(tx, day)));
    await updateVisits(tx, visits);
    await recountDay(tx, day, visits, BACKFILLED, locked);
  }
  await tx.$executeRaw`DELETE FROM "PendingDay" WHERE "websiteId" = ${day.websiteId} AND "day" = ${day.day}`;
}
