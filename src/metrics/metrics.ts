import type { LabelsOf, MetricOf } from './definitions.ts';

/**
 * The interface through which modules report metrics. It is independent of the output format (prometheus.ts).
 */
export interface Metrics {
  /** Increments a counter by one. */
  count<Name extends MetricOf<'counter'>>(name: Name, labels: LabelsOf<Name>): void;
  /** Adds a value to a histogram, in the unit of the metric's name. */
  observe<Name extends MetricOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /**
   * Registers a function that reads a gauge each time the metrics are requested. If it returns null or
   * throws, the gauge is omitted.
   */
  gauge<Name extends MetricOf<'gauge'>>(
    name: Name,
    labels: LabelsOf<Name>,
    read: () => number | null | Promise<number | null>,
  ): void;
}

/** Discards all metrics: for servers without METRICS_TOKEN, and for commands. */
export const noMetrics: Metrics = {
  count: () => undefined,
  observe: () => undefined,
  gauge: () => undefined,
};
