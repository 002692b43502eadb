import type { Context } from '../context.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { StatName } from '../stats/definitions.ts';
import { statLabel } from '../stats/labels.ts';
import type { Days, Period } from '../stats/periods.ts';
import { readStats } from '../stats/query.ts';
import { type Point, readSeries, readTotal } from '../stats/series.ts';
import { readDrops } from '../websites/drops.ts';
import type { ReportPeriod } from './periods.ts';

/** A count, and that of the period before. */
export interface Compared {
  now: number;
  before: number;
}

/** The first rows of a statistic. */
export interface Top {
  title: string;
  /** What is counted. */
  unit: string;
  rows: { label: string; count: number }[];
}

/** The numbers of a website's report. */
export interface Report {
  website: Website;
  period: ReportPeriod;
  visitors: Compared;
  pageviews: Compared;
  visits: Compared;
  /** Every day of the period, in the order of time. */
  days: Point[];
  /** Pages, referrers, countries, devices, campaigns and events. */
  tops: Top[];
  /** Hits that were left out. */
  dropped: number;
}

const TOPS: readonly { title: string; unit: string; name: StatName }[] = [
  { title: 'Pages', unit: 'pageviews', name: 'page' },
  { title: 'Referrers', unit: 'visits', name: 'referrer' },
  { title: 'Countries', unit: 'visitors', name: 'country' },
  { title: 'Devices', unit: 'visitors', name: 'device' },
  { title: 'Campaigns', unit: 'visits', name: 'campaign' },
  { title: 'Events', unit: 'events', name: 'event' },
];

const SHOWN = 5;

/**
 * The numbers of a website's report, by the resolvers that REST and GraphQL call. What several reports ask for in the same tick, over
 * the same loaders, is read together.
 * @throws AppError where the viewer may not read them.
 */
export async function collectReport(
  website: Website,
  period: ReportPeriod,
  context: Context,
): Promise<Report> {
  const { from, to } = period;
  const asPeriod = (days: Days): Period => ({ website, from: days.from, to: days.to, before: null });
  const compared = async (name: 'visitors' | 'pageviews' | 'landing_page'): Promise<Compared> => {
    const [now, before] = await Promise.all(
      [period, period.before].map((days) => readTotal(asPeriod(days), name, context)),
    );
    return { now: now ?? 0, before: before ?? 0 };
  };
  const top = async ({ title, unit, name }: (typeof TOPS)[number]): Promise<Top> => {
    const { rows } = await readStats(website, { name, from, to }, context);
    const shown = rows.slice(0, SHOWN).map(({ value, count }) => ({ label: statLabel(name, value), count }));
    return { title, unit, rows: shown };
  };
  const [visitors, pageviews, visits, series, tops, drops] = await Promise.all([
    compared('visitors'),
    compared('pageviews'),
    compared('landing_page'),
    readSeries(asPeriod(period), 'day', context),
    Promise.all(TOPS.map(top)),
    readDrops(website, { from, to }, context),
  ]);
  const dropped = drops.reduce((sum, { count }) => sum + count, 0);
  return { website, period, visitors, pageviews, visits, days: series.points, tops, dropped };
}
