import type { Dialect } from '../../db/sql/dialect.ts';
import type { Sql } from '../../db/sql/sql.ts';
import { CHANGE_DETECTORS, ROLLUPS, type RollupName } from '../registry/statistics.ts';
import { Numbers, Ranges } from './parts.ts';
import { type AskedRow, type DetectorRow, type SharedRow, selectStatistics } from './sql.ts';
import { daysOf, pieces } from './stretches.ts';

/** A limit that includes all rows: no period has more days, and no statistic more values, than this. */
export const ALL_ROWS = 4_000_000;

/** A query for one page of one statistic of a website. Includes everything that the page's rows depend on. */
export interface StatQuery {
  websiteId: number;
  name: RollupName;
  /** First and last day, both inclusive, as 20261121. */
  from: number;
  to: number;
  /** Literal text that a value must contain, ignoring case; null for all rows. */
  search: string | null;
  /** `max`: largest count first; `min`: smallest first. Equal counts are sorted by value, ascending. */
  sort: 'max' | 'min';
  offset: number;
  limit: number;
  /** Rows with a smaller count are summed in one row `(few)`, the last one; 0 for none. */
  hideBelow: number;
}

/** A query whose page is not cached, or may be outdated. */
export interface StaleQuery {
  query: StatQuery;
  /** The version of the cached page; null for none. */
  known: number | null;
}

/** The key that queries share if they differ only in their search, order and page. */
const familyOf = ({ websiteId, name, from, to }: StatQuery) => `${websiteId} ${name} ${from} ${to}`;

/**
 * Builds the SELECT for queries, which it numbers in their order. Includes ranges and versions that several
 * queries need only once.
 */
export function statementFor(dialect: Dialect, stale: readonly StaleQuery[]): Sql {
  const detectors: DetectorRow[] = [];
  const shared: SharedRow[] = [];
  const ranges = new Ranges(pieces);
  const versions = new Numbers();
  const families = new Numbers();
  const members = countBy(stale, ({ query }) => familyOf(query));
  const asked = stale.map(({ query, known }, index): AskedRow => {
    const { websiteId, name, from, to, search, sort, offset, limit, hideBelow } = query;
    const range = ranges.of(from, to);
    const names = CHANGE_DETECTORS[ROLLUPS[name].unit];
    const version = versions.of(`${websiteId} ${range} ${names}`, (number) => {
      for (const part of ranges.stretches[range] ?? []) {
        const open = daysOf(part);
        for (const detector of names) {
          detectors.push([number, websiteId, detector, part.from, part.to, part.sign, 0]);
          if (open) detectors.push([number, websiteId, detector, open.from, open.to, open.sign, 1]);
        }
      }
    });
    const family = familyOf(query);
    const several = (members.get(family) ?? 0) > 1;
    const number = several
      ? families.of(family, (number) => shared.push([number, range, websiteId, name]))
      : null;
    const pattern = search === null ? null : dialect.containsPattern(search);
    const direction = sort === 'max' ? -1 : 1;
    const page = [pattern, direction, offset, limit] as const;
    return [index, version, range, websiteId, name, ...page, known, number, hideBelow];
  });
  return selectStatistics(dialect, ranges.parts, detectors, shared, asked);
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
