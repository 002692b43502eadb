import { hash } from 'node:crypto';
import { DAY_MS, dayNumber } from '../../calendar/days.ts';
import type { SqlTransaction } from '../../db/database.ts';
import { readRows, writeSome } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import { HIT_ID } from '../../db/sql/tables.ts';
import type { ClientId, Hit } from '../hit.ts';

/**
 * Hits that clients send again, because they did not see the answer, count once. A client gives a hit a
 * random id; the hashes of these ids are kept for a day at least.
 */

/** The UTC day of a time, as 20261121. */
export const dayOf = (at: number) => dayNumber(new Date(at).toISOString().slice(0, 10));

/** An id that begins with the Unix time in milliseconds, as decimal digits. */
const BEGINS_WITH_TIME = /^[1-9]\d{12}/;
/** A UUID of version 7, which begins with the same time, as hexadecimal digits. */
const UUID_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/**
 * Parses the id of a hit. The time with which it begins is only used to store neighbouring hits together, so
 * it may be wrong. Two of a million different ids of one millisecond have the same hash with a probability of
 * 1 to 37 million.
 */
export function parseHitId(id: string): ClientId {
  const first = hash('sha256', id, 'buffer').readBigInt64BE(0);
  if (BEGINS_WITH_TIME.test(id)) return { at: Number(id.slice(0, 13)), hash: first };
  if (UUID_7.test(id)) return { at: Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), hash: first };
  return { at: 0, hash: first };
}

const insertNew = writeSome(
  HIT_ID,
  HIT_ID.columns,
  (source) => sql`
    INSERT INTO "HitId" ("websiteId", "day", "at", "id")
    SELECT "k"."websiteId", "k"."day", "k"."at", "k"."id" FROM ${source} AS "k" WHERE TRUE
    ON CONFLICT DO NOTHING`,
);

type Found = Record<(typeof HIT_ID.key)[number], number | bigint>;

const findIds = readRows<Found, (typeof HIT_ID.key)[number]>(
  HIT_ID.columns,
  (source, _, ofWebsites) => sql`
    SELECT "h"."websiteId", "h"."day", "h"."at", "h"."id" FROM ${source} AS "k" CROSS JOIN "HitId" AS "h"
    WHERE "h"."websiteId" = "k"."websiteId" AND "h"."day" = "k"."day" AND "h"."at" = "k"."at"
      AND "h"."id" = "k"."id" AND ${ofWebsites('"h"."websiteId"')}`,
);

const keyOf = ({ websiteId, day, at, id }: Found) => `${websiteId} ${day} ${at} ${id}`;

type Identified = Pick<Hit, 'websiteId' | 'at' | 'clientId'>;

/** The row of an id, and the days on which it may have been stored before. */
interface IdRow<Item> extends Found {
  hit: Item;
  earlier: number[];
}

/**
 * Notes the ids of hits in an open transaction, which must have locked their websites.
 * @returns the hits that were counted before, or are in the list twice: all but the first.
 */
export async function repeatedHits<Item extends Identified>(
  tx: SqlTransaction,
  hits: readonly Item[],
): Promise<Set<Item>> {
  const rows: IdRow<Item>[] = [];
  for (const hit of hits) {
    const { websiteId, at, clientId } = hit;
    if (clientId)
      rows.push({ hit, websiteId, at: clientId.at, id: clientId.hash, ...daysOf(at, clientId.at) });
  }
  if (rows.length === 0) return new Set();
  const earlier = rows.flatMap((row) => row.earlier.map((day) => ({ ...row, day })));
  const known = new Set((await findIds(tx, earlier)).map(keyOf));
  const isKnown = (row: IdRow<Item>) => row.earlier.some((day) => known.has(keyOf({ ...row, day })));
  const inserted = new Set(
    await insertNew(
      tx,
      rows.filter((row) => !isKnown(row)),
    ),
  );
  return new Set(rows.filter((row) => !inserted.has(row)).map(({ hit }) => hit));
}

/**
 * Determines the day by which an id is stored. It must be the same when the hit is sent again up to a day
 * later, so it is the day with which the id begins. If that is not close to the day of arrival, the client's
 * clock is wrong or the id begins with no time: then it is the day of arrival, and the id may have been
 * stored under another day before.
 * @param arrival when the hit arrived, and
 * @param begin the time with which its id begins; both in Unix milliseconds.
 */
export function daysOf(arrival: number, begin: number): { day: number; earlier: number[] } {
  const ahead = Math.floor(begin / DAY_MS) - Math.floor(arrival / DAY_MS);
  if (ahead === 0 || ahead === -1) return { day: dayOf(begin), earlier: [] };
  const before = dayOf(arrival - DAY_MS);
  if (ahead === 1) return { day: dayOf(begin), earlier: [before] };
  return { day: dayOf(arrival), earlier: ahead === -2 ? [dayOf(begin), before] : [before] };
}
