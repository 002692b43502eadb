import type { SummedDimension } from '../months/dimensions.ts';
import type { GroupingPart } from './parts.ts';
import type { DayTotals } from './totals.ts';

/** Daily sums of imports that a question can contain. */
export interface ImportedRange {
  /** First and last day, as 20261121. */
  from: number;
  to: number;
  /** `total` for the totals of the days. */
  dimension: SummedDimension;
}

/** Sums of imports. Those that the files of an import do not state are NaN, and so is whatever adds them. */
export interface ImportedSums {
  /** The totals of days. */
  totals(range: ImportedRange): readonly DayTotals[];
  /** The sums by the values of a dimension. */
  values(range: ImportedRange): GroupingPart;
}
