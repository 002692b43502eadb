import type { StatisticsPageQuery, StatName } from '../gql/graphql.ts';
import type { PresetName } from '../shared/periods.ts';

type LoadedWebsite = NonNullable<StatisticsPageQuery['website']>;
type Loaded = LoadedWebsite['period'];

/**
 * The numbers of the chosen goal, or the revenue of all events if there is none. They are read after the
 * page: undefined until then.
 */
export interface GoalNumbers {
  conversions?: number;
  /** Null if there are no visitors. */
  conversionRate?: number | null;
  /** Decimal text. */
  revenue?: string;
}

export type Series = Omit<Loaded['series'], 'points'> & {
  points: (Loaded['series']['points'][number] & GoalNumbers)[];
};
export type Period = Omit<Loaded, 'series' | 'previous' | 'compared'> &
  GoalNumbers & {
    series: Series;
    previous: (NonNullable<Loaded['previous']> & GoalNumbers) | null;
    compared: (Omit<NonNullable<Loaded['compared']>, 'series'> & { series: Series }) | null;
  };
export type Website = Omit<LoadedWebsite, 'period'> & { period: Period };
export type Rows = NonNullable<Period['PAGE']>;
/** Referrers have a source: the name of the known source that they belong to. */
export type Row = Rows['nodes'][number] & { source?: string | null };

/** A range of days as year-month-day, both inclusive. */
export type Days = Pick<Period, 'from' | 'to'>;

/** A named period, or days. */
export type Range = { preset: PresetName } | Days;

/** The results of a goal. */
export type GoalRow = Period['goals'][number];

/** The statistics that have a panel. */
export type PanelName = Extract<keyof Period, StatName>;
