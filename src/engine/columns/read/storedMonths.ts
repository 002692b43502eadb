import type { Snapshot } from '../../../db/snapshot.ts';
import { raw } from '../../../db/sql/sql.ts';
import type { PackedIntegers } from '../chunks/packed.ts';
import type { MonthColumns } from '../chunks/smallDays.ts';
import { SMALL_DAYS } from '../months/dimensions.ts';
import { decodeSmallDays } from '../months/smallDays.ts';
import { keyOf, selectMonths } from '../months/stored.ts';
import type { MonthVersion } from './facts.ts';
import { isDay, type Part } from './parts.ts';

/** By part with the small days of a month: the size of their row in bytes. */
export type StoredMonths = ReadonlyMap<Part, number>;

/** The month of the small days of a part. */
export const monthOf = ({ websiteId, key, monthVersion }: Part): MonthVersion => ({
  websiteId,
  month: key,
  version: monthVersion,
});
const contentOf = (part: Part) => ({ ...monthOf(part), dimension: SMALL_DAYS }) as const;

/** Returns the parts whose small days are stored, and valid. */
export async function findMonths(snapshot: Snapshot, parts: readonly Part[]): Promise<StoredMonths> {
  const months = parts.filter((part) => !isDay(part));
  const sizes = await selectMonths<number>(
    snapshot,
    months.map(contentOf),
    raw('octet_length("MonthSums"."data")'),
  );
  const found = months.map((part) => [part, sizes.get(keyOf(contentOf(part)))] as const);
  return new Map(found.flatMap(([part, bytes]) => (bytes === undefined ? [] : [[part, bytes] as const])));
}

const hasDays = ({ days: ofVisits }: MonthColumns<PackedIntegers>, { days }: Part): boolean =>
  [...new Set(ofVisits)].join() === days.map(({ day }) => day).join();

/** Reads the small days of parts; null for those that are damaged, or have other days. */
export async function readMonths<One extends Part>(
  snapshot: Snapshot,
  parts: readonly One[],
): Promise<Map<One, MonthColumns<PackedIntegers> | null>> {
  const data = await selectMonths<Uint8Array>(snapshot, parts.map(contentOf), raw('"MonthSums"."data"'));
  return new Map(
    parts.map((part) => {
      const month = decodeSmallDays(data.get(keyOf(contentOf(part))) ?? new Uint8Array());
      return [part, month && hasDays(month, part) ? month : null];
    }),
  );
}
