import type { Website } from '../generated/prisma/client.ts';
import type { Days } from '../stats/comparison.ts';
import { statLabel } from '../stats/labels.ts';
import type { Period } from '../stats/periods.ts';
import { readStats } from '../stats/query.ts';
import { type Point, readSeries } from '../stats/series.ts';
import { readSums } from '../stats/sums.ts';
import { readDrops } from '../websites/drops.ts';
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
  /** Dropped hits. */
  dropped: number;
}

const TOPS = ['page', 'referrer', 'country', 'device', 'campaign', 'event'] as const;

/** The statistics whose top rows a report lists. */
export type TopName = (typeof TOPS)[number];

const SHOWN = 5;

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
  const [visitors, pageviews, visits, series, tops, drops] = await Promise.all([
    compared('visitors'),
    compared('pageviews'),
    compared('visits'),
    readSeries(asPeriod(period), 'day', context),
    Promise.all(TOPS.map(top)),
    readDrops(website, { from, to }, context),
  ]);
  const dropped = drops.reduce((sum, { count }) => sum + count, 0);
  return { website, period, visitors, pageviews, visits, days: series.points, tops, dropped };
}
