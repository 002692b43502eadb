import { LRUCache } from 'lru-cache';
import type { Snapshot } from '../../../db/snapshot.ts';
import { fromJson } from '../../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../../db/sql/sql.ts';
import { knownSums } from '../../rollup/importedSums.ts';
import type { ImportedRange, ImportedSums } from '../evaluate/imported.ts';
import type { GroupingPart } from '../evaluate/parts.ts';
import { STRIDE } from '../evaluate/selection.ts';
import type { DayTotals } from '../evaluate/totals.ts';

/** Maximum number of values of the cached sums: some 30 MB. */
const MAX_VALUES = 200_000;

/** Maximum number of operations with different websites whose imports are kept. */
const MAX_KNOWN = 1_000;

/**
 * What a change of the imports of a website adds to the version of its answers. Hits cannot make up for it:
 * there are fewer. Versions are exact up to 8,192 changes, more than the imports of a website can have.
 */
const VERSION = 2 ** 40;

/** The imports of daily sums that statistics of a website contain. */
export interface ImportsOfWebsite {
  /** Grows whenever statistics contain another import, or one less, or some of their sums are forgotten. */
  version: number;
  /** Their ids. */
  ids: readonly number[];
}

type ImportRow = [websiteId: number, id: number, state: string, revision: number];

async function readImports(
  { dialect, select }: Snapshot,
  websiteIds: readonly number[],
): Promise<Map<number, ImportsOfWebsite>> {
  const rows = (await select(sql`
    SELECT "Import"."websiteId", "Import"."id", "Import"."state", "Import"."revision"
    FROM ${fromJson(
      dialect,
      websiteIds.map((id) => [id]),
      { id: 'INTEGER' },
    )} AS "of" CROSS JOIN "Import"
    WHERE "Import"."websiteId" = "of"."id" AND "Import"."dimensions" <> ''
    ORDER BY "Import"."id"`)) as unknown as ImportRow[];
  const found = new Map<number, { version: number; ids: number[] }>();
  for (const [websiteId, id, state, revision] of rows) {
    const own = found.get(websiteId) ?? { version: 0, ids: [] };
    found.set(websiteId, own);
    // An import is done once, and undone once.
    own.version += (revision + (state === 'done' ? 1 : 2)) * VERSION;
    if (state === 'done') own.ids.push(id);
  }
  return found;
}

type TotalRow = [day: number, ...sums: (number | null)[]];
type ValueRow = [range: number, value: string, ...sums: (number | null)[]];

const NAMES = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'];
const SUMS = knownSums(NAMES);
/** Unknown sums are not numbers. */
const numbers = (sums: readonly (number | null)[]) => sums.map((sum) => (sum === null ? Number.NaN : sum));

/** The imports of websites, and the latest sums of them by range. */
export interface ImportedCache {
  /**
   * Returns which imports of daily sums websites have, by website; a website without any is missing. Nothing
   * is read as long as nothing is committed.
   */
  imports(snapshot: Snapshot, websiteIds: readonly number[]): Promise<ReadonlyMap<number, ImportsOfWebsite>>;
  /** Reads the sums of ranges of a website. */
  read(
    snapshot: Snapshot,
    websiteId: number,
    imports: ImportsOfWebsite,
    ranges: readonly ImportedRange[],
  ): Promise<ImportedSums>;
}

export function createImportedCache(): ImportedCache {
  const totals = new LRUCache<string, DayTotals[]>({ maxSize: MAX_VALUES });
  const values = new LRUCache<string, GroupingPart>({ maxSize: MAX_VALUES });
  /** Those of the version, by the ids of the websites. */
  const known = new LRUCache<string, ReadonlyMap<number, ImportsOfWebsite>>({ max: MAX_KNOWN });
  let version: string | null = null;

  return {
    async imports(snapshot, websiteIds) {
      const current = await snapshot.version();
      if (current === null || current !== version) known.clear();
      version = current;
      const key = websiteIds.join();
      const found = known.get(key) ?? (await readImports(snapshot, websiteIds));
      if (current !== null) known.set(key, found);
      return found;
    },
    async read(snapshot, websiteId, imports, ranges) {
      const keyOf = ({ from, to, dimension }: ImportedRange) =>
        `${websiteId} ${imports.version} ${from} ${to} ${dimension}`;
      // The caches may drop an entry while others are added.
      const days = new Map<string, readonly DayTotals[]>();
      const parts = new Map<string, GroupingPart>();
      const missing = new Map<string, ImportedRange>();
      for (const range of ranges) {
        const key = keyOf(range);
        const known = range.dimension === 'total' ? totals.get(key) : values.get(key);
        if (!known) missing.set(key, range);
        else if (Array.isArray(known)) days.set(key, known);
        else parts.set(key, known as GroupingPart);
      }
      for (const [key, range] of missing) {
        if (range.dimension !== 'total') continue;
        const found = await selectTotals(snapshot, websiteId, imports.ids, range);
        totals.set(key, found, { size: found.length + 1 });
        days.set(key, found);
      }
      const ofValues = [...missing].filter(([, { dimension }]) => dimension !== 'total');
      const asked = ofValues.map(([, range]) => range);
      const found = await selectValues(snapshot, websiteId, imports.ids, asked);
      for (const [index, [key]] of ofValues.entries()) {
        const part = found[index] as GroupingPart;
        values.set(key, part, { size: part.sums.length / STRIDE + 1 });
        parts.set(key, part);
      }
      return {
        totals: (range) => days.get(keyOf(range)) ?? [],
        values: (range) => parts.get(keyOf(range)) ?? NO_PART,
      };
    },
  };
}

const NO_PART: GroupingPart = { texts: [[]], positions: [new Uint32Array()], sums: new Float64Array() };

const ofImports = (ids: readonly number[]): Sql => raw(ids.join(', '));

/** Selects the totals of days, by day. */
async function selectTotals(
  { select }: Snapshot,
  websiteId: number,
  ids: readonly number[],
  { from, to }: ImportedRange,
): Promise<DayTotals[]> {
  const rows = (await select(sql`
    SELECT "s"."day", ${SUMS} FROM "ImportedSum" AS "s"
    WHERE "s"."websiteId" = ${websiteId} AND "s"."dimension" = 'total'
      AND "s"."day" BETWEEN ${from} AND ${to} AND "s"."importId" IN (${ofImports(ids)})
    GROUP BY "s"."day" ORDER BY "s"."day"`)) as unknown as TotalRow[];
  return rows.map(([day, ...sums]) => {
    const [visitors, visits, pageviews, events, bounces, duration] = numbers(sums) as [
      ...[number, number, number, number, number, number],
    ];
    return { day, visitors, visits, pageviews, events, bounces, duration };
  });
}

/** Selects the sums of ranges by the values of their dimensions. */
async function selectValues(
  { dialect, select }: Snapshot,
  websiteId: number,
  ids: readonly number[],
  ranges: readonly ImportedRange[],
): Promise<GroupingPart[]> {
  if (ranges.length === 0) return [];
  const list = fromJson(
    dialect,
    ranges.map(({ from, to, dimension }, index) => [index, dimension, from, to]),
    { range: 'INTEGER', dimension: 'TEXT', from: 'INTEGER', to: 'INTEGER' },
  );
  const rows = (await select(sql`
    SELECT "of"."range", "s"."value", ${SUMS} FROM ${list} AS "of" CROSS JOIN "ImportedSum" AS "s"
    WHERE "s"."websiteId" = ${websiteId} AND "s"."dimension" = "of"."dimension"
      AND "s"."day" BETWEEN "of"."from" AND "of"."to" AND "s"."importId" IN (${ofImports(ids)})
    GROUP BY "of"."range", "s"."value"`)) as unknown as ValueRow[];
  const found = ranges.map((): ValueRow[] => []);
  for (const row of rows) found[row[0]]?.push(row);
  return found.map(partOf);
}

function partOf(rows: readonly ValueRow[]): GroupingPart {
  const sums = new Float64Array(STRIDE * rows.length);
  for (const [index, [, , ...own]] of rows.entries()) {
    const all = numbers(own);
    // The pageviews of its visits are unknown: only some of them are about the value.
    sums.set([...all, Number.NaN], STRIDE * index);
  }
  return {
    texts: [rows.map(([, value]) => value)],
    positions: [Uint32Array.from(rows, (_, index) => index)],
    sums,
  };
}
