import type { ColumnDimension, TimeDimension } from '../registry/dimensions.ts';
import type { MetricName, Sums } from '../registry/metrics.ts';

/**
 * A test of one value. Every given part must hold; `in` and `notIn` are exact, other texts ignore case. `gt`
 * to `exists` are for properties: the first four hold for values that are numbers. A hit without the property
 * passes only `exists: false`.
 */
export interface ValueTest {
  in?: readonly string[];
  notIn?: readonly string[];
  contains?: string;
  notContains?: string;
  startsWith?: string;
  endsWith?: string;
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
  exists?: boolean;
}

/**
 * A validated filter. `all` holds if every part holds (also without parts), `any` if one part does.
 * `visited` holds for the visits in which at least one hit matches; it contains conditions on hits only.
 * `within` is only outermost: no hit exists for `part` but those that `scope` selects (evaluate/scope.ts).
 * `goal` stands for the filter of a saved goal, which replaces it before a question is asked
 * (stats/goalFilters.ts); `at` is its place in the input.
 */
export type Filter =
  | { kind: 'value'; dimension: ColumnDimension; test: ValueTest }
  | { kind: 'goal'; id: number; at: readonly string[] }
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
export type GroupDimension = ColumnDimension | TimeDimension | 'hour_of_day';

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
  /**
   * `revenue`: sums of the revenue of events, by currency and then by `by`, in place of sums of hits. Only
   * the rows of an answer have them. `order`, `positive` and `hideBelow` are then those of the hits with
   * revenue.
   */
  measure?: 'revenue';
  /** If given, it is answered in place of rows. */
  funnel?: FunnelQuestion;
  journey?: JourneyQuestion;
  properties?: PropertiesQuestion;
}

/** Where the hits of all steps of a funnel must be: in one visit, or in the visitor's local day. */
export type FunnelScope = 'visit' | 'visitor';

/** How many of the visitors that the filter selects reach each step. */
export interface FunnelQuestion {
  /** Two to eight conditions on hits. */
  steps: readonly Filter[];
  scope: FunnelScope;
  /** Whether no other hit of the scope may be between those of two steps. */
  strict: boolean;
  /** Maximum time from the hit of the first step to that of the last, in milliseconds; null for no limit. */
  within: number | null;
}

/** A step of the answer to a funnel. */
export interface FunnelStepAnswer {
  visitors: number;
  /**
   * The median of the least time since the step before, in milliseconds, over those who reach the step; null
   * for the first step, and for none.
   */
  median: number | null;
  /** The paths that visitors who did not reach the next step saw next, with the most visitors first. */
  leftTo: readonly { path: string; visitors: number }[];
}

/** What visits did from the first hit that meets a condition on, or up to the last one. */
export interface JourneyQuestion {
  /** A condition on hits. */
  anchor: Filter;
  direction: 'forwards' | 'backwards';
  /** Number of levels, the anchor's included. */
  steps: number;
  /** Nodes of a level below one node, besides `(other)` and `(end)`. */
  first: number;
}

/** The visits that took the same steps. */
export interface JourneyNode {
  /** `page` has a path as value, `event` the name of an event; null for `(other)` and `(end)`. */
  dimension: 'page' | 'event' | null;
  value: string;
  visits: number;
  children: readonly JourneyNode[];
}

/** Which properties hits have, for menus. */
export interface PropertiesQuestion {
  /** Values of a property, those of the most hits. */
  values: number;
}

/** The properties of the events of a name, or of pageviews. */
export interface EventProperties {
  /** Null for pageviews. */
  event: string | null;
  /** Selected hits. */
  hits: number;
  /** In the order of the names; the values of the most hits first. */
  properties: readonly { name: string; values: readonly string[] }[];
}

export interface AnswerRow {
  /** In the order of `Question.by`; for revenue, with the currency before them. */
  values: readonly string[];
  sums: Sums;
  /** In ten-thousandths, as decimal digits: the revenue, if the question is about it. */
  amount?: string;
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
  /** The steps, if the question is about a funnel. */
  funnel?: readonly FunnelStepAnswer[];
  /** The nodes of the first level, if the question is about journeys. */
  journey?: readonly JourneyNode[];
  /** Those of pageviews, and of each event, if the question is about properties; the most hits first. */
  properties?: readonly EventProperties[];
}
