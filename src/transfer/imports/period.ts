import { localTime } from '../../calendar/clock.ts';
import { addDays, dayNumber, dayText } from '../../calendar/days.ts';
import type { Reader, Transaction } from '../../db/database.ts';
import { ID_BITS } from '../../db/sql/idRange.ts';
import { sql } from '../../db/sql/sql.ts';
import { invalid } from '../../errors.ts';
import type { Import } from '../../generated/prisma/client.ts';
import type { OwnExtent } from './ownRows.ts';
import { firstIdAt, lastIdAt } from './planner.ts';
import { STORED_STATES } from './states.ts';

/** What files contain: the times of their first and last hit, and the first and last day of their sums. */
export interface Extent {
  hits: { from: number; to: number } | null;
  sums: { from: number; to: number } | null;
  /** Rows of an export of Footfall. */
  rows: OwnExtent | null;
}

/** The period of an import, as far as it is free. */
export interface Period {
  /** Whether nothing is left to import. The days are then meaningless. */
  isEmpty: boolean;
  firstDay: number;
  lastDay: number;
  /** The ids that its hits may have; null without hits. */
  firstId: bigint | null;
  lastId: bigint | null;
  /** The time from which on hits are left out, because own hits begin; null if none do. */
  cutAt: number | null;
  /** The day from which on sums, and rows of an export, are left out; null for none. */
  cutDay: number | null;
  /** The days that have hits of others, or may get some. They are stored with the last transaction. */
  shared: ReadonlySet<number>;
}

/** The days and ids that an import takes. One with sums takes whole days. */
type Taken = Pick<Period, 'firstDay' | 'lastDay' | 'firstId' | 'lastId'> & { hasSums: boolean };

interface Website {
  id: number;
  timezone: string;
}

type Reading = Pick<Reader, '$queryRaw'> & Pick<Transaction, 'import'>;

/** Returns the local day of the website at a time. */
const dayAt = ({ timezone }: Website, at: number) => localTime(timezone, at).day;

/**
 * Finds the period of an import. It ends before the first own hit, so that nothing is counted twice.
 * @param except the import itself.
 * @throws AppError `invalid` if another import has a part of it.
 */
export async function findPeriod(
  tx: Reading,
  website: Website,
  { hits, sums, rows }: Extent,
  { now, except }: { now: number; except: number | null },
): Promise<Period> {
  const ofDays = [sums, rows].flatMap((one) => (one ? [one.from, one.to] : []));
  const all = [...(hits ? [dayAt(website, hits.from), dayAt(website, hits.to)] : []), ...ofDays];
  const ofFiles: Taken = {
    firstDay: Math.min(...all),
    lastDay: Math.max(...all),
    firstId: rows?.firstId ?? (hits && firstIdAt(hits.from)),
    lastId: rows?.lastId ?? (hits && lastIdAt(hits.to)),
    hasSums: sums !== null,
  };
  await checkOthers(tx, website.id, ofFiles, except);
  const own = hits && (await firstHit(tx, website.id, firstIdAt(hits.from), lastIdAt(hits.to)));
  const last = hits && Math.min(hits.to, (own ?? Number.POSITIVE_INFINITY) - 1);
  const free = hits && last !== null && last >= hits.from ? { from: hits.from, to: last } : null;
  const days = [...(free ? [dayAt(website, free.from), dayAt(website, free.to)] : []), ...ofDays];
  const [firstDay, lastDay] = days.length > 0 ? [Math.min(...days), Math.max(...days)] : [0, 0];
  const totals = await daysWithTotals(tx, website.id, firstDay, lastDay);
  // Rows and sums are of whole days.
  const cutDay = (ofDays.length > 0 && totals.find((day) => day >= Math.min(...ofDays))) || null;
  return {
    isEmpty: days.length === 0 || (cutDay !== null && firstDay >= cutDay),
    firstDay,
    lastDay: cutDay === null ? lastDay : numberBefore(cutDay),
    firstId: rows?.firstId ?? (free && firstIdAt(free.from)),
    lastId: rows?.lastId ?? (free && lastIdAt(free.to)),
    cutAt: own,
    cutDay,
    shared: new Set([...totals, dayAt(website, now)]),
  };
}

const numberBefore = (day: number) => dayNumber(addDays(dayText(day), -1));

/**
 * The time of the first stored hit with an id in a range, in Unix milliseconds; null for none. Its id begins
 * with the time at which it was stored, which is not before that of the hit unless a clock was wrong.
 */
async function firstHit(tx: Reading, websiteId: number, from: bigint, to: bigint): Promise<number | null> {
  const [found] = await tx.$queryRaw<{ id: bigint; at: bigint }[]>(sql`
    SELECT "id", "at" FROM "Hit" WHERE "websiteId" = ${websiteId}
      AND "id" BETWEEN CAST(${String(from)} AS BIGINT) AND CAST(${String(to)} AS BIGINT)
    ORDER BY "id" LIMIT 1`);
  return found ? Math.min(Number(found.at), Number(BigInt(found.id) >> ID_BITS)) : null;
}

async function daysWithTotals(tx: Reading, websiteId: number, from: number, to: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ day: number | bigint }[]>(sql`
    SELECT "day" FROM "DayTotal" WHERE "websiteId" = ${websiteId} AND "day" BETWEEN ${from} AND ${to}
      AND "pageviews" + "events" > 0
    ORDER BY "day"`);
  return rows.map(({ day }) => Number(day));
}

/** Two imports of hits may share a day, such as two logs that were rotated at noon, but no moment. */
async function checkOthers(
  tx: Reading,
  websiteId: number,
  period: Taken,
  except: number | null,
): Promise<void> {
  const others = await tx.import.findMany({ where: { websiteId, state: { in: [...STORED_STATES] } } });
  const other = others.find((one) => one.id !== except && overlaps(one, period));
  if (!other) return;
  const days = `${dayText(other.firstDay ?? 0)} to ${dayText(other.lastDay ?? 0)}`;
  const { id, source } = other;
  throw invalid({
    file: [`Import ${id} (${source}) has ${days} already. Undo it first, or leave these days out.`],
  });
}

function overlaps(other: Import, period: Taken): boolean {
  const { firstDay, lastDay, firstId, lastId } = other;
  if (firstDay === null || lastDay === null) return false;
  if (lastDay < period.firstDay || firstDay > period.lastDay) return false;
  // Rows that no total counts yet must not be on a day that others count.
  if (other.state !== 'done' || period.hasSums || other.dimensions !== '') return true;
  if (firstId === null || lastId === null || period.firstId === null || period.lastId === null) return true;
  return firstId <= period.lastId && lastId >= period.firstId;
}
