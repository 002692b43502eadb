import type { StatName } from '../../engine/registry/statistics.ts';
import type { CostScope } from '../cost/cost.ts';
import type { ArgBuilder } from './args.ts';
import { rowsAsked } from './connection.ts';

/** When the fields of a row that compare it are null. */
export const PREVIOUS_NULL =
  'Null if nothing is compared, if the compared days were over before the first hit, or if the compared ' +
  'period hides the row from the viewer (`Website.hideBelow`).';

/** Creates the arguments of a field of a row that compares it. */
export const previousRowArgs = ({ arg }: ArgBuilder) => ({
  elapsed: arg({
    type: 'Boolean',
    defaultValue: false,
    description:
      'Whether a period that is not over is compared with the part that has elapsed, as in ' +
      '`Period.previous`.',
  }),
});

/**
 * Returns the scope of the cost below a page of rows that are compared.
 * @param statistic that with the rows, if they are those of one.
 */
export const rowsBelow = (first: number | null | undefined, statistic?: StatName): Partial<CostScope> => ({
  rows: rowsAsked(first),
  compared: { statistic, reads: new Set() },
});
