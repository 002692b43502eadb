import type { Cardinality, LabelFormat } from './knownValues.ts';

/** What a statistic counts. */
export type Unit = 'visitors' | 'visits' | 'pageviews' | 'events';

/** The form of a statistic's entry in statistics.ts. */
export interface Definition {
  unit: Unit;
  /** The description in GraphQL and OpenAPI. */
  meaning: string;
  cardinality: Cardinality;
  label: LabelFormat;
  /** Whether empty values are no rows. */
  skipsEmpty?: boolean;
  /** The label of an empty value; `Unknown` by default. */
  empty?: string;
}
