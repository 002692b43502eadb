import type { Snapshot } from '../../../db/snapshot.ts';
import { fromJson } from '../../../db/sql/dialect.ts';
import { raw, sql } from '../../../db/sql/sql.ts';
import { decodeDay } from '../chunks/codec.ts';
import { type DayColumns, mapColumns } from '../chunks/columns.ts';
import { GrowingTexts } from '../chunks/growingTexts.ts';
import { narrow } from '../chunks/integers.ts';
import { type PackedIntegers, unpacked } from '../chunks/packed.ts';
import { decodeTail } from '../chunks/tailBytes.ts';
import { type DayFacts, dayKey, hitsOf } from './facts.ts';
import { amongRanges, rangeOf } from './ranges.ts';
import { release } from './release.ts';
import { limitsAfter, type Tail } from './tail.ts';

/** A chunk of the database, without its bytes. */
export interface StoredChunk {
  bytes: number;
  hits: number;
  /** Whether hits can be added to it: it was stored before the day was over. */
  isOpen: boolean;
}

/** By day; one without a chunk that can be used is missing. */
export type StoredChunks = ReadonlyMap<DayFacts, StoredChunk>;

type ChunkRow = [websiteId: number, day: number, bytes: number, hits: number, isOpen: number | boolean];

/**
 * Returns the chunks of days that are valid, and open ones, which lack hits. An open one that lacks none is
 * open as well.
 */
export async function findChunks(snapshot: Snapshot, days: readonly DayFacts[]): Promise<StoredChunks> {
  if (days.length === 0) return new Map();
  const { dialect } = snapshot;
  const versions = fromJson(
    dialect,
    days.map(({ websiteId, day, pageviews, events, revision }) => [
      ...[websiteId, day, pageviews, events, revision],
    ]),
    { websiteId: 'INTEGER', day: 'INTEGER', pageviews: 'BIGINT', events: 'BIGINT', revision: 'BIGINT' },
  );
  const rows = (await snapshot.select(sql`
    SELECT "Chunk"."websiteId", "Chunk"."day",
      octet_length("Chunk"."data") + COALESCE(octet_length("Chunk"."tail"), 0),
      "Chunk"."pageviews" + "Chunk"."events", "Chunk"."tail" IS NOT NULL
    FROM ${versions} AS "version" CROSS JOIN "Chunk"
    WHERE "Chunk"."websiteId" = "version"."websiteId" AND "Chunk"."day" = "version"."day"
      AND "Chunk"."revision" = "version"."revision"
      AND ("Chunk"."pageviews" = "version"."pageviews" AND "Chunk"."events" = "version"."events"
        OR "Chunk"."tail" IS NOT NULL)
      AND ${amongRanges(dialect, '"Chunk"."websiteId"', days.map(rangeOf))}`)) as unknown as ChunkRow[];
  const found = new Map(rows.map(([websiteId, day, ...rest]) => [dayKey({ websiteId, day }), rest]));
  return new Map(
    days.flatMap((day) => {
      const row = found.get(dayKey(day));
      if (!row || Number(row[1]) > hitsOf(day)) return [];
      return [[day, { bytes: Number(row[0]), hits: Number(row[1]), isOpen: Boolean(row[2]) }] as const];
    }),
  );
}

/** The bytes of a chunk. `tail` is null if its day was over. */
type ChunkBytes = { data: Uint8Array; tail: Uint8Array | null };

async function readBytes(
  { dialect, select }: Snapshot,
  days: readonly DayFacts[],
): Promise<Map<string, ChunkBytes>> {
  if (days.length === 0) return new Map();
  const keys = fromJson(
    dialect,
    days.map(({ websiteId, day }) => [websiteId, day]),
    { websiteId: 'INTEGER', day: 'INTEGER' },
  );
  const ids = [...new Set(days.map(({ websiteId }) => websiteId))];
  const rows = (await select(sql`
    SELECT "Chunk"."websiteId", "Chunk"."day", "Chunk"."data", "Chunk"."tail"
    FROM ${keys} AS "key" CROSS JOIN "Chunk"
    WHERE "Chunk"."websiteId" = "key"."websiteId" AND "Chunk"."day" = "key"."day"
      AND ${dialect.amongWebsites(raw('"Chunk"."websiteId"'), ids)}`)) as unknown as [
    number,
    number,
    Uint8Array,
    Uint8Array | null,
  ][];
  return new Map(rows.map(([websiteId, day, data, tail]) => [dayKey({ websiteId, day }), { data, tail }]));
}

/** Days from their chunks; null for those that are damaged, or are not those of the day. */
export interface ReadChunks {
  sealed: Map<DayFacts, DayColumns<PackedIntegers> | null>;
  open: Map<DayFacts, Tail | null>;
  /** Frees the memory of the bytes, which the columns of sealed days share. */
  release(): void;
}

/** Reads days from their chunks. `maxValues` as for `readDayRows`. */
export async function readChunks(
  snapshot: Snapshot,
  sealed: readonly DayFacts[],
  open: readonly DayFacts[],
  maxValues: number,
): Promise<ReadChunks> {
  const bytes = await readBytes(snapshot, [...sealed, ...open]);
  const columnsOf = (day: DayFacts) => {
    const stored = bytes.get(dayKey(day));
    const columns = stored ? decodeDay(stored.data) : null;
    return columns?.day === day.day ? columns : null;
  };
  return {
    sealed: new Map(
      sealed.map((day) => {
        const columns = columnsOf(day);
        return [day, columns?.hits === hitsOf(day) ? columns : null];
      }),
    ),
    open: new Map(
      open.map((day) => [day, tailFrom(columnsOf(day), bytes.get(dayKey(day))?.tail ?? null, maxValues)]),
    ),
    release() {
      for (const { data } of bytes.values()) release(data);
    },
  };
}

function tailFrom(
  packed: DayColumns<PackedIntegers> | null,
  bytes: Uint8Array | null,
  maxValues: number,
): Tail | null {
  const keys = bytes && decodeTail(bytes);
  if (!packed || keys?.keys.length !== packed.visits) return null;
  const columns = mapColumns(packed, (numbers) => narrow(unpacked(numbers)));
  return { ...keys, columns, texts: new GrowingTexts(), limits: limitsAfter(columns, maxValues) };
}
