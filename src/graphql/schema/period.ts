import { dayText } from '../../calendar/days.ts';
import type { Context } from '../../context.ts';
import { hourOf, type Period, readPeriod, todayOf } from '../../stats/periods.ts';
import { type Point, readSeries, readTotal, type Series } from '../../stats/series.ts';
import type { CostScope } from '../cost/cost.ts';
import { daysOf, pointsOf } from '../cost/period.ts';
import { readCost } from '../cost/stat.ts';
import { builder } from './builder.ts';
import { Interval, PeriodNameEnum } from './enums.ts';
import { StatConnection, statArgs, statConnection, statCost } from './stat.ts';
import { WebsiteRef } from './website.ts';

const PointRef = builder.objectRef<Point>('SeriesPoint').implement({
  description: 'Visitors and pageviews of one interval.',
  fields: (t) => ({
    at: t.exposeString('at', {
      description:
        'The interval: an hour such as `09`, a day such as `2026-11-21`, or a month such as `2026-11`.',
    }),
    visitors: t.expose('visitors', {
      type: 'BigInt',
      description: 'Number of visitors; in a series by hour, those whose first hit was in that hour.',
    }),
    pageviews: t.expose('pageviews', { type: 'BigInt', description: 'Number of pageviews in the interval.' }),
  }),
});

const SeriesRef = builder.objectRef<Series>('Series').implement({
  description:
    'Visitors and pageviews of a period over time, without gaps: intervals without traffic have zeros.',
  fields: (t) => ({
    interval: t.expose('interval', { type: Interval, description: 'Interval of the points of the series.' }),
    points: t.field({
      type: [PointRef],
      description: 'Points of the series in chronological order.',
      cost: (_args, { points }) => ({ times: points }),
      resolve: ({ points }) => points,
    }),
  }),
});

const PeriodRef = builder.objectRef<Period>('Period');

/** Creates the field for a total: the sum of a statistic. */
const total = (name: Parameters<typeof readTotal>[1], description: string) => ({
  type: 'BigInt' as const,
  description,
  cost: (_args: object, { timesRead }: CostScope) => ({ points: readCost(name, timesRead) }),
  resolve: (period: Period, _args: object, context: Context) => readTotal(period, name, context),
});

PeriodRef.implement({
  description: 'A range of days of a website, with its statistics.',
  fields: (t) => ({
    from: t.expose('from', {
      type: 'Date',
      description: 'First day of the period, in the website’s time zone.',
    }),
    to: t.expose('to', { type: 'Date', description: 'Last day of the period, inclusive.' }),
    previous: t.field({
      type: PeriodRef,
      nullable: true,
      description:
        'The period for comparison: the same number of days immediately before; ' +
        'for periods of months, the same part of the previous month or year. Null for `ALL`.',
      resolve: ({ website, before }) => before && { website, ...before, before: null },
    }),
    visitors: t.field(total('visitors', 'Number of visitors: the sum of the visitors of each day.')),
    pageviews: t.field(total('pageviews', 'Number of pageviews in the period.')),
    visits: t.field(total('landing_page', 'Number of visits in the period.')),
    events: t.field(total('event', 'Number of events in the period.')),
    series: t.field({
      type: SeriesRef,
      description: 'Visitors and pageviews of the period over time.',
      cost: ({ by }, { days, timesRead }) => ({
        points: readCost('visitors', timesRead) + readCost('pageviews', timesRead),
        below: { points: pointsOf(by, days) },
      }),
      args: {
        by: t.arg({
          type: Interval,
          description:
            'Interval of the points. The default is `HOUR` for a single day, `DAY` for up to 92 days, ' +
            'otherwise `MONTH`. A series has at most 1,500 points.',
        }),
      },
      resolve: (period, { by }, context) => readSeries(period, by, context),
    }),
    stats: t.field({
      type: StatConnection,
      description: 'One statistic of the period, as rows of value and count.',
      cost: statCost,
      args: statArgs(t),
      resolve: ({ website, from, to }, args, context) =>
        statConnection(website, { ...args, from, to }, context),
    }),
  }),
});

builder.objectFields(WebsiteRef, (t) => ({
  today: t.field({
    type: 'Date',
    description: 'The current day in the website’s time zone.',
    resolve: (website, _args, { now }) => todayOf(website, now()),
  }),
  hour: t.int({
    description: 'The current hour in the website’s time zone, 0 to 23.',
    resolve: (website, _args, { now }) => hourOf(website, now()),
  }),
  recordedSince: t.field({
    type: 'Date',
    nullable: true,
    description: 'The first day with a visitor; null before the first hit.',
    cost: 20,
    resolve: async ({ id }, _args, { loaders }) => {
      const day = await loaders.firstDay.load(id);
      return day === null ? null : dayText(day);
    },
  }),
  period: t.field({
    type: PeriodRef,
    description: 'A period of the website’s statistics, by its name, or by its first and last day.',
    cost: (args) => ({ points: 5, below: { days: daysOf(args) } }),
    args: {
      name: t.arg({ type: PeriodNameEnum, description: 'Name of the period, in place of `from` and `to`.' }),
      from: t.arg({ type: 'Date', description: 'First day of the period, in the website’s time zone.' }),
      to: t.arg({ type: 'Date', description: 'Last day of the period, inclusive.' }),
    },
    resolve: (website, args, context) => readPeriod(website, args, context),
  }),
}));
