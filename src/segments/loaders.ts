import DataLoader from 'dataloader';
import type { Filter } from '../analysis/query/types.ts';
import type { Database } from '../db/database.ts';
import type { Segment } from '../generated/prisma/client.ts';
import { MAX_ID } from '../validation/rules.ts';
import { parseStored } from './storedFilter.ts';

/** A segment with its filter as the analysis takes it. */
export interface LoadedSegment extends Segment {
  selects: Filter | null;
}

/** Loads segments by id, in one SELECT. Rejects those whose filter cannot be parsed (storedFilter.ts). */
export function segmentLoader({ read }: Pick<Database, 'read'>): DataLoader<number, LoadedSegment | null> {
  return new DataLoader(async (ids) => {
    const rows = await read.segment.findMany({ where: { id: { in: ids.filter((id) => id <= MAX_ID) } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const row = byId.get(id);
      try {
        return row ? { ...row, selects: parseStored(row.filter) } : null;
      } catch (error) {
        return error as Error;
      }
    });
  });
}

/** Loads the segments of websites by the website's id, ordered by name regardless of case. In one SELECT. */
export function websiteSegmentLoader({ read }: Pick<Database, 'read'>): DataLoader<number, Segment[]> {
  return new DataLoader(async (ids) => {
    const rows = await read.segment.findMany({
      where: { websiteId: { in: [...ids] } },
      orderBy: { nameKey: 'asc' },
    });
    const byWebsite = new Map(ids.map((id) => [id, [] as Segment[]]));
    for (const row of rows) byWebsite.get(row.websiteId)?.push(row);
    return ids.map((id) => byWebsite.get(id) ?? []);
  });
}
