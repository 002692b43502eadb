import type { LabelsOf, MetricOf } from './definitions.ts';

/** What subjects report to. They know nothing of how it is exposed (prometheus.ts). */
export interface Metrics {
  /** Adds one to a counter. */
  count<Name extends MetricOf<'counter'>>(name: Name, labels: LabelsOf<Name>): void;
  /** Puts a value into a histogram, in the unit of its name. */
  observe<Name extends MetricOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /** Has a value read whenever metrics are asked for. Null, or a failure, leaves it out. */
  gauge<Name extends MetricOf<'gauge'>>(
    name: Name,
    labels: LabelsOf<Name>,
    read: () => number | null | Promise<number | null>,
  ): void;
}

/** For servers without METRICS_TOKEN, and for commands. */
export const noMetrics: Metrics = {
  count: () => undefined,
  observe: () => undefined,
  gauge: () => undefined,
};
