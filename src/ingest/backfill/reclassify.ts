import type { Database, SqlTransaction } from '../../db/database.ts';
import { sql } from '../../db/sql/sql.ts';
import { OTHER } from '../../engine/registry/statistics.ts';
import { DELETED } from '../hit.ts';
import { classifySource, type SourceFields } from '../source/classify.ts';
import { lockWebsites } from '../store/locks.ts';
import { addToTotals, revised } from '../store/totals.ts';
import { updateSources } from './recount.ts';
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

/**
 * Whether all values that decide the source of a visit are stored. Earlier versions stored `(other)` for
 * values beyond the limit of distinct values.
 */
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

/**
 * Classifies the visits of a day by today's lists, in an open transaction. What derives from the visits of
 * the day, such as its chunk, becomes invalid.
 */
export async function reclassifyDay(tx: SqlTransaction, day: WebsiteDay): Promise<void> {
  const { websiteId } = day;
  const refused = await lockWebsites(tx, [day]);
  if (refused.get(websiteId) === DELETED) return;
  const visits = (await readVisits(tx, day)).map((visit) =>
    visit.channel !== '' && isKnown(visit) ? { ...visit, ...classifySource(visit) } : visit,
  );
  await updateSources(tx, visits);
  await addToTotals(tx, [revised(day)]);
}
