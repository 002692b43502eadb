import { dayText } from '../../calendar/days.ts';
import type { Database, SqlTransaction } from '../../db/database.ts';
import { sql } from '../../db/sql/sql.ts';
import { OTHER } from '../../engine/registry/statistics.ts';
import { DELETED } from '../hit.ts';
import { classifySource, type SourceFields } from '../source/classify.ts';
import { withMonths } from '../store/increments.ts';
import { addToRollup, lockSettled } from '../store/rollup.ts';
import type { Increment } from '../store/sums.ts';
import { OF_SOURCES, recountDay, updateSources } from './recount.ts';
import { readVisits, type WebsiteDay } from './visits.ts';

/** Visits whose source or channel today's lists change. */
export interface SourceChange extends WebsiteDay {
  before: { source: string; channel: string };
  after: { source: string; channel: string };
  visits: number;
}

interface FoundGroup extends SourceFields {
  day: number | bigint;
  source: string;
  channel: string;
  visits: number | bigint;
}

/** Whether a visit has all values that it is classified by. Values beyond a limit were not stored. */
const isKnown = ({ referrer, utm_source, utm_medium, campaign, source }: FoundGroup | Classified): boolean =>
  ![referrer, utm_source, utm_medium, campaign, source].includes(OTHER);

type Classified = SourceFields & { source: string; channel: string };

const isChanged = (visit: Classified): boolean => {
  const { source, channel } = classifySource(visit);
  return source !== visit.source || channel !== visit.channel;
};

/**
 * Returns what today's lists change in the visits of a website, by day. Pending days are classified anyway.
 */
export async function findSourceChanges(
  { read }: Pick<Database, 'read'>,
  websiteId: number,
): Promise<SourceChange[]> {
  const groups = await read.$queryRaw<FoundGroup[]>(sql`
    SELECT "day", "referrer", "utm_source", "utm_medium", "campaign", "clickId", "source", "channel",
      COUNT(*) AS "visits"
    FROM "Visit" WHERE "websiteId" = ${websiteId} AND "channel" <> ''
    GROUP BY "day", "referrer", "utm_source", "utm_medium", "campaign", "clickId", "source", "channel"
    ORDER BY "day"`);
  return groups
    .filter((group) => isKnown(group) && isChanged(group))
    .map((group) => ({
      websiteId,
      day: Number(group.day),
      visits: Number(group.visits),
      before: { source: group.source, channel: group.channel },
      after: classifySource(group),
    }));
}

/** The increment that makes what derives from the visits and hits of a day invalid. */
export const revisionOf = ({ websiteId, day }: WebsiteDay): Increment => ({
  websiteId,
  name: 'revision',
  period: day,
  value: dayText(day),
  count: 1,
});

/**
 * Classifies the visits of a day by today's lists, in an open transaction. What derives from the visits of
 * the day, such as its chunk, becomes invalid.
 */
export async function reclassifyDay(tx: SqlTransaction, day: WebsiteDay): Promise<void> {
  const { websiteId } = day;
  const locked = await lockSettled(tx, websiteId);
  if (locked.refused.get(websiteId) === DELETED) return;
  const visits = (await readVisits(tx, day)).map((visit) =>
    visit.channel !== '' && isKnown(visit) ? { ...visit, ...classifySource(visit) } : visit,
  );
  await updateSources(tx, visits);
  await recountDay(tx, day, visits, OF_SOURCES, locked);
  await addToRollup(tx, withMonths([revisionOf(day)], locked.monthsThrough));
}
