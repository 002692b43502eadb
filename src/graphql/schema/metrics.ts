import { METRIC_NAMES, METRICS, type MetricName } from '../../engine/registry/metrics.ts';
import type { Context } from '../../request/context.ts';
import { camelCase } from '../../validation/names.ts';
import type { FieldCost } from '../cost/cost.ts';
import { builder } from './builder.ts';
import { upperCase } from './enums.ts';

const MEANINGS = Object.fromEntries(METRIC_NAMES.map((name) => [name, METRICS[name].meaning])) as Record<
  MetricName,
  string
>;

export const MetricEnum = builder.enumType('Metric', {
  description: 'A number that describes the selected hits, visits and visitors.',
  values: upperCase(MEANINGS),
});

type MaybePromise<T> = T | Promise<T>;
type FieldBuilder<Parent extends object> = Parameters<
  Parameters<ReturnType<typeof builder.objectRef<Parent>>['implement']>[0]['fields'] & object
>[0];

/**
 * Creates the fields of all metrics for an object type.
 * @param read returns a metric of an object.
 * @param costOf the cost of a metric.
 */
export function metricFields<Parent extends object>(
  t: FieldBuilder<Parent>,
  read: (parent: Parent, name: MetricName, context: Context) => MaybePromise<number | null>,
  costOf: (name: MetricName) => FieldCost,
) {
  const field = (name: MetricName) => {
    const { meaning: description, nullable } = METRICS[name];
    const cost = costOf(name);
    const resolve = (parent: Parent, _args: object, context: Context) => read(parent, name, context);
    return nullable
      ? t.field({ type: 'Float', nullable: true, description, cost, resolve })
      : t.field({ type: 'BigInt', description, cost, resolve: resolve as never });
  };
  return Object.fromEntries(METRIC_NAMES.map((name) => [camelCase(name), field(name)]));
}
