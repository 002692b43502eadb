import type { StatisticsPageQuery, StatName } from '../gql/graphql.ts';
import type { PresetName } from '../shared/periods.ts';

export type Website = NonNullable<StatisticsPageQuery['website']>;
export type Period = Website['period'];
export type Rows = NonNullable<Period['PAGE']>;
/** Referrers have a source: the name of the known source that they belong to. */
export type Row = Rows['nodes'][number] & { source?: string | null };

/** A range of days as year-month-day, both inclusive. */
export type Days = Pick<Period, 'from' | 'to'>;

/** A named period, or days. */
export type Range = { preset: PresetName } | Days;

export type Series = Period['series'];

/** The results of a goal. */
export type GoalRow = Period['goals'][number];

/** The statistics that have a panel. */
export type PanelName = Extract<keyof Period, StatName>;
