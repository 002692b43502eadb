import { LRUCache } from 'lru-cache';
import type { DayColumns } from '../chunks/columns.ts';
import { type Numbers, PackedIntegers } from '../chunks/packed.ts';
import { DayMemory } from '../evaluate/dayView.ts';
import { type InternedDay, Interner, mapNumbers, packDay } from '../evaluate/interner.ts';
import { createMonthCache, type MonthCache } from '../months/stored.ts';
import { type ClosedCache, createClosedCache } from './closedCache.ts';
import { type DayFacts, dayKey } from './facts.ts';
import { createImportedCache, type ImportedCache } from './imported.ts';
import type { Part } from './parts.ts';
import { createPartsCache, type PartsCache } from './partsCache.ts';
import type { Tail } from './tail.ts';

/** Maximum memory of the cached days, in bytes: those of more than ten million hits. */
const MAX_DAYS = 112 * 1024 * 1024;
/** Maximum memory of the texts of all websites, in bytes. */
const MAX_TEXTS = 48 * 1024 * 1024;
/** Maximum memory that is kept for the next evaluation, in bytes: that for days of 100,000 hits. */
const MAX_DAY_MEMORY = 16 * 1024 * 1024;
/** Overhead of a day, in bytes: the objects that describe its columns. */
const DAY_OVERHEAD = 5_000;
/** The memory of a visit's key and of a hit's id in a tail, in bytes. */
const VISIT_KEY = 120;
const HIT_ID = 60;
/** The memory of a value of a column in a tail, in bytes, besides its characters; and of a map's entry. */
const VALUE = 40;
const POSITION = 50;

/** Further damaged days are noted when they are read again. */
const MAX_DAMAGED = 1_000;

interface CachedDay {
  version: string;
  revision: number;
  day: InternedDay;
  /** The one that interned the day. */
  interner: Interner;
  tail: Tail | null;
}

/** The latest days that were read, as columns, and the texts of their websites. */
export interface DayCache {
  /** How many distinct values of a dimension a day keeps; 0 for no limit. */
  readonly maxValues: number;
  readonly parts: PartsCache;
  readonly months: MonthCache;
  readonly closed: ClosedCache;
  readonly imported: ImportedCache;
  /** Returns the memory of the day that is evaluated, which evaluations use one after the other. */
  dayMemory(): DayMemory;
  /** Returns a part if it is still valid, and has its extras if they are wanted. */
  get(part: Part, withExtras: boolean): InternedDay | null;
  /** Returns the tail of a day that has more hits now, and is otherwise unchanged; null without one. */
  tail(part: Part): Tail | null;
  /**
   * Adds a part.
   * @param tail that of a day which was read from its rows; null for none.
   * @param days by visit: its day, for several days together.
   */
  set(part: Part, columns: DayColumns<Numbers>, tail: Tail | null, days?: Uint32Array): InternedDay;
  /** Returns the interner of a website. It stays the same until {@link measure} is called. */
  interner(websiteId: number): Interner;
  /** Must be called after an evaluation, which may have added texts. */
  measure(websiteId: number): void;
  /** Notes that the stored chunk of a day is damaged. */
  addDamaged(facts: DayFacts): void;
  /** Returns the days that were noted since the last call. */
  takeDamaged(): DayFacts[];
}

/** @param maxDays the maximum memory of the days in bytes, for tests. */
export function createDayCache(maxValues = 0, maxDays = MAX_DAYS): DayCache {
  const days = new LRUCache<string, CachedDay>({ maxSize: maxDays });
  const interners = new LRUCache<number, Interner>({ maxSize: MAX_TEXTS });
  /** Those of running evaluations. */
  const inUse = new Map<number, Interner>();
  let memory = new DayMemory();
  let damaged = new Map<string, DayFacts>();
  const partKey = ({ websiteId, key }: Part) => `${websiteId} ${key}`;

  function internerOf(websiteId: number): Interner {
    const interner = inUse.get(websiteId) ?? interners.get(websiteId) ?? new Interner();
    inUse.set(websiteId, interner);
    return interner;
  }

  return {
    maxValues,
    parts: createPartsCache(),
    months: createMonthCache(),
    closed: createClosedCache(),
    imported: createImportedCache(),
    dayMemory() {
      if (memory.bytes > MAX_DAY_MEMORY) memory = new DayMemory();
      return memory;
    },
    get(part, withExtras) {
      const cached = days.get(partKey(part));
      const isValid = cached?.interner === internerOf(part.websiteId) && cached.version === part.version;
      return isValid && (cached.day.extras !== null || !withExtras) ? cached.day : null;
    },
    tail(part) {
      const cached = days.get(partKey(part));
      return cached?.revision === part.days[0]?.revision ? (cached?.tail ?? null) : null;
    },
    set(part, columns, tail, ofVisits) {
      const interner = internerOf(part.websiteId);
      const before = days.peek(partKey(part));
      const known =
        before?.tail && before.interner === interner
          ? { columns: before.tail.columns, day: before.day }
          : null;
      const interned = interner.intern(columns, ofVisits, known);
      // A day that grows shares its arrays with its tail.
      const { day, bytes } = tail ? { day: interned, bytes: sizeOfTail(interned, tail) } : packDay(interned);
      const size = DAY_OVERHEAD + bytes + (ofVisits?.byteLength ?? 0);
      const revision = part.days[0]?.revision ?? 0;
      days.set(partKey(part), { version: part.version, revision, day, interner, tail }, { size });
      return day;
    },
    interner: internerOf,
    measure(websiteId) {
      const interner = inUse.get(websiteId);
      inUse.delete(websiteId);
      if (!interner) return;
      interner.dropSmallIndexes();
      // One that is too large is not kept, and its website starts with an empty one.
      interners.set(websiteId, interner, { size: interner.bytes + 1 });
    },
    addDamaged(facts) {
      if (damaged.size < MAX_DAMAGED) damaged.set(dayKey(facts), facts);
    },
    takeDamaged() {
      const days = [...damaged.values()];
      damaged = new Map();
      return days;
    },
  };
}

/** Estimates the memory of a tail in bytes, with its columns. */
function sizeOfTail(day: InternedDay, { columns, keys, recent, texts, limits }: Tail): number {
  let size = VISIT_KEY * keys.length + HIT_ID * recent.size + POSITION * texts.size;
  mapNumbers(day, (numbers) => {
    if (!(numbers instanceof PackedIntegers)) size += numbers.byteLength;
    return numbers;
  });
  const { properties, revenue } = columns.extras;
  const ofHits = [columns.page, columns.event, columns.host, revenue, ...properties.values()];
  for (const { values } of [...Object.values(columns.dimensions), ...ofHits])
    for (const value of values) size += value.length + VALUE + (limits ? POSITION : 0);
  return size;
}
