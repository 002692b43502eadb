import type { Snapshot } from '../../../db/snapshot.ts';
import { fromJson } from '../../../db/sql/dialect.ts';
import { raw, sql } from '../../../db/sql/sql.ts';
import { decodeDay } from '../chunks/codec.ts';
import { type DayColumns, mapColumns } from '../chunks/columns.ts';
import { decodeExtras } from '../chunks/extras.ts';
import { GrowingTexts } from '../chunks/growingTexts.ts';
import { narrow } from '../chunks/integers.ts';
import type { OpenColumns } from '../chunks/merge.ts';
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
  /** Whether it has extras. Those that earlier versions stored have none. */
  hasExtras: boolean;
}

/** By day; one without a chunk that can be used is missing. */
export type StoredChunks = Map<DayFacts, StoredChunk>;

type ChunkRow = [
  websiteId: number,
  day: number,
  bytes: number,
  hits: number,
  isOpen: number | boolean,
  hasExtras: number | boolean,
];

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
      "Chunk"."pageviews" + "Chunk"."events", "Chunk"."tail" IS NOT NULL, "Chunk"."extras" IS NOT NULL
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
      const [bytes, hits, isOpen, hasExtras] = row;
      const chunk = { bytes: Number(bytes), hits: Number(hits), isOpen: Boolean(isOpen) };
      // An open one without extras cannot be extended.
      if (chunk.isOpen && !hasExtras) return [];
      return [[day, { ...chunk, hasExtras: Boolean(hasExtras) }] as const];
    }),
  );
}

/** The bytes of a chunk. `tail` is null if its day was over, `extras` if they are not wanted. */
type ChunkBytes = { data: Uint8Array; tail: Uint8Array | null; extras: Uint8Array | null };

async function readBytes(
  { dialect, select }: Snapshot,
  days: readonly DayFacts[],
  withExtras: ReadonlySet<DayFacts>,
): Promise<Map<string, ChunkBytes>> {
  if (days.length === 0) return new Map();
  const keys = fromJson(
    dialect,
    days.map((facts) => [facts.websiteId, facts.day, withExtras.has(facts) ? 1 : 0]),
    { websiteId: 'INTEGER', day: 'INTEGER', extras: 'INTEGER' },
  );
  const ids = [...new Set(days.map(({ websiteId }) => websiteId))];
  const rows = (await select(sql`
    SELECT "Chunk"."websiteId", "Chunk"."day", "Chunk"."data", "Chunk"."tail",
      CASE WHEN "key"."extras" = 1 THEN "Chunk"."extras" END
    FROM ${keys} AS "key" CROSS JOIN "Chunk"
    WHERE "Chunk"."websiteId" = "key"."websiteId" AND "Chunk"."day" = "key"."day"
      AND ${dialect.amongWebsites(raw('"Chunk"."websiteId"'), ids)}`)) as unknown as [
    number,
    number,
    Uint8Array,
    Uint8Array | null,
    Uint8Array | null,
  ][];
  return new Map(
    rows.map(([websiteId, day, data, tail, extras]) => [dayKey({ websiteId, day }), { data, tail, extras }]),
  );
}

/** Days from their chunks; null for those that are damaged, or are not those of the day. */
export interface ReadChunks {
  sealed: Map<DayFacts, DayColumns<PackedIntegers> | null>;
  open: Map<DayFacts, Tail | null>;
  /** Frees the memory of the bytes, which the columns of sealed days share. */
  release(): void;
}

/** The days whose chunks are read: those that are over, those of them with extras, and open ones. */
interface WantedChunks {
  sealed: readonly DayFacts[];
  withExtras: ReadonlySet<DayFacts>;
  open: readonly DayFacts[];
}

/** Reads days from their chunks. `maxValues` as for `readDayRows`. */
export async function readChunks(
  snapshot: Snapshot,
  { sealed, withExtras, open }: WantedChunks,
  maxValues: number,
): Promise<ReadChunks> {
  const ofExtras = new Set([...withExtras, ...open]);
  const bytes = await readBytes(snapshot, [...sealed, ...open], ofExtras);
  const columnsOf = (day: DayFacts) => {
    const stored = bytes.get(dayKey(day));
    const columns = stored ? decodeDay(stored.data) : null;
    if (columns?.day !== day.day || !ofExtras.has(day)) return columns?.day === day.day ? columns : null;
    const extras = decodeExtras(stored?.extras ?? new Uint8Array(), columns);
    return extras && { ...columns, extras };
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
      for (const { data, extras } of bytes.values()) {
        release(data);
        if (extras) release(extras);
      }
    },
  };
}

const hasExtras = (columns: DayColumns): columns is OpenColumns => columns.extras !== null;

function tailFrom(
  packed: DayColumns<PackedIntegers> | null,
  bytes: Uint8Array | null,
  maxValues: number,
): Tail | null {
  const keys = bytes && decodeTail(bytes);
  if (!packed || keys?.keys.length !== packed.visits) return null;
  const columns = mapColumns(packed, (numbers) => narrow(unpacked(numbers)));
  if (!hasExtras(columns)) return null;
  return { ...keys, columns, texts: new GrowingTexts(), limits: limitsAfter(columns, maxValues) };
}
