import type { Snapshot } from '../../db/snapshot.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { decodeDay } from '../chunks/codec.ts';
import type { DayColumns } from '../chunks/columns.ts';
import type { Numbers, PackedIntegers } from '../chunks/packed.ts';
import { buildMonth, type DayRows } from '../chunks/smallDays.ts';
import type { InternedDay } from '../evaluate/interner.ts';
import { packGroups } from '../pack.ts';
import type { DayCache } from './dayCache.ts';
import { type DayFacts, dayKey, hitsOf, readChunkSizes } from './facts.ts';
import { isDay, type Part } from './parts.ts';
import { columnsOf, type RowDay, readRows } from './rows.ts';
import { extendTails, type Tail, tailOf } from './tail.ts';

/**
 * Parts are loaded together up to these limits, which bound the memory for their rows and bytes. The rows of
 * more hits would not fit into the young generation of a thread's heap, and would make the old one larger.
 */
const MAX_HITS = 1_500;
const MAX_CHUNK_BYTES = 1024 * 1024;

/** Days with a valid chunk, and its size in bytes. */
type ChunkSizes = ReadonlyMap<DayFacts, number>;

/** Parts that are loaded together. */
interface PartGroup {
  parts: readonly Part[];
  chunks: ChunkSizes;
}

/** Divides parts into groups that are loaded together. Most questions need one group. */
export async function groupParts(
  snapshot: Snapshot,
  cache: DayCache,
  parts: readonly Part[],
): Promise<PartGroup[]> {
  const missing = new Set(parts.filter((part) => !cache.get(part)));
  const chunks = await readChunkSizes(
    snapshot,
    [...missing].filter(isDay).flatMap(({ days }) => days),
  );
  const sizesOf = (part: Part) => (missing.has(part) ? sizesToRead(part, chunks) : [0, 0]);
  return packGroups(parts, sizesOf, [MAX_HITS, MAX_CHUNK_BYTES]).map((group) => ({ parts: group, chunks }));
}

/** The amount to read for a part: hits, and bytes of its chunk. */
function sizesToRead({ days }: Part, chunks: ChunkSizes): [hits: number, bytes: number] {
  let [hits, bytes] = [0, 0];
  for (const day of days) {
    const size = chunks.get(day);
    if (size === undefined) hits += hitsOf(day);
    else bytes += size;
  }
  return [hits, bytes];
}

/**
 * Returns the columns of parts of one group in their order: from the cache, from their chunks, or, if there
 * is no valid chunk, from their rows. A day in the cache to which hits were added reads only those.
 */
export async function loadDays(
  snapshot: Snapshot,
  cache: DayCache,
  parts: readonly Part[],
  chunks: ChunkSizes,
): Promise<InternedDay[]> {
  const found = new Map<Part, InternedDay>();
  const missing = parts.filter((part) => {
    const cached = cache.get(part);
    if (cached) found.set(part, cached);
    return !cached;
  });
  const singles = new Map(missing.flatMap((part) => (isDay(part) ? [[part.days[0] as DayFacts, part]] : [])));
  const keep = (day: DayFacts, columns: DayColumns<Numbers>, tail: Tail | null) => {
    const part = singles.get(day) as Part;
    found.set(part, cache.set(part, columns, tail));
  };
  const sealed = [...singles.keys()].filter((day) => chunks.has(day));
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
): Promise<Map<DayFacts, DayColumns<PackedIntegers> | null>> {
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
  const byKey = new Map(rows.map(([websiteId, day, data]) => [dayKey({ websiteId, day }), data]));
  return new Map(
    days.map((facts) => {
      const data = byKey.get(dayKey(facts));
      return [facts, data ? decodeChunk(data, facts) : null];
    }),
  );
}

/** Returns the columns of a chunk; null if it is damaged, or is not that of the day. */
function decodeChunk(data: Uint8Array, facts: DayFacts): DayColumns<PackedIntegers> | null {
  const columns = decodeDay(data);
  return columns?.day === facts.day && columns.hits === hitsOf(facts) ? columns : null;
}
