import { LRUCache } from 'lru-cache';
import type { Snapshot } from '../../../db/snapshot.ts';
import { fromJson } from '../../../db/sql/dialect.ts';
import { raw, sql } from '../../../db/sql/sql.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import { STRIDE } from '../evaluate/selection.ts';
import type { MonthVersion } from '../read/facts.ts';
import { decodeMonth } from './codec.ts';
import type { SummedDimension } from './dimensions.ts';

/** Maximum memory of the cached sums, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The memory of a value besides its characters and sums, and of a month, in bytes. */
const VALUE = 40;
const MONTH = 300;

/** The sums of one dimension over a month. */
interface Wanted extends MonthVersion {
  dimension: SummedDimension;
  /** Whether only its existence is asked for. */
  isOfOthers: boolean;
}

/** A month of which sums are wanted, with the dimensions. */
export interface WantedMonth extends MonthVersion {
  dimensions: ReadonlySet<SummedDimension>;
  /** Whether another share adds them up, so that only their existence matters. */
  isOfOthers: boolean;
}

/** A month whose sums are stored and valid, for all of the wanted dimensions. */
export interface StoredMonth {
  websiteId: number;
  month: number;
  /** By dimension; null if another share adds them up. */
  sums: ReadonlyMap<SummedDimension, EvaluationPart> | null;
}

/** The latest sums of months that were read, and the months whose sums are damaged. */
export interface MonthCache {
  /** Returns those of the months whose sums are stored and valid. */
  read(snapshot: Snapshot, months: readonly WantedMonth[]): Promise<StoredMonth[]>;
  /** Returns the months whose stored sums were found damaged since the last call. */
  takeDamaged(): MonthVersion[];
}

type Row = [websiteId: number, month: number, dimension: SummedDimension, data: Uint8Array | null];

const keyOf = ({ websiteId, month, dimension }: Omit<Wanted, 'version' | 'isOfOthers'>) =>
  `${websiteId} ${month} ${dimension}`;

export function createMonthCache(): MonthCache {
  const cached = new LRUCache<string, { version: number; sums: EvaluationPart }>({ maxSize: MAX_BYTES });
  let damaged = new Map<string, MonthVersion>();
  const valid = (one: Wanted) => {
    const entry = cached.get(keyOf(one));
    return entry?.version === one.version ? entry.sums : null;
  };

  /** Reads sums that are not cached. @returns the keys of those that are stored. */
  async function load({ dialect, select }: Snapshot, wanted: readonly Wanted[]): Promise<Set<string>> {
    if (wanted.length === 0) return new Set();
    const list = fromJson(
      dialect,
      wanted.map(({ websiteId, month, dimension, version, isOfOthers }) => [
        ...[websiteId, month, dimension, version, isOfOthers ? 0 : 1],
      ]),
      { websiteId: 'INTEGER', month: 'INTEGER', dimension: 'TEXT', version: 'BIGINT', isRead: 'INTEGER' },
    );
    const rows = (await select(sql`
      SELECT "MonthSums"."websiteId", "MonthSums"."month", "MonthSums"."dimension",
        CASE WHEN "wanted"."isRead" = 1 THEN "MonthSums"."data" END
      FROM ${list} AS "wanted" CROSS JOIN "MonthSums"
      WHERE "MonthSums"."websiteId" = "wanted"."websiteId" AND "MonthSums"."month" = "wanted"."month"
        AND "MonthSums"."dimension" = "wanted"."dimension" AND "MonthSums"."version" = "wanted"."version"
        AND ${dialect.amongWebsites(raw('"MonthSums"."websiteId"'), [
          ...new Set(wanted.map(({ websiteId }) => websiteId)),
        ])}`)) as unknown as Row[];
    const versions = new Map(wanted.map((one) => [keyOf(one), one.version]));
    const found = new Set<string>();
    for (const [websiteId, month, dimension, data] of rows) {
      const key = keyOf({ websiteId, month, dimension });
      const version = versions.get(key) as number;
      const sums = data && decodeMonth(data);
      if (data && !sums) {
        damaged.set(`${websiteId} ${month}`, { websiteId, month, version });
        continue;
      }
      found.add(key);
      if (sums) cached.set(key, { version, sums }, { size: sizeOf(sums) });
    }
    return found;
  }

  return {
    async read(snapshot, months) {
      const wanted = months.flatMap(({ dimensions, ...of }) =>
        [...dimensions].map((dimension): Wanted => ({ ...of, dimension })),
      );
      const known = new Map(
        wanted.flatMap((one) => {
          const sums = valid(one);
          return sums ? [[keyOf(one), sums] as const] : [];
        }),
      );
      const missing = wanted.filter((one) => !known.has(keyOf(one)));
      const found = await load(snapshot, missing);
      return months.flatMap(({ websiteId, month, version, dimensions, isOfOthers }): StoredMonth[] => {
        const sums = new Map<SummedDimension, EvaluationPart>();
        for (const dimension of dimensions) {
          const key = keyOf({ websiteId, month, dimension });
          if (!known.has(key) && !found.has(key)) return [];
          const one = known.get(key) ?? valid({ websiteId, month, version, dimension, isOfOthers });
          if (one) sums.set(dimension, one);
          // One that is too large for the cache is not used.
          else if (!isOfOthers) return [];
        }
        return [{ websiteId, month, sums: isOfOthers ? null : sums }];
      });
    },
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

/** Returns the months in ranges of whole months whose sums are not stored, or are no longer valid. */
export async function withoutSums(
  snapshot: Snapshot,
  months: readonly MonthVersion[],
): Promise<MonthVersion[]> {
  const { dialect } = snapshot;
  if (months.length === 0) return [];
  const list = fromJson(
    dialect,
    months.map(({ websiteId, month, version }) => [websiteId, month, version]),
    { websiteId: 'INTEGER', month: 'INTEGER', version: 'BIGINT' },
  );
  const rows = (await snapshot.select(sql`
    SELECT "MonthSums"."websiteId", "MonthSums"."month"
    FROM ${list} AS "wanted" CROSS JOIN "MonthSums"
    WHERE "MonthSums"."websiteId" = "wanted"."websiteId" AND "MonthSums"."month" = "wanted"."month"
      AND "MonthSums"."dimension" = 'total' AND "MonthSums"."version" = "wanted"."version"
      AND ${dialect.amongWebsites(raw('"MonthSums"."websiteId"'), [
        ...new Set(months.map(({ websiteId }) => websiteId)),
      ])}`)) as unknown as [number, number][];
  const stored = new Set(rows.map(([websiteId, month]) => `${websiteId} ${month}`));
  return months.filter(({ websiteId, month }) => !stored.has(`${websiteId} ${month}`));
}
