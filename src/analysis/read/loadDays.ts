import type { Snapshot } from '../../db/snapshot.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { decodeDay } from '../chunks/codec.ts';
import type { DayColumns } from '../chunks/columns.ts';
import type { InternedDay } from '../evaluate/interner.ts';
import type { DayCache } from './dayCache.ts';
import type { DayFacts } from './facts.ts';
import { readDays } from './rows.ts';
import { extendTails, type Tail, tailOf } from './tail.ts';

/** Days are read together up to this size, which bounds the memory for their rows. */
const MAX_HITS = 200_000;
const MAX_CHUNK_BYTES = 32 * 1024 * 1024;

/** Divides days into groups that are read together. Most questions need one group. */
export function groupsOf(days: readonly DayFacts[]): DayFacts[][] {
  const groups: DayFacts[][] = [];
  let hits = 0;
  let bytes = 0;
  for (const day of days) {
    if (day.chunkBytes === null) hits += day.pageviews + day.events;
    else bytes += day.chunkBytes;
    const last = groups.at(-1);
    if (last && hits <= MAX_HITS && bytes <= MAX_CHUNK_BYTES) {
      last.push(day);
      continue;
    }
    groups.push([day]);
    hits = day.chunkBytes === null ? day.pageviews + day.events : 0;
    bytes = day.chunkBytes ?? 0;
  }
  return groups;
}

/**
 * Returns the columns of days in their order: from the cache, from their chunks, or, if there is no valid
 * chunk, from their rows. A day in the cache to which hits were added reads only those.
 */
export async function loadDays(
  snapshot: Snapshot,
  cache: DayCache,
  days: readonly DayFacts[],
): Promise<InternedDay[]> {
  const found = new Map<DayFacts, InternedDay>();
  const keep = (day: DayFacts, columns: DayColumns, tail: Tail | null) => {
    found.set(day, cache.set(day, columns, tail));
  };
  const missing = days.filter((day) => {
    const cached = cache.get(day);
    if (cached) found.set(day, cached);
    return !cached;
  });
  const sealed = missing.filter(({ chunkBytes }) => chunkBytes !== null);
  for (const [day, columns] of await readChunks(snapshot, sealed)) {
    if (columns) keep(day, columns, null);
    else cache.addDamaged(day);
  }
  const open = missing.flatMap((facts) => {
    const tail = found.has(facts) ? null : cache.tail(facts);
    return tail ? [{ facts, tail }] : [];
  });
  for (const [day, tail] of await extendTails(snapshot, open)) keep(day, tail.columns, tail);
  // Also days whose chunk is damaged.
  const fromRows = missing.filter((day) => !found.has(day));
  for (const [index, read] of (await readDays(snapshot, fromRows)).entries())
    keep(fromRows[index] as DayFacts, read.columns, tailOf(read));
  return days.map((day) => found.get(day) as InternedDay);
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
