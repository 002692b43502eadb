import type { Snapshot } from '../../../db/snapshot.ts';
import type { DayColumns } from '../chunks/columns.ts';
import type { Numbers } from '../chunks/packed.ts';
import { buildMonth, type DayRows } from '../chunks/smallDays.ts';
import type { InternedDay } from '../evaluate/interner.ts';
import { packGroups } from '../pack.ts';
import type { DayCache } from './dayCache.ts';
import { type DayFacts, hitsOf } from './facts.ts';
import { isDay, type Part } from './parts.ts';
import { columnsOf, type RowDay, readDayRows } from './rows.ts';
import { findChunks, readChunks, type StoredChunks } from './storedChunks.ts';
import { findMonths, monthOf, readMonths, type StoredMonths } from './storedMonths.ts';
import { extendTails, type Tail, tailOf } from './tail.ts';

/**
 * Parts are loaded together up to these limits, which bound the memory for their rows and bytes. The rows of
 * more hits would not fit into the young generation of a thread's heap, and would make the old one larger.
 */
const MAX_HITS = 1_500;
const MAX_CHUNK_BYTES = 1024 * 1024;

/** A part to load. */
export interface WantedPart extends Part {
  /** Whether the extras of its hits are wanted, too. */
  withExtras: boolean;
}

/** Parts that are loaded together. */
interface PartGroup {
  parts: readonly WantedPart[];
  stored: Stored;
}

/** The chunks of days, and the rows with the small days of months. */
interface Stored {
  chunks: StoredChunks;
  months: StoredMonths;
}

/** Divides parts into groups that are loaded together. Most questions need one group. */
export async function groupParts(
  snapshot: Snapshot,
  cache: DayCache,
  parts: readonly WantedPart[],
): Promise<PartGroup[]> {
  const missing = new Set(parts.filter((part) => !cache.get(part, part.withExtras)));
  const chunks = await findChunks(
    snapshot,
    [...missing].filter(isDay).flatMap(({ days }) => days),
  );
  for (const { days, withExtras } of missing) {
    const [day] = days;
    // Without extras, it was stored by an earlier version.
    if (day && withExtras && chunks.get(day)?.hasExtras === false) chunks.delete(day);
  }
  const stored = { chunks, months: await findMonths(snapshot, [...missing]) };
  const sizesOf = (part: WantedPart) => (missing.has(part) ? sizesToRead(part, stored) : [0, 0]);
  return packGroups(parts, sizesOf, [MAX_HITS, MAX_CHUNK_BYTES]).map((group) => ({ parts: group, stored }));
}

/** The amount to read for a part: hits, and bytes of its chunk or of the row of its month. */
function sizesToRead(part: Part, { chunks, months }: Stored): [hits: number, bytes: number] {
  const ofMonth = months.get(part);
  if (ofMonth !== undefined) return [0, ofMonth];
  let [hits, bytes] = [0, 0];
  for (const day of part.days) {
    const stored = chunks.get(day);
    bytes += stored?.bytes ?? 0;
    hits += hitsOf(day) - (stored?.hits ?? 0);
  }
  return [hits, bytes];
}

/**
 * Returns the columns of parts of one group in their order: from the cache, from their chunk or the row of
 * their month, or, without a valid one, from their hits. A day to which hits were added since it was cached,
 * or stored before it was over, reads only those.
 */
export async function loadDays(
  snapshot: Snapshot,
  cache: DayCache,
  parts: readonly WantedPart[],
  { chunks, months }: Stored,
): Promise<InternedDay[]> {
  const found = new Map<WantedPart, InternedDay>();
  const missing = parts.filter((part) => {
    const cached = cache.get(part, part.withExtras);
    if (cached) found.set(part, cached);
    return !cached;
  });
  const singles = new Map(missing.flatMap((part) => (isDay(part) ? [[part.days[0] as DayFacts, part]] : [])));
  const keep = (day: DayFacts, columns: DayColumns<Numbers>, tail: Tail | null) => {
    const part = singles.get(day) as WantedPart;
    found.set(part, cache.set(part, columns, tail));
  };
  const tails = new Map([...singles].map(([day, part]) => [day, cache.tail(part)]));
  const sealed = [...singles.keys()].filter((day) => chunks.get(day)?.isOpen === false);
  const open = [...singles.keys()].filter((day) => chunks.get(day)?.isOpen && !tails.get(day));
  const withExtras = new Set(sealed.filter((day) => singles.get(day)?.withExtras));
  const stored = await readChunks(snapshot, { sealed, withExtras, open }, cache.maxValues);
  for (const [day, columns] of stored.sealed) {
    if (columns) keep(day, columns, null);
    else cache.addDamaged(day);
  }
  for (const [day, tail] of stored.open) {
    if (tail) tails.set(day, tail);
    else cache.addDamaged(day);
  }
  // The cache has copies of the columns.
  stored.release();
  for (const [part, month] of await readMonths(
    snapshot,
    missing.filter((part) => months.has(part)),
  )) {
    if (month) found.set(part, cache.set(part, limitTo(part, month.columns), null, month.days));
    else cache.months.addDamaged(monthOf(part));
  }
  const extended = [...tails].flatMap(([facts, tail]) =>
    tail && !found.has(singles.get(facts) as WantedPart) ? [{ facts, tail }] : [],
  );
  for (const [day, tail] of await extendTails(snapshot, extended)) keep(day, tail.columns, tail);
  // Also parts whose chunk or row is damaged.
  const fromRows = missing.filter((part) => !found.has(part));
  const days = fromRows.flatMap((part) => part.days);
  const read = await readDayRows(snapshot, days, cache.maxValues);
  const rows = new Map(days.map((day, index) => [day, read[index] as RowDay]));
  for (const part of fromRows) found.set(part, buildPart(part, rows, cache));
  return parts.map((part) => found.get(part) as InternedDay);
}

/** Leaves out extras that are not wanted, so that they take no memory in the cache. */
const limitTo = <Columns extends DayColumns<Numbers>>(
  { withExtras }: WantedPart,
  columns: Columns,
): DayColumns<Numbers> => (withExtras ? columns : { ...columns, extras: null });

function buildPart(part: WantedPart, rows: ReadonlyMap<DayFacts, RowDay>, cache: DayCache): InternedDay {
  const all = part.days.map((day) => rows.get(day) as RowDay);
  if (isDay(part)) {
    const columns = columnsOf(all[0] as RowDay);
    return cache.set(part, columns, tailOf(columns, all[0] as RowDay, cache.maxValues));
  }
  const { columns, days } = buildMonth(all as readonly unknown[] as readonly DayRows[]);
  return cache.set(part, limitTo(part, columns), null, days);
}

/** Returns days to which hits can be added: from their open chunks if they have one, or from their rows. */
export async function readTails(
  snapshot: Snapshot,
  { maxValues }: Pick<DayCache, 'maxValues'>,
  days: readonly DayFacts[],
): Promise<Map<DayFacts, Tail>> {
  const chunks = await findChunks(snapshot, days);
  const stored = days.filter((day) => chunks.get(day)?.isOpen);
  const { open } = await readChunks(snapshot, { sealed: [], withExtras: new Set(), open: stored }, maxValues);
  const tails = await extendTails(
    snapshot,
    [...open].flatMap(([facts, tail]) => (tail ? [{ facts, tail }] : [])),
  );
  const fromRows = days.filter((day) => !tails.has(day));
  for (const [index, rows] of (await readDayRows(snapshot, fromRows, maxValues)).entries())
    tails.set(fromRows[index] as DayFacts, tailOf(columnsOf(rows), rows, maxValues));
  return tails;
}
