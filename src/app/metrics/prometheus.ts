import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type MetricName, SERVER_METRICS } from './definitions.ts';
import type { Metrics } from './metrics.ts';

/** Metrics in the text format of Prometheus, including those of the Node.js process. */
export interface PrometheusMetrics extends Metrics {
  contentType: string;
  text(): Promise<string>;
}

type Labels = Record<string, string>;
type Read = Parameters<Metrics['gauge']>[2];

/** Creates a separate registry with all metrics of definitions.ts. */
export function createPrometheus(): PrometheusMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const reads = new Map<string, { labels: Labels; read: Read }[]>();

  for (const name of Object.keys(SERVER_METRICS) as MetricName[]) {
    const { type, help, labels, ...rest } = SERVER_METRICS[name];
    const options = { name, help, labelNames: Object.keys(labels), registers: [registry] };
    if (type === 'counter') counters.set(name, seeded(new Counter(options), labels));
    else if (type === 'histogram') histograms.set(name, new Histogram({ ...options, ...rest }));
    else {
      reads.set(name, []);
      new Gauge({
        ...options,
        async collect() {
          this.reset();
          // `reset` sets a gauge without labels to 0. It is removed instead, as an absent gauge shows that
          // there is no value.
          if (options.labelNames.length === 0) this.remove();
          await Promise.all(
            (reads.get(name) ?? []).map(async ({ labels, read }) => {
              const value = await Promise.resolve()
                .then(read)
                .catch(() => null);
              if (value !== null) this.set(labels, value);
            }),
          );
        },
      });
    }
  }

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    count: (name, labels) => counters.get(name)?.inc(labels as Labels),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels as Labels, value),
    gauge: (name, labels, read) => void reads.get(name)?.push({ labels: labels as Labels, read }),
  };
}

/**
 * Sets a counter with one label to 0 for each value of the label, so that rates include the first increment.
 */
function seeded(counter: Counter, labels: Record<string, readonly string[]>): Counter {
  const [label, ...more] = Object.entries(labels);
  if (label && more.length === 0) for (const value of label[1]) counter.inc({ [label[0]]: value }, 0);
  return counter;
}
