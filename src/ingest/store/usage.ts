import type { SqlTransaction } from '../../db/database.ts';
import { lookUp } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import type { DayValue } from './known.ts';

/** What a limit counts: hits, or distinct values without `(other)`. */
export type UsageName = 'hits' | DayValue['name'];

/** Days whose counters are stored: around midnight, hits of two days arrive. */
const MAX_DAYS = 2;

/** The counters of a day. `exact` is 1 if those of values are exact. */
type Counters = Partial<Record<UsageName | 'exact', number>>;

/**
 * Counters of a website for its limits, by day. They are stored in the lock of the website, which a batch
 * reads first and keeps until its end, so that they need no statements of their own.
 *
 * Those of hits and of paths of events are exact. Those of values are upper bounds, in which a value may
 * count several times: to know whether a value is new, it has to be looked up. This is necessary only near a
 * limit ({@link isExact}).
 */
export class Usage {
  /** Whether a counter was changed. */
  changed = false;
  /** By day, such as 20261121. */
  readonly #days: Record<number, Counters>;

  /** @param text the counters as {@link toString} returns them; empty for none. */
  constructor(text: string) {
    this.#days = text === '' ? {} : JSON.parse(text);
  }

  /** Returns a counter; undefined if it has to be counted in the rollup first. */
  get(day: number, name: UsageName): number | undefined {
    return this.#days[day]?.[name];
  }

  set(day: number, name: UsageName, count: number): void {
    this.changed = true;
    const counts = this.#days[day] ?? {};
    counts[name] = count;
    this.#days[day] = counts;
  }

  /** Whether the counters of values are exact on a day, so that each new value has to be looked up. */
  isExact(day: number): boolean {
    return this.#days[day]?.exact === 1;
  }

  /**
   * Makes the counters of values exact on a day: each is counted in `Stat` when it is next needed. Those of
   * hits and of paths of events, which are not there, always are.
   */
  beExact(day: number): void {
    const before = this.#days[day] ?? {};
    const kept: Counters = { exact: 1 };
    for (const name of ['hits', 'event_page'] as const)
      if (before[name] !== undefined) kept[name] = before[name];
    this.changed = true;
    this.#days[day] = kept;
  }

  /** Returns the counters of the latest days as JSON. */
  toString(): string {
    const latest = Object.entries(this.#days).slice(-MAX_DAYS); // Numbers are in ascending order.
    return JSON.stringify(Object.fromEntries(latest));
  }
}

/** An amount that a transaction wants to add to a counter. */
export interface Wanted {
  websiteId: number;
  /** The local day, for example 20261121. */
  day: number;
  name: UsageName;
  /** At least 1. */
  amount: number;
  /** The maximum of the counter. */
  limit: number;
}

const KEY = { websiteId: 'INTEGER', day: 'INTEGER', name: 'TEXT' } as const;

/** Counts the hits of a day in the rollup. An earlier version counted events by their name alone. */
const countHits = lookUp(
  KEY,
  (source, _, ofWebsites) => sql`
    SELECT "k"."websiteId", "k"."day", "k"."name", CAST(SUM("s"."count") AS BIGINT) AS "found"
    FROM ${source} AS "k" CROSS JOIN "Stat" AS "s"
    WHERE "s"."websiteId" = "k"."websiteId" AND "s"."name" IN ('event', 'pageviews')
      AND "s"."period" = "k"."day"
      AND ${ofWebsites('"s"."websiteId"')}
    GROUP BY "k"."websiteId", "k"."day", "k"."name"`,
);

/** Counts the values of a statistic on a day in `Stat`. */
export const countValues = lookUp(
  KEY,
  (source, _, ofWebsites) => sql`
    SELECT "k"."websiteId", "k"."day", "k"."name", COUNT(*) AS "found"
    FROM ${source} AS "k" CROSS JOIN "Stat" AS "s"
    WHERE "s"."websiteId" = "k"."websiteId" AND "s"."name" = "k"."name" AND "s"."period" = "k"."day"
      AND "s"."value" <> '(other)' AND ${ofWebsites('"s"."websiteId"')}
    GROUP BY "k"."websiteId", "k"."day", "k"."name"`,
);

/**
 * Adds amounts to counters, each up to the limit of its counter. A counter that does not exist yet starts
 * with the count in the rollup. This happens at the first hit of a day, or the first after an upgrade.
 * @param usages the counters of the websites, which must be locked. They are changed in place.
 * @param wanted each counter at most once.
 * @returns the amounts that were added, in the order of `wanted`.
 */
export async function reserve(
  tx: SqlTransaction,
  usages: ReadonlyMap<number, Usage>,
  wanted: readonly Wanted[],
): Promise<number[]> {
  const of = ({ websiteId }: Wanted) => usages.get(websiteId) as Usage;
  const missing = wanted.filter((one) => of(one).get(one.day, one.name) === undefined);
  if (missing.length > 0) {
    const hits = missing.filter(({ name }) => name === 'hits');
    const values = missing.filter(({ name }) => name !== 'hits');
    const counts = [...(await countHits(tx, hits)), ...(await countValues(tx, values))];
    for (const [index, one] of [...hits, ...values].entries())
      of(one).set(one.day, one.name, counts[index] ?? 0);
  }
  return wanted.map((one) => {
    const before = of(one).get(one.day, one.name) ?? 0;
    const added = Math.max(0, Math.min(one.amount, one.limit - before));
    if (added > 0) of(one).set(one.day, one.name, before + added);
    return added;
  });
}
