/**
 * The metrics of the analysis, as data: one entry each. All of them derive from seven sums, which add up over
 * days, because a visitor and a visit belong to one local day.
 */

/**
 * The sums of a group of selected hits, with the visits and visitors that have these hits. Bounces, duration
 * and views are NaN if they contain an import whose files do not state them.
 */
export interface Sums {
  /** Distinct visitors per local day. */
  visitors: number;
  visits: number;
  /** Selected hits that are pageviews, and those that are events. */
  pageviews: number;
  events: number;
  /** Selected visits with exactly one pageview and no event. */
  bounces: number;
  /** The time from the first to the last hit of the selected visits, in milliseconds. */
  duration: number;
  /** All pageviews of the selected visits, whether selected or not. */
  views: number;
}

interface MetricEntry {
  /** The description in GraphQL and OpenAPI. */
  meaning: string;
  /** Whether the metric is null for a group without visits. */
  nullable: boolean;
  /** The sums from which it is computed. */
  needs: readonly (keyof Sums)[];
  valueOf(sums: Sums): number | null;
}

const perVisit = (total: number, { visits }: Sums) =>
  visits === 0 || Number.isNaN(total) ? null : total / visits;

const TABLE = {
  visitors: {
    meaning: 'Distinct visitors of each local day, summed over the days.',
    nullable: false,
    needs: ['visitors'],
    valueOf: ({ visitors }) => visitors,
  },
  visits: {
    meaning: 'Visits with at least one selected hit.',
    nullable: false,
    needs: ['visits'],
    valueOf: ({ visits }) => visits,
  },
  pageviews: {
    meaning: 'Selected hits that are pageviews.',
    nullable: false,
    needs: ['pageviews'],
    valueOf: ({ pageviews }) => pageviews,
  },
  events: {
    meaning: 'Selected hits that are events.',
    nullable: false,
    needs: ['events'],
    valueOf: ({ events }) => events,
  },
  bounces: {
    meaning:
      'Selected visits with exactly one pageview and no event; 0 if an import is contained that does not ' +
      'state them.',
    nullable: false,
    needs: ['bounces'],
    valueOf: ({ bounces }) => (Number.isNaN(bounces) ? 0 : bounces),
  },
  bounce_rate: {
    meaning: 'Bounces divided by visits, 0 to 1; null without visits.',
    nullable: true,
    needs: ['bounces', 'visits'],
    valueOf: (sums) => perVisit(sums.bounces, sums),
  },
  visit_duration: {
    meaning:
      'Mean time from the first to the last hit of the selected visits, in seconds; null without visits.',
    nullable: true,
    needs: ['duration', 'visits'],
    valueOf: (sums) => perVisit(sums.duration / 1_000, sums),
  },
  views_per_visit: {
    meaning: 'All pageviews of the selected visits, divided by visits; null without visits.',
    nullable: true,
    needs: ['views', 'visits'],
    valueOf: (sums) => perVisit(sums.views, sums),
  },
} as const satisfies Record<string, MetricEntry>;

/** The name of a metric, as in REST; GraphQL has the same names in camel case. */
export type MetricName = keyof typeof TABLE;

export const METRICS: Readonly<Record<MetricName, MetricEntry>> = TABLE;
export const METRIC_NAMES = Object.keys(TABLE) as MetricName[];

export const NO_SUMS: Readonly<Sums> = {
  visitors: 0,
  visits: 0,
  pageviews: 0,
  events: 0,
  bounces: 0,
  duration: 0,
  views: 0,
};
