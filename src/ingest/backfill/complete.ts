import type { SqlTransaction } from '../../db/database.ts';
import { DELETED } from '../hit.ts';
import { lockWebsites } from '../store/locks.ts';
import { classify, recountTotals, updateVisits, withVisitors } from './recount.ts';
import { readVisits, type WebsiteDay } from './visits.ts';

/**
 * Completes a day that an earlier version recorded, in an open transaction: fills the columns of its visits
 * that the version did not have, and counts its totals. Hits of the website wait meanwhile.
 */
export async function completeDay(tx: SqlTransaction, day: WebsiteDay): Promise<void> {
  const refused = await lockWebsites(tx, [day]);
  if (refused.get(day.websiteId) !== DELETED) {
    const visits = withVisitors(classify(await readVisits(tx, day)));
    await updateVisits(tx, visits);
    await recountTotals(tx, day, visits);
  }
  await tx.$executeRaw`DELETE FROM "PendingDay" WHERE "websiteId" = ${day.websiteId} AND "day" = ${day.day}`;
}
