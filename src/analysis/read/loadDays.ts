import type { Snapshot } from '../../db/snapshot.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { decodeDay } from '../chunks/codec.ts';
import type { DayColumns } from '../chunks/columns.ts';
import { buildMonth, type DayRows } from '../chunks/smallDays.ts';
import type { InternedDay } from '../evaluate/interner.ts';
import type { DayCache } from './dayCache.ts';
import type { DayFacts } from './facts.ts';
import type { Part } from './parts.ts';
import { columnsOf, type RowDay, readRows } from './rows.ts';
import { extendTails, type Tail, tailOf } from './tail.ts';

/** Days are read together up to this size, which bounds the memory for their rows. */
const MAX_HITS = 200_000;
const MAX_CHUNK_BYTES = 32 * 1024 * 1024;

/** Divides parts into groups that are read together. Most questions need one group. */
export function groupsOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  let hits = 0;
  let bytes = 0;
  for (const part of parts) {
    const own = sizeOf(part);
    const last = groups.at(-1);
    if (last && hits + own.hits <= MAX_HITS && bytes + own.bytes <= MAX_CHUNK_BYTES) {
      last.push(part);
      hits += own.hits;
      bytes += own.bytes;
      continue;
    }
    groups.push([part]);
    ({ hits, bytes } = own);
  }
  return groups;
}

/** What has to be read for a part: hits, or bytes of its chunk. */
function sizeOf({ days }: Part): { hits: number; bytes: number } {
  const size = { hits: 0, bytes: 0 };
  for (const { chunkBytes, pageviews, events } of days) {
    if (chunkBytes === null) size.hits += pageviews + events;
    else size.bytes += chunkBytes;
  }
  return size;
}

/**
 * Returns the columns of parts in their order: from the cache, from their chunks, or, if there is no valid
 * chunk, from their rows. A day in the cache to which hits were added reads only those.
 */
export async function loadDays(
  snapshot: Snapshot,
  cache: DayCache,
  parts: readonly Part[],
): Promise<InternedDay[]> {
  const found = new Map<Part, InternedDay>();
  const missing = parts.filter((part) => {
    const cached = cache.get(part);
    if (cached) found.set(part, cached);
    return !cached;
  });
  const singles = new Map(missing.flatMap((part) => (isDay(part) ? [[part.days[0] as DayFacts, part]] : [])));
  const keep = (day: DayFacts, columns: DayColumns, tail: Tail | null) => {
    const part = singles.get(day) as Part;
    found.set(part, cache.set(part, columns, tail));
  };
  const sealed = [...singles.keys()].filter(({ chunkBytes }) => chunkBytes !== null);
  for (const [day, columns] of await readChunks(snapshot, sealed)) {
    if (columns) keep(day, columns, null);
    else cache.addDamaged(day);
  }
  const open = [...singles].flatMap(([facts, part]) => {
    const tail = found.has(part) ? null : cache.tail(part);
    return tail ? [{ facts, tail }] : [];
  });
  for (const [day, tail] of await extendTails(snapshot, open)) keep(day, tail.columns, tail);
  // Also days whose chunk is damaged.
  const fromRows = missing.filter((part) => !found.has(part));
  const days = fromRows.flatMap((part) => part.days);
  const rows = new Map(
    (await readRows(snapshot, days)).map((read, index) => [days[index] as DayFacts, read]),
  );
  for (const part of fromRows) found.set(part, buildPart(part, rows, cache));
  return parts.map((part) => found.get(part) as InternedDay);
}

const isDay = ({ days, key }: Part) => days[0]?.day === key;

function buildPart(part: Part, rows: ReadonlyMap<DayFacts, RowDay>, cache: DayCache): InternedDay {
  const all = part.days.map((day) => rows.get(day) as RowDay);
  if (isDay(part)) {
    const columns = columnsOf(all[0] as RowDay);
    return cache.set(part, columns, tailOf(columns, all[0] as RowDay));
  }
  const { columns, days } = buildMonth(all as readonly unknown[] as readonly DayRows[]);
  return cache.set(part, columns, null, days);
}

/** Reads the chunks of days; null for those that are damaged. */
async function readChunks(
  { dialect, select }: Snapshot,
  days: readonly DayFacts[],
): Promise<Map<DayFacts, DayColumns | null>> {
  if (days.length === 0) return new Map();
  const keys = fromJson(
    dialect,
    days.map(({ websiteId, day }) => [websiteId, day]),
    { websiteId: 'INTEGER', day: 'INTEGER' },
  );
  const ids = [...new Set(days.map(({ websiteId }) => websiteId))];
  const rows = (await select(sql`
    SELECT "Chunk"."websiteId", "Chunk"."day", "Chunk"."data" FROM ${keys} AS "key" CROSS JOIN "Chunk"
    WHERE "Chunk"."websiteId" = "key"."websiteId" AND "Chunk"."day" = "key"."day"
      AND ${dialect.amongWebsites(raw('"Chunk"."websiteId"'), ids)}`)) as unknown as [
    number,
    number,
    Buffer,
  ][];
  const byKey = new Map(rows.map(([websiteId, day, data]) => [`${websiteId} ${day}`, data]));
  return new Map(
    days.map((facts) => {
      const data = byKey.get(`${facts.websiteId} ${facts.day}`);
      return [facts, data ? decodeChunk(data, facts) : null];
    }),
  );
}

/** Returns the columns of a chunk; null if it is damaged, or is not that of the day. */
function decodeChunk(data: Uint8Array, { day, pageviews, events }: DayFacts): DayColumns | null {
  const columns = decodeDay(data);
  return columns?.day === day && columns.hits === pageviews + events ? columns : null;
}
