import { LRUCache } from 'lru-cache';
import type { Snapshot } from '../../../db/snapshot.ts';
import { fromJson } from '../../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../../db/sql/sql.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import { STRIDE } from '../evaluate/selection.ts';
import { packGroups } from '../pack.ts';
import type { MonthVersion } from '../read/facts.ts';
import { decodeMonth } from './codec.ts';
import { type MonthContent, SMALL_DAYS, type SummedDimension } from './dimensions.ts';

/** Maximum memory of the cached sums, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The memory of a value besides its characters and sums, and of a month, in bytes. */
const VALUE = 40;
const MONTH = 300;
/** Months are read together up to this many bytes, which are compressed: some 20 MB of sums. */
const MAX_TOGETHER = 512 * 1024;

/** A month of which sums are wanted, by some dimensions. */
export interface WantedMonth extends MonthVersion {
  dimensions: ReadonlySet<SummedDimension>;
  /** Whether another share adds them up, so that only their existence matters. */
  isOfOthers: boolean;
}

/** The sums of a month by dimension; null if another share adds them up. */
export type AddMonth = (
  month: Pick<MonthVersion, 'websiteId' | 'month'>,
  sums: ReadonlyMap<SummedDimension, EvaluationPart> | null,
) => void;

/** The latest sums of months that were read, and the months whose sums are damaged. */
export interface MonthCache {
  /**
   * Calls `add` for those of the months whose sums are stored and valid by all of their dimensions.
   * @returns their number.
   */
  read(snapshot: Snapshot, months: readonly WantedMonth[], add: AddMonth): Promise<number>;
  /** Notes that a row of a month is damaged. */
  addDamaged(month: MonthVersion): void;
  /** Returns the months that were found damaged since the last call. */
  takeDamaged(): MonthVersion[];
}

type Key = Pick<MonthVersion, 'websiteId' | 'month'> & { dimension: MonthContent };

/** Identifies a row of a month. */
export const keyOf = ({ websiteId, month, dimension }: Key) => `${websiteId} ${month} ${dimension}`;

const keysOf = (months: readonly WantedMonth[]) =>
  months.flatMap(({ websiteId, month, version, dimensions }) =>
    [...dimensions].map((dimension) => ({ websiteId, month, version, dimension })),
  );

/** Selects a column of the rows of months that are valid, by {@link keyOf}. */
export async function selectMonths<Value>(
  { dialect, select }: Snapshot,
  wanted: readonly (Key & MonthVersion)[],
  column: Sql,
): Promise<Map<string, Value>> {
  if (wanted.length === 0) return new Map();
  const list = fromJson(
    dialect,
    wanted.map(({ websiteId, month, dimension, version }) => [websiteId, month, dimension, version]),
    { websiteId: 'INTEGER', month: 'INTEGER', dimension: 'TEXT', version: 'BIGINT' },
  );
  const ids = [...new Set(wanted.map(({ websiteId }) => websiteId))];
  const rows = (await select(sql`
    SELECT "MonthSums"."websiteId", "MonthSums"."month", "MonthSums"."dimension", ${column}
    FROM ${list} AS "wanted" CROSS JOIN "MonthSums"
    WHERE "MonthSums"."websiteId" = "wanted"."websiteId" AND "MonthSums"."month" = "wanted"."month"
      AND "MonthSums"."dimension" = "wanted"."dimension" AND "MonthSums"."version" = "wanted"."version"
      AND ${dialect.amongWebsites(raw('"MonthSums"."websiteId"'), ids)}`)) as unknown as [
    number,
    number,
    MonthContent,
    Value,
  ][];
  return new Map(
    rows.map(([websiteId, month, dimension, value]) => [keyOf({ websiteId, month, dimension }), value]),
  );
}

export function createMonthCache(): MonthCache {
  const cached = new LRUCache<string, { version: number; sums: EvaluationPart }>({ maxSize: MAX_BYTES });
  let damaged = new Map<string, MonthVersion>();
  const valid = (one: Key & MonthVersion) => {
    const entry = cached.get(keyOf(one));
    return entry?.version === one.version ? entry.sums : null;
  };

  const addDamaged = (month: MonthVersion) => void damaged.set(`${month.websiteId} ${month.month}`, month);

  /** Reads the sums of stored months together. @returns the number of those that are not damaged. */
  async function addStored(
    snapshot: Snapshot,
    months: readonly WantedMonth[],
    add: AddMonth,
  ): Promise<number> {
    const all = keysOf(months.filter(({ isOfOthers }) => !isOfOthers));
    const sums = new Map(all.map((one) => [keyOf(one), valid(one)]));
    const missing = all.filter((one) => !sums.get(keyOf(one)));
    const found = await selectMonths<Uint8Array>(snapshot, missing, raw('"MonthSums"."data"'));
    for (const one of missing) {
      const part = decodeMonth(found.get(keyOf(one)) ?? new Uint8Array());
      sums.set(keyOf(one), part);
      if (part) cached.set(keyOf(one), { version: one.version, sums: part }, { size: sizeOf(part) });
    }
    let added = 0;
    for (const { websiteId, month, version, dimensions, isOfOthers } of months) {
      const own = new Map<SummedDimension, EvaluationPart>();
      for (const dimension of isOfOthers ? [] : dimensions) {
        const part = sums.get(keyOf({ websiteId, month, dimension }));
        if (part) own.set(dimension, part);
      }
      if (!isOfOthers && own.size < dimensions.size) {
        addDamaged({ websiteId, month, version });
        continue;
      }
      add({ websiteId, month }, isOfOthers ? null : own);
      added += 1;
    }
    return added;
  }

  return {
    async read(snapshot, months, add) {
      const sizes = await selectMonths<number>(
        snapshot,
        keysOf(months).filter((one) => !valid(one)),
        raw('octet_length("MonthSums"."data")'),
      );
      const sizeOfKey = (one: Key & MonthVersion) => (valid(one) ? 0 : (sizes.get(keyOf(one)) ?? null));
      const stored = months.flatMap((month) => {
        const own = keysOf([month]).map(sizeOfKey);
        const bytes = own.reduce<number>((sum, size) => sum + Number(size), 0);
        return own.includes(null) ? [] : [{ month, bytes: month.isOfOthers ? 0 : bytes }];
      });
      let added = 0;
      for (const group of packGroups(stored, ({ bytes }) => [bytes], [MAX_TOGETHER]))
        added += await addStored(
          snapshot,
          group.map(({ month }) => month),
          add,
        );
      return added;
    },
    addDamaged,
    takeDamaged() {
      const months = [...damaged.values()];
      damaged = new Map();
      return months;
    },
  };
}

function sizeOf({ groupings: [grouping] }: EvaluationPart): number {
  const values = grouping?.texts[0] ?? [];
  return values.reduce((size, value) => size + value.length + VALUE + 8 * STRIDE, MONTH);
}

/** Returns the months without a valid row. */
export async function withoutSums(
  snapshot: Snapshot,
  months: readonly MonthVersion[],
): Promise<MonthVersion[]> {
  const wanted = (month: MonthVersion) =>
    (['total', SMALL_DAYS] as const).map((dimension) => ({ ...month, dimension }));
  const stored = await selectMonths<number>(snapshot, months.flatMap(wanted), raw('1'));
  return months.filter((month) => !wanted(month).some((one) => stored.has(keyOf(one))));
}
