import type { SqlTransaction } from '../../db/database.ts';
import { readRows } from '../../db/sql/rows.ts';
import { quoted, raw, sql } from '../../db/sql/sql.ts';
import { columnsOf, VISIT } from '../../db/sql/tables.ts';
import { VISITOR_DIMENSIONS } from '../../engine/registry/dimensions.ts';
import type { Dimensions, Hit } from '../hit.ts';
import { classifySource } from '../source/classify.ts';
import { type OpenedVisit, visitorKey } from './visits.ts';

/** The dimensions of the visitor, and the referrer of the first visit. */
const FIRST = [...VISITOR_DIMENSIONS, 'referrer'] as const;
export type VisitorDimensions = Pick<Dimensions, (typeof FIRST)[number]>;
type FoundVisitor = { websiteId: number | bigint; day: number | bigint; visitor: bigint } & VisitorDimensions;

const KEY = columnsOf(VISIT, 'websiteId', 'day', 'visitor');
const SELECTED = quoted([...Object.keys(KEY), ...FIRST]).replaceAll(/"\w+"/g, '"v".$&');

const findVisitors = readRows<FoundVisitor, keyof typeof KEY>(
  KEY,
  (source, _, ofWebsites) => sql`
    SELECT ${raw(SELECTED)} FROM ${source} AS "k" CROSS JOIN "Visit" AS "v"
    WHERE "v"."websiteId" = "k"."websiteId" AND "v"."day" = "k"."day" AND "v"."visitor" = "k"."visitor"
      AND "v"."number" = 1 AND ${ofWebsites('"v"."websiteId"')}`,
);

/**
 * Gives later visits of a day the visitor's dimensions of the first one, even if the browser window or the
 * network has changed since: all visits of a visitor and day have the same. Changes the visits in place.
 *
 * A client that repeats the referrer of the arrival does so half an hour later, too. Such a visit has none if
 * its referrer is that of the first one.
 */
export async function inheritVisitors(tx: SqlTransaction, opened: readonly OpenedVisit[]): Promise<void> {
  const later = opened.filter(({ number }) => number > 1);
  if (later.length === 0) return;
  const visitors = new Map<string, VisitorDimensions>();
  for (const { number, first } of opened) if (number === 1) visitors.set(visitorKey(first), first.dimensions);
  const stored = later.filter(({ first }) => !visitors.has(visitorKey(first)));
  for (const row of await findVisitors(
    tx,
    stored.map(({ first }) => first),
  ))
    visitors.set(visitorKey(row), row);
  for (const visit of later) inherit(visit, visitors.get(visitorKey(visit.first)));
}

/**
 * Gives a later visit the dimensions of its visitor. Changes it in place.
 * @param visitor the dimensions of the first visit of the day.
 */
export function inherit(visit: OpenedVisit, visitor: VisitorDimensions | undefined): void {
  const { first } = visit;
  const repeats = first.repeats && visitor?.referrer === first.dimensions.referrer;
  const dimensions = repeats ? withoutReferrer(first) : { ...first.dimensions };
  if (visitor) for (const name of VISITOR_DIMENSIONS) dimensions[name] = visitor[name];
  visit.first = { ...first, dimensions };
}

function withoutReferrer({ dimensions, clickId = '' }: Hit): Dimensions {
  const direct = { ...dimensions, referrer: '' };
  return { ...direct, ...classifySource({ ...direct, clickId }) };
}
