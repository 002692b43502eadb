import { dayText } from '../../calendar/days.ts';
import { ELAPSED } from '../../engine/question/comparison.ts';
import { METRICS, type MetricName, type Sums } from '../../engine/registry/metrics.ts';
import { invalid } from '../../errors.ts';
import { isShown } from '../../stats/access.ts';
import { createRowsReader, type RowsReader } from '../../stats/behaviour/rowsReader.ts';
import { MAX_HOSTS, readHosts } from '../../stats/hosts.ts';
import { comparedPeriod, hourOf, type Period, readPeriod, todayOf } from '../../stats/periods.ts';
import { type Point, readSeries, type Series } from '../../stats/series.ts';
import { readMetric } from '../../stats/sums.ts';
import { isOfStatistic } from '../../websites/links/panels.ts';
import { filterCost, questionCost } from '../cost/analysis.ts';
import type { CostScope, FieldCost } from '../cost/cost.ts';
import { comparedDaysOf, daysOf, pointsOf } from '../cost/period.ts';
import { readCost, totalsCost } from '../cost/stat.ts';
import type { ArgBuilder } from './args.ts';
import { breakdownField } from './breakdown.ts';
import { builder } from './builder.ts';
import { ComparisonEnum, Interval, PanelEnum, PeriodNameEnum } from './enums.ts';
import { FilterInput } from './filter.ts';
import { optionalId, segmentId } from './ids.ts';
import { metricFields } from './metrics.ts';
import { panelCost, periodStatConnection, StatConnection, statArgs } from './stat.ts';
import { ownerOnly, WebsiteRef } from './website.ts';

/** A point, and what reads goals and revenue of the points of its series. */
interface SeriesPoint {
  point: Point;
  reader: RowsReader;
}

export const PointRef = builder.objectRef<SeriesPoint>('SeriesPoint').implement({
  description:
    'The metrics of one interval. In a series by hour, a visitor and a visit count in the hour of their ' +
    'first hit, a pageview and an event in that in which they happened.',
  fields: (t) => ({
    at: t.string({
      resolve: ({ point }) => point.at,
      description:
        'The interval: an hour such as `2026-11-21T09`, an hour of the day such as `09`, a day such as ' +
        '`2026-11-21`, a week such as `2026-W47`, or a month such as `2026-11`.',
    }),
    ...metricFields<SeriesPoint>(
      t,
      ({ point }, name) => (name === 'visitors' || name === 'pageviews' ? point[name] : point.metric(name)),
      () => 1,
    ),
  }),
});

const SeriesRef = builder.objectRef<Omit<Series, 'points'> & { points: SeriesPoint[] }>('Series').implement({
  description: 'The metrics of a period over time, without gaps: intervals without traffic have zeros.',
  fields: (t) => ({
    interval: t.expose('interval', { type: Interval, description: 'Interval of the points of the series.' }),
    points: t.field({
      type: [PointRef],
      description: 'Points of the series in chronological order.',
      cost: (_args, { points }) => ({ times: points, below: { rows: points } }),
      resolve: ({ points }) => points,
    }),
  }),
});

export const PeriodRef = builder.objectRef<Period>('Period');

/** The cost of a metric. With a filter, all metrics of a period are one question, which the period costs. */
const metricCost =
  (name: MetricName): FieldCost =>
  (_args, scope) => ({
    points: scope.filtered ? 1 : totalsCost(METRICS[name].needs, scope),
  });

/** The cost of the question for the metrics of a period under a filter, or of a part of its last day. */
const hitsPoints = (scope: Pick<CostScope, 'days' | 'filtered' | 'partial'>) =>
  scope.filtered ? questionCost(scope) : scope.partial ? questionCost({ days: 1 }) : 0;

const periodPoints = (scope: Parameters<typeof hitsPoints>[0]) => 5 + hitsPoints(scope);

PeriodRef.implement({
  description: 'A range of days of a website, with its statistics under a filter.',
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
        'The period for comparison under the same filter, as `compare`, or `compareFrom` and `compareTo`, ' +
        'say: by default the same number of days immediately before, or for periods of months the same ' +
        'part of the previous month or year. Null for `NONE`; for `ALL` also with `PREVIOUS` and ' +
        '`SAME_WEEKDAYS`.',
      cost: ({ elapsed }, { comparedDays: days, ...scope }) => {
        const below = { days, filtered: scope.filtered, partial: Boolean(elapsed), rows: 1 };
        const points = periodPoints(below) + filterCost(scope.filter, below);
        return { points, below: { ...below, comparedDays: 0, periodReads: new Set() } };
      },
      args: elapsedArgs(t),
      resolve: (period, { elapsed }, context) => comparedPeriod(period, elapsed ?? false, context),
    }),
    untilHour: t.exposeInt('untilHour', {
      nullable: true,
      description:
        'On the last day of the period, only hits before this local hour count, 1 to 23; null if all hits ' +
        'of its days count. Only a `previous` with `elapsed` has it.',
    }),
    ...metricFields<Period>(t, readMetric, metricCost),
    series: t.field({
      type: SeriesRef,
      description: 'The metrics of the period over time.',
      cost: ({ by }, scope) => ({
        points:
          scope.filtered || by === 'hour'
            ? questionCost(scope)
            : totalsCost(['visitors', 'pageviews'], scope) + hitsPoints(scope),
        below: { points: pointsOf(by, scope.days) },
      }),
      args: {
        by: t.arg({
          type: Interval,
          description:
            'Interval of the points. The default is `HOUR_OF_DAY` for a single day, `DAY` for up to 92 ' +
            'days, otherwise `MONTH`. A series has at most 1,500 points.',
        }),
      },
      resolve: async (period, { by }, context) => {
        const { interval, points } = await readSeries(period, by, context);
        const rows = points.map(({ at }) => [at]);
        const reader = createRowsReader(period, { by: [interval], rows }, context);
        return { interval, points: points.map((point) => ({ point, reader })) };
      },
    }),
    stats: t.field({
      type: StatConnection,
      description: 'One statistic of the period, as rows of value and count.',
      cost: panelCost,
      args: statArgs(t),
      resolve: periodStatConnection,
    }),
    panel: t.field({
      type: StatConnection,
      nullable: true,
      description:
        'One statistic of the period, as in `stats`; null if the viewer’s shared link does not show it. ' +
        'For pages that show what the viewer may see.',
      cost: ({ name, ...args }, scope) =>
        panelCost({ ...args, ...(name && isOfStatistic(name) && { name }) }, scope),
      args: {
        ...statArgs(t),
        name: t.arg({
          type: PanelEnum,
          required: true,
          description: 'The statistic to read; neither `GOALS` nor `FUNNELS`.',
        }),
      },
      resolve: (period, args, context) => {
        if (!isOfStatistic(args.name)) throw invalid({ name: [NO_STATISTIC[args.name]] });
        return isShown(args.name, context) ? periodStatConnection(period, args, context) : null;
      },
    }),
    breakdown: t.field(breakdownField(t)),
    hosts: t.stringList({
      description:
        `The hosts with the most pageviews in the period, without \`www.\`; at most ${MAX_HOSTS}. Hits ` +
        'whose host is unknown, such as those of earlier versions, have none. Empty if the viewer’s shared ' +
        'link does not show pages; without hosts that `Website.hideBelow` hides.',
      cost: (_args, scope) => ({
        points: scope.filtered || scope.partial ? questionCost(scope) : readCost('host', scope.timesRead),
        times: MAX_HOSTS,
      }),
      resolve: (period, _args, context) => readHosts(period, context),
    }),
  }),
});

const NO_STATISTIC = {
  goals: 'Must be a statistic. `GOALS` is none: read `Period.goals`.',
  funnels: 'Must be a statistic. `FUNNELS` is none: read `Period.funnel`.',
} as const;

/** As `ELAPSED`, with the names of GraphQL. */
const ELAPSED_TEXT =
  'Whether a period that is not over is compared with the part that has elapsed. ' +
  ELAPSED.replace('`compare_from`', '`compareFrom`').replace('`compare_to`', '`compareTo`');

const ONLY_ACCOUNT = 'Only for the website’s team if the website hides small counts (`hideBelow`).';

/** Creates the arguments of a field that returns the period for comparison. */
export const elapsedArgs = ({ arg }: ArgBuilder) => ({
  elapsed: arg({
    type: 'Boolean',
    defaultValue: false,
    description: ELAPSED_TEXT,
  }),
});

/** Creates the arguments of a field that returns a period. */
export const periodArgs = ({ arg }: ArgBuilder) => ({
  name: arg({ type: PeriodNameEnum, description: 'Name of the period, in place of `from` and `to`.' }),
  from: arg({ type: 'Date', description: 'First day of the period, in the website’s time zone.' }),
  to: arg({ type: 'Date', description: 'Last day of the period, inclusive.' }),
  filter: arg({
    type: FilterInput,
    description: `Selects the hits that count; by default all. ${ONLY_ACCOUNT}`,
  }),
  compare: arg({
    type: ComparisonEnum,
    defaultValue: 'previous',
    description: 'The period that `previous` returns.',
  }),
  compareFrom: arg({
    type: 'Date',
    description:
      'First day of any range of days for `previous` to return, in place of `compare`. Requires `compareTo`.',
  }),
  compareTo: arg({
    type: 'Date',
    description: 'Last day of the range for `previous` to return, inclusive.',
  }),
});

/** Creates the arguments of a field that returns a period of one website. */
export const periodFilterArgs = (t: ArgBuilder) => ({
  ...periodArgs(t),
  segment: t.arg.id({
    description:
      'Id of a segment of the website. Only the hits count that both the segment and `filter` select. ' +
      ONLY_ACCOUNT,
  }),
});

type CostArgs = Parameters<typeof comparedDaysOf>[0] & { filter?: unknown; segment?: unknown };

/** Returns the cost of a field that returns a period of one website. */
export function periodCost(args: CostArgs, scope: CostScope) {
  const below = {
    days: daysOf(args),
    comparedDays: comparedDaysOf(args),
    filtered: scope.filtered || Boolean(args.filter ?? args.segment),
    partial: false,
    rows: 1,
    filter: args.filter,
    periodReads: new Set<keyof Sums>(),
    comparedTests: new Set<boolean>(),
  };
  return { points: periodPoints(below) + filterCost(args.filter, below), below };
}

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
    description:
      'The first day with a visitor, for every viewer and whatever the filter; null before the first hit.',
    cost: 20,
    resolve: async ({ id }, _args, { loaders }) => {
      const day = await loaders.firstDay.load(id);
      return day === null ? null : dayText(day);
    },
  }),
  lastHitAt: t.field({
    type: 'DateTime',
    ...ownerOnly,
    description:
      'Time of the latest counted hit, which shows whether hits arrive; null before the first one. ' +
      'Null unless the viewer is in the website’s team.',
    cost: 20,
    resolve: async ({ id }, _args, { loaders }) => {
      const at = await loaders.lastHit.load(id);
      return at === null ? null : new Date(at);
    },
  }),
  period: t.field({
    type: PeriodRef,
    description: 'A period of the website’s statistics, by its name, or by its first and last day.',
    cost: periodCost,
    args: periodFilterArgs(t),
    resolve: (website, { segment, ...args }, context) =>
      readPeriod(website, { ...args, segment: optionalId(segment, segmentId) }, context),
  }),
}));
