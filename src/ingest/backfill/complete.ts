import type { SqlTransaction } from '../../db/database.ts';
import { BACKFILLED } from '../../engine/registry/statistics.ts';
import { DELETED } from '../hit.ts';
import { lockSettled } from '../store/rollup.ts';
import { classify, recountDay, updateVisits, withVisitors } from './recount.ts';
import { readVisits, type WebsiteDay } from './visits.ts';

/**
 * Completes a day that an earlier version recorded, in an open transaction: fills the columns of its visits
 * that the version did not have, and counts its missing rollups. Hits of the website wait meanwhile.
 */
export async function completeDay(tx: SqlTransaction, day: WebsiteDay): Promise<void> {
  const locked = await lockSettled(tx, day.websiteId);
  if (locked.refused.get(day.websiteId) !== DELETED) {
    const visits = withVisitors(classify(await readVisits(tx, day)));
    await updateVisits(tx, visits);
    await recountDay(tx, day, visits, BACKFILLED, locked);
  }
  await tx.$executeRaw`DELETE FROM "PendingDay" WHERE "websiteId" = ${day.websiteId} AND "day" = ${day.day}`;
}
