import type { SqlTransaction } from '../../db/database.ts';
import { writeRows } from '../../db/sql/rows.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { columnsOf, VISIT } from '../../db/sql/tables.ts';
import { VISITOR_DIMENSIONS } from '../../engine/registry/dimensions.ts';
import { TOTALS, type TotalName } from '../../engine/registry/statistics.ts';
import { classifySource } from '../source/classify.ts';
import { addToTotals, bounceOf, revised } from '../store/totals.ts';
import type { RecordedVisit, WebsiteDay } from './visits.ts';

type Integer = number | bigint;

/** Counts the totals of a day from its visits, which have changed, and corrects the stored ones. */
export async function recountTotals(
  tx: SqlTransaction,
  { websiteId, day }: WebsiteDay,
  visits: readonly RecordedVisit[],
): Promise<void> {
  const totals = revised({ websiteId, day });
  for (const visit of visits) {
    totals.visits += 1;
    if (visit.number === 1) totals.visitors += 1;
    totals.pageviews += visit.pageviews;
    totals.events += visit.events;
    totals.bounces += bounceOf(visit);
    totals.duration += visit.lastAt - visit.startedAt;
  }
  const [stored] = await tx.$queryRaw<Record<TotalName, Integer>[]>(sql`
    SELECT * FROM "DayTotal" WHERE "websiteId" = ${websiteId} AND "day" = ${day}`);
  for (const name of TOTALS) totals[name] -= Number(stored?.[name] ?? 0);
  await addToTotals(tx, [totals]);
}

type Column = keyof typeof VISIT.columns;

const update = <Name extends Column>(names: readonly Name[]) =>
  writeRows(
    columnsOf<Column, 'websiteId' | 'day' | 'visitor' | 'number' | Name>(
      VISIT,
      ...(['websiteId', 'day', 'visitor', 'number', ...names] as const),
    ),
    (source, _, ofWebsites) => sql`
      UPDATE "Visit" SET ${raw(names.map((name) => `"${name}" = "new"."${name}"`).join(', '))}
      FROM ${source} AS "new"
      WHERE "Visit"."websiteId" = "new"."websiteId" AND "Visit"."day" = "new"."day"
        AND "Visit"."visitor" = "new"."visitor" AND "Visit"."number" = "new"."number"
        AND ${ofWebsites('"Visit"."websiteId"')}`,
  );

/** Writes the columns that an earlier version did not have, or that it filled by other rules. */
export const updateVisits = update([
  ...(['source', 'channel', 'pageviews', 'events', 'exitPath', 'exitId'] as const),
  ...VISITOR_DIMENSIONS,
]);

/** Writes the source and the channel of visits. */
export const updateSources = update(['source', 'channel']);

/** Writes the paths of the first hit and of the last pageview of visits. */
export const updatePaths = update(['path', 'exitPath']);

/** Returns the visits with the source and channel of today's lists. */
export function classify(visits: readonly RecordedVisit[]): RecordedVisit[] {
  return visits.map((visit) => ({ ...visit, ...classifySource(visit) }));
}

/** Returns the visits, which are sorted, with the visitor's dimensions of the first visit of the day. */
export function withVisitors(visits: readonly RecordedVisit[]): RecordedVisit[] {
  let first = visits[0];
  return visits.map((visit) => {
    if (visit.visitor !== first?.visitor) first = visit;
    const same = Object.fromEntries(VISITOR_DIMENSIONS.map((name) => [name, first?.[name] ?? '']));
    return { ...visit, ...same };
  });
}
