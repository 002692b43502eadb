import type { Measures } from '../../http/measure.ts';
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

/** Counts what the transports report. */
export function measuresOf(metrics: Metrics): Measures {
  return {
    answered(kind, code) {
      const status = `${Math.floor(code / 100)}xx` as LabelsOf<'footfall_requests_total'>['status'];
      metrics.count('footfall_requests_total', { kind, status });
    },
    refused: (reason) => metrics.count('footfall_requests_refused_total', { reason }),
    queried: ({ api, operation }, seconds) =>
      metrics.observe('footfall_query_duration_seconds', { api, operation }, seconds),
    cost: (points) => metrics.observe('footfall_query_cost_points', {}, points),
    hit(outcome, seconds) {
      const isRefused = outcome === 'refused';
      metrics.count('footfall_hits_total', {
        outcome: isRefused ? 'refused' : outcome ? 'dropped' : 'recorded',
      });
      if (outcome && !isRefused) metrics.count('footfall_hits_dropped_total', { reason: outcome });
      metrics.observe('footfall_hit_duration_seconds', {}, seconds);
    },
  };
}
