import type { DimensionName, FilterDimension } from '../registry/dimensions.ts';
import type { MetricName, Sums } from '../registry/metrics.ts';

/** A test of one value. Every given part must hold; `in` and `notIn` are exact, the others ignore case. */
export interface ValueTest {
  in?: readonly string[];
  notIn?: readonly string[];
  contains?: string;
  notContains?: string;
  startsWith?: string;
  endsWith?: string;
}

/**
 * A validated filter. `all` holds if every part holds (also without parts), `any` if one part does.
 * `visited` holds for the visits in which at least one hit matches; it contains conditions on hits only.
 * `within` is only outermost: no hit exists for `part` but those that `scope` selects (evaluate/scope.ts).
 */
export type Filter =
  | { kind: 'value'; dimension: FilterDimension; test: ValueTest }
  | { kind: 'all'; parts: readonly Filter[] }
  | { kind: 'any'; parts: readonly Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'visited'; part: Filter }
  | { kind: 'within'; scope: Filter; part: Filter | null };

/** The order of the rows of a breakdown. Ties are sorted by the values, ascending. */
export interface RowOrder {
  metric: MetricName;
  direction: 'asc' | 'desc';
}

/** A dimension that a breakdown groups by; `hour_of_day` groups by `00` to `23`. */
export type GroupDimension = DimensionName | 'hour_of_day';

/** A question about the hits of a website in a range of local days that a filter selects. */
export interface Question {
  /** First and last local day, both inclusive, as 20261121. */
  from: number;
  to: number;
  /** On the last day, only hits before this local hour count, 1 to 23; null for all hits. */
  untilHour: number | null;
  /** Null selects all hits. */
  filter: Filter | null;
  /** One to three dimensions; none for the totals, which are one row without values. */
  by: readonly GroupDimension[];
  /** Sorts the rows; null for the order of the values. */
  order: RowOrder | null;
  /** By dimension: only rows in which a value contains its text, ignoring case; null for all rows. */
  search: readonly string[] | null;
  /** Only rows in which this sum is positive; null for all rows. */
  positive: keyof Sums | null;
  /** Whether rows count only if none of their values is empty. */
  nonEmpty?: boolean;
  /** Rows with less of `positive`, or of the visitors if that is null, are hidden; 0 for none. */
  hideBelow: number;
  /** Only the rows with one of these values by dimension are on the page; all rows if left out. */
  only?: readonly (readonly string[])[];
  offset: number;
  limit: number;
}

export interface AnswerRow {
  /** In the order of `Question.by`. */
  values: readonly string[];
  sums: Sums;
}

export interface Answer {
  /** The rows of the page. */
  rows: readonly AnswerRow[];
  /** Number of rows over all pages, without hidden ones. */
  total: number;
  /** The sums over everything that the filter selects, whatever `search` and the page are. */
  sums: Sums;
  /** The sums of the rows over all pages, without hidden ones. */
  matched: Sums;
  /**
   * The sums of the hidden rows; null if there are none. Also null for a search: the search for a hidden
   * value would otherwise return its numbers.
   */
  few: Sums | null;
}
