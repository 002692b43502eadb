import type { Dialect } from '../../db/sql/dialect.ts';
import type { Sql } from '../../db/sql/sql.ts';
import { CHANGE_DETECTORS, STATISTICS, type StatName } from '../definitions.ts';
import { type AskedRow, type PartRow, type SharedRow, selectStatistics, type WitnessRow } from './sql.ts';
import { pieces, type Stretch, stretches } from './stretches.ts';

/** One page of one statistic of one website: everything that its rows depend on. */
export interface StatQuery {
  websiteId: number;
  name: StatName;
  /** First and last day, both included, as 20261121. */
  from: number;
  to: number;
  /** Literal text, any case, that a value must contain; null for all. */
  search: string | null;
  /** `max`: largest count first; `min`: smallest first. Ties by value, ascending. */
  sort: 'max' | 'min';
  offset: number;
  limit: number;
}

/** A query that has to be asked. */
export interface StaleQuery {
  query: StatQuery;
  /** The version that is known; null for none. */
  known: number | null;
}

/** Numbers for different texts, from 0. */
class Numbers {
  readonly #all = new Map<string, number>();

  /** The text's number; calls `first` where it is new. */
  of(text: string, first: (number: number) => void): number {
    const known = this.#all.get(text);
    if (known !== undefined) return known;
    const number = this.#all.size;
    this.#all.set(text, number);
    first(number);
    return number;
  }
}

/** What queries with the same rows, but for searches, orders and pages, have in common. */
const familyOf = ({ websiteId, name, from, to }: StatQuery) => `${websiteId} ${name} ${from} ${to}`;

/** The one SELECT that answers queries, which it numbers in their order: ranges and versions that several need are in it once. */
export function statementFor(dialect: Dialect, stale: readonly StaleQuery[]): Sql {
  const parts: PartRow[] = [];
  const witnesses: WitnessRow[] = [];
  const shared: SharedRow[] = [];
  const ranges = new Numbers();
  const stretchesOf: Stretch[][] = [];
  const versions = new Numbers();
  const families = new Numbers();
  const members = countBy(stale, ({ query }) => familyOf(query));
  const asked = stale.map(({ query, known }, index): AskedRow => {
    const { websiteId, name, from, to, search, sort, offset, limit } = query;
    const range = ranges.of(`${from} ${to}`, (number) => {
      stretchesOf[number] = stretches(from, to);
      for (const whole of stretchesOf[number])
        for (const part of pieces(whole)) parts.push([number, part.from, part.to, part.sign]);
    });
    const names = CHANGE_DETECTORS[STATISTICS[name].unit];
    const version = versions.of(`${websiteId} ${range} ${names}`, (number) => {
      for (const part of stretchesOf[range] ?? []) {
        for (const witness of names)
          witnesses.push([number, websiteId, witness, part.from, part.to, part.sign]);
      }
    });
    const family = familyOf(query);
    const several = (members.get(family) ?? 0) > 1;
    const number = several
      ? families.of(family, (number) => shared.push([number, range, websiteId, name]))
      : null;
    const pattern = search === null ? null : dialect.containsPattern(search);
    const direction = sort === 'max' ? -1 : 1;
    return [index, version, range, websiteId, name, pattern, direction, offset, limit, known, number];
  });
  return selectStatistics(dialect, parts, witnesses, shared, asked);
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
