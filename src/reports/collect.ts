import type { Website } from '../generated/prisma/client.ts';
import { readGoals } from '../stats/behaviour/goals.ts';
import type { Money } from '../stats/behaviour/money.ts';
import type { Days } from '../stats/comparison.ts';
import { statLabel } from '../stats/labels.ts';
import type { Period } from '../stats/periods.ts';
import { readStats } from '../stats/query.ts';
import { type Point, readSeries } from '../stats/series.ts';
import { readSums } from '../stats/sums.ts';
import { readDrops } from '../websites/drops.ts';
import { MAX_GOALS } from '../websites/entities.ts';
import type { ReportContext } from './context.ts';
import type { ReportPeriod } from './schedule.ts';

/** A count and the count of the previous period. */
export interface Compared {
  now: number;
  before: number;
}

/** The top rows of a statistic. Labels are in English. */
export interface Top {
  name: TopName;
  rows: { value: string; label: string; count: number }[];
}

/** How often a goal was met. */
export interface ReportGoal {
  name: string;
  conversions: Compared;
  visitors: number;
  /** The share of all visitors, 0 to 1; null without any. */
  rate: number | null;
  revenue: Money[];
}

/** The numbers of a report. */
export interface Report {
  website: Website;
  period: ReportPeriod;
  visitors: Compared;
  pageviews: Compared;
  visits: Compared;
  /** Every day of the period, in chronological order. */
  days: Point[];
  /** Pages, referrers, countries, devices, campaigns and events. */
  tops: Top[];
  /** The goals with the most conversions, the largest first. */
  goals: ReportGoal[];
  /** Dropped hits. */
  dropped: number;
}

const TOPS = ['page', 'referrer', 'country', 'device', 'campaign', 'event'] as const;

/** The statistics whose top rows a report lists. */
export type TopName = (typeof TOPS)[number];

const SHOWN = 5;
const GOALS_SHOWN = 10;

/**
 * Collects the numbers of a report through the resolvers of REST and GraphQL. The loaders read the queries of
 * several reports in one statement if they are made in the same tick.
 * @throws AppError if the viewer may not read the website.
 */
export async function collectReport(
  website: Website,
  period: ReportPeriod,
  context: ReportContext,
): Promise<Report> {
  const { from, to } = period;
  const asPeriod = (days: Days): Period => ({
    website,
    from: days.from,
    to: days.to,
    untilHour: null,
    before: null,
    filter: null,
  });
  const compared = async (name: 'visitors' | 'pageviews' | 'visits'): Promise<Compared> => {
    const [now, before] = await Promise.all(
      [period, period.before].map((days) => readSums(asPeriod(days), context)),
    );
    return { now: now?.[name] ?? 0, before: before?.[name] ?? 0 };
  };
  const top = async (name: TopName): Promise<Top> => {
    const { rows } = await readStats(website, { name, from, to }, context);
    const labelled = rows.slice(0, SHOWN).map(({ value, count }) => ({
      value,
      count,
      label: statLabel(name, value),
    }));
    return { name, rows: labelled };
  };
  const goals = async (): Promise<ReportGoal[]> => {
    // All goals of both periods at once: a second step for the largest ones would be read for each website.
    const [results = [], before = []] = await Promise.all(
      [period, period.before].map((days) => readGoals(asPeriod(days), MAX_GOALS, context)),
    );
    const earlier = new Map(before.map(({ goal, conversions }) => [goal?.id, conversions]));
    const largest = results.toSorted((one, other) => other.conversions - one.conversions);
    return Promise.all(
      largest.slice(0, GOALS_SHOWN).map(async ({ goal, conversions, visitors, conversionRate, revenue }) => ({
        name: goal?.name ?? '',
        conversions: { now: conversions, before: earlier.get(goal?.id) ?? 0 },
        visitors,
        rate: conversionRate,
        revenue: await revenue(),
      })),
    );
  };
  const [visitors, pageviews, visits, series, tops, reached, drops] = await Promise.all([
    compared('visitors'),
    compared('pageviews'),
    compared('visits'),
    readSeries(asPeriod(period), 'day', context),
    Promise.all(TOPS.map(top)),
    goals(),
    readDrops(website, { from, to }, context),
  ]);
  const dropped = drops.reduce((sum, { count }) => sum + count, 0);
  const days = series.points;
  return { website, period, visitors, pageviews, visits, days, tops, goals: reached, dropped };
}
