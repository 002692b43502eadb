import type { HitRow, VisitRow } from '../../../src/engine/columns/chunks/build.ts';
import { VISIT_DIMENSIONS } from '../../../src/engine/registry/dimensions.ts';
import { propertiesText, type RandomDay } from './random.ts';

/** Returns the row of a visit as the database returns it, with the visitor as text. */
export const visitRow = ({
  visitor,
  number,
  hour,
  duration,
  dimensions,
  hits,
}: RandomDay['visits'][number]): VisitRow => [
  ...([String(visitor), number, hour, duration, hits[0]?.at ?? 0] as const),
  ...VISIT_DIMENSIONS.map((name) => dimensions[name]),
];

/** Returns the rows of all hits of a day in the order of their times, which is that of their ids. */
export const hitRows = ({ visits }: RandomDay): HitRow[] =>
  visits
    .flatMap(({ visitor, number, hits }) =>
      hits.map(
        ({ at, hour, path, event, host, properties, revenue }): HitRow => [
          ...([String(visitor), number, at, hour, path, event, host] as const),
          propertiesText(properties),
          revenue,
        ],
      ),
    )
    .sort((one, other) => one[2] - other[2]);
