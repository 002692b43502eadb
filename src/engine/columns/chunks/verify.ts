import type { Database } from '../../../db/database.ts';
import { OTHER } from '../../registry/statistics.ts';
import type { Analysis } from '../analysis.ts';
import { SMALL_DAYS } from '../months/dimensions.ts';
import { columnsOfSmallDays } from '../months/smallDays.ts';
import { currentBytes, decodeDay } from './codec.ts';
import { mapColumns } from './columns.ts';
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
function maxValuesOf(data: Uint8Array): number {
  const day = decodeDay(data);
  return day ? limitOf(mapColumns(day, unpacked)) : 0;
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
      const versions = page.map(({ day, pageviews, events, revision, data }) => ({
        websiteId,
        day,
        pageviews: Number(pageviews),
        events: Number(events),
        revision: Number(revision),
        maxValues: maxValuesOf(data),
      }));
      const stored = new Map(page.map(({ day, data }) => [day, data]));
      for (const { day, data } of await analysis.build(versions)) {
        result.chunks += 1;
        const bytes = currentBytes(stored.get(day) ?? new Uint8Array());
        if (!bytes || Buffer.compare(bytes, data) !== 0) result.wrong.push({ websiteId, day });
      }
      const last = page.at(-1);
      if (!last) break;
      after = last.day;
    }
  }
  return result;
}

/** Whether values of small days were beyond a limit when they were stored. */
function hasOther(smallDays: Uint8Array): boolean {
  const columns = columnsOfSmallDays(smallDays);
  if (!columns) return false;
  const all = [...Object.values(columns.dimensions), columns.page, columns.event, columns.host];
  return all.some(({ values }) => values.includes(OTHER));
}

/** What is stored of a month and differs from its days. */
export interface WrongSums {
  websiteId: number;
  month: number;
  dimension: string;
}

/** Builds what is stored of every month and valid again from its days, and compares the two. */
export async function verifyMonths(
  { read }: Pick<Database, 'read'>,
  analysis: Pick<Analysis, 'sum'>,
): Promise<{ months: number; wrong: WrongSums[] }> {
  const result: { months: number; wrong: WrongSums[] } = { months: 0, wrong: [] };
  const stored = await read.monthSums.findMany({
    distinct: ['websiteId', 'month'],
    select: { websiteId: true, month: true, version: true },
    orderBy: [{ websiteId: 'asc' }, { month: 'asc' }],
  });
  for (const { websiteId, month, version } of stored) {
    const built = await analysis.sum([{ websiteId, month, version: Number(version) }]);
    if (built.length === 0) continue;
    result.months += 1;
    const rows = await read.monthSums.findMany({ where: { websiteId, month } });
    const dataOf = new Map(rows.map(({ dimension, data }) => [dimension, data]));
    for (const { dimension, data } of built) {
      const found = dataOf.get(dimension) ?? new Uint8Array();
      // The limit of distinct values may have been another one.
      const wasLimited = dimension === SMALL_DAYS && hasOther(found);
      if (!wasLimited && Buffer.compare(found, data) !== 0)
        result.wrong.push({ websiteId, month, dimension });
    }
  }
  return result;
}
