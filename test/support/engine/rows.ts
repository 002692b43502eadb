import type { HitRow, VisitRow } from '../../../src/engine/columns/chunks/build.ts';
import type { DayRows } from '../../../src/engine/columns/chunks/smallDays.ts';
import { VISIT_DIMENSIONS } from '../../../src/engine/registry/dimensions.ts';
import { propertiesText, type RandomDay, timeOn } from './random.ts';

/** Returns the rows of visits of a day as the database returns them, with the visitor as text. */
export const visitRows = ({ day, visits }: RandomDay): VisitRow[] =>
  visits.map(({ visitor, number, hour, duration, dimensions, hits }) => [
    ...([String(visitor), number, hour, duration, timeOn(day, hits[0]?.at ?? 0)] as const),
    ...VISIT_DIMENSIONS.map((name) => dimensions[name]),
  ]);

/** Returns the rows of all hits of a day in the order of their times, which is that of their ids. */
export const hitRows = ({ day, visits }: RandomDay): HitRow[] =>
  visits
    .flatMap(({ visitor, number, hits }) =>
      hits.map(
        ({ at, hour, path, event, host, properties, revenue }): HitRow => [
          ...([String(visitor), number, timeOn(day, at), hour, path, event, host] as const),
          propertiesText(properties),
          revenue,
        ],
      ),
    )
    .sort((one, other) => one[2] - other[2]);

/** Returns the rows of the days that have visits, in ascending order, for `buildMonth`. */
export const dayRows = (days: readonly RandomDay[]): DayRows[] =>
  days
    .filter(({ visits }) => visits.length > 0)
    .sort((one, other) => one.day - other.day)
    .map((day) => ({ day: day.day, visits: visitRows(day), hits: hitRows(day) }));
