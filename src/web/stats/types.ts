import type { StatisticsPageQuery, StatName } from '../gql/graphql.ts';

export type Website = NonNullable<StatisticsPageQuery['website']>;
export type Period = Website['period'];
export type Rows = NonNullable<Period['PAGE']>;
export type Row = Rows['nodes'][number];

export type Series = Period['series'];

/** The statistics that have a panel. */
export type PanelName = Extract<keyof Period, StatName>;
