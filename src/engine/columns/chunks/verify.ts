import type { Database } from '../../../db/database.ts';
import type { Analysis } from '../analysis.ts';
import { SMALL_DAYS } from '../months/dimensions.ts';
import { decodeSmallDays } from '../months/smallDays.ts';
import { currentBytes, decodeDay } from './codec.ts';
import { mapColumns } from './columns.ts';
import { decodeExtras } from './extras.ts';
import { limitOf } from './limit.ts';
import { unpacked } from './packed.ts';

/** A chunk that differs from the rows of its day. */
export interface WrongChunk {
  websiteId: number;
  day: number;
}

/** Days that are built together. */
const PAGE = 20;

/** Returns the limit of distinct values with which a chunk was built; 0 if it is damaged. */
function limitOfChunk(data: Uint8Array, extras: Uint8Array | null): number {
  const day = decodeDay(data);
  const ofDay = day && decodeExtras(extras ?? new Uint8Array(), day);
  return day ? limitOf(mapColumns({ ...day, extras: ofDay }, unpacked)) : 0;
}

/** Returns the same for the small days of a month. */
function limitOfSmallDays(data: Uint8Array): number {
  const month = decodeSmallDays(data);
  return month ? limitOf(mapColumns(month.columns, unpacked), month.days) : 0;
}

/**
 * Builds every valid chunk again from the rows of its day, and compares it with the stored one. A chunk whose
 * counts are not those of its day is not used, and is left out, as are those of days that are not over.
 */
export async function verifyChunks(
  { read }: Pick<Database, 'read'>,
  analysis: Pick<Analysis, 'build'>,
): Promise<{ chunks: number; wrong: WrongChunk[] }> {
  const result: { chunks: number; wrong: WrongChunk[] } = { chunks: 0, wrong: [] };
  for (const { id: websiteId } of await read.website.findMany({
    select: { id: true },
    orderBy: { id: 'asc' },
  })) {
    for (let after = 0; ; ) {
      const page = await read.chunk.findMany({
        where: { websiteId, day: { gt: after }, tail: null },
        orderBy: { day: 'asc' },
        take: PAGE,
      });
      const versions = page.map(({ day, pageviews, events, revision, data, extras }) => ({
        websiteId,
        day,
        pageviews: Number(pageviews),
        events: Number(events),
        revision: Number(revision),
        maxValues: limitOfChunk(data, extras),
      }));
      const stored = new Map(page.map(({ day, data, extras }) => [day, { data, extras }]));
      for (const { day, data, extras } of await analysis.build(versions)) {
        result.chunks += 1;
        const chunk = stored.get(day);
        const bytes = currentBytes(chunk?.data ?? new Uint8Array());
        const isRight = bytes !== null && Buffer.compare(bytes, data) === 0;
        // Null for a chunk of an earlier version.
        const areExtrasRight = !chunk?.extras || Buffer.compare(chunk.extras, extras) === 0;
        if (!isRight || !areExtrasRight) result.wrong.push({ websiteId, day });
      }
      const last = page.at(-1);
      if (!last) break;
      after = last.day;
    }
  }
  return result;
}

/** A row of a month that differs from the days of the month. */
export interface WrongSums {
  websiteId: number;
  month: number;
  dimension: string;
}

/** Builds the rows of every month again from its days, and compares them with the stored ones. */
export async function verifyMonths(
  { read }: Pick<Database, 'read'>,
  analysis: Pick<Analysis, 'sum'>,
): Promise<{ months: number; wrong: WrongSums[] }> {
  const result: { months: number; wrong: WrongSums[] } = { months: 0, wrong: [] };
  const stored = await read.monthSums.findMany({
    // Each month has one of them.
    where: { dimension: { in: ['total', SMALL_DAYS] } },
    distinct: ['websiteId', 'month'],
    select: { websiteId: true, month: true, version: true },
    orderBy: [{ websiteId: 'asc' }, { month: 'asc' }],
  });
  for (const { websiteId, month, version } of stored) {
    const rows = await read.monthSums.findMany({ where: { websiteId, month } });
    const dataOf = new Map(rows.map(({ dimension, data }) => [dimension, data]));
    const maxValues = limitOfSmallDays(dataOf.get(SMALL_DAYS) ?? new Uint8Array());
    const built = await analysis.sum([{ websiteId, month, version: Number(version), maxValues }]);
    if (built.length === 0) continue;
    result.months += 1;
    for (const { dimension, data } of built)
      if (Buffer.compare(dataOf.get(dimension) ?? new Uint8Array(), data) !== 0)
        result.wrong.push({ websiteId, month, dimension });
  }
  return result;
}
