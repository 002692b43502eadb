import { REFUSALS } from '../../http/measure.ts';
import type { DropReason } from '../../ingest/hit.ts';

/** The jobs that run once a minute. */
export const JOBS = [
  ...(['places', 'time_zone_rules', 'imports', 'account_mails', 'salts', 'sessions'] as const),
  ...(['account_tokens', 'security_log', 'hit_ids'] as const),
  ...(['abandoned_imports', 'reports', 'deletions', 'backfill', 'chunks'] as const),
] as const;
export type Job = (typeof JOBS)[number];

const DROPS: Record<DropReason, true> = {
  bot: true,
  excluded_ip: true,
  wrong_host: true,
  spam: true,
  prefetch: true,
  privacy_signal: true,
  quota: true,
  unknown_website: true,
};

interface Definition {
  type: 'counter' | 'gauge' | 'histogram';
  /** One sentence for operators: what the metric measures, and its unit. */
  help: string;
  /** All values of each label, so that the number of time series is bounded. */
  labels: Record<string, readonly string[]>;
  /** Upper bounds of a histogram's buckets. */
  buckets?: number[];
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** All metrics of Footfall itself, named as Prometheus recommends. docs/operating.md has the same table. */
export const SERVER_METRICS = {
  footfall_hits_total: {
    type: 'counter',
    help:
      'Number of hits, by outcome: recorded, dropped on purpose, or refused (invalid, over a limit, ' +
      'or not stored).',
    labels: { outcome: ['recorded', 'dropped', 'refused'] },
  },
  footfall_hits_dropped_total: {
    type: 'counter',
    help: 'Number of hits that were dropped on purpose, by reason.',
    labels: { reason: Object.keys(DROPS) },
  },
  footfall_hit_duration_seconds: {
    type: 'histogram',
    help: 'Time from receiving a hit to sending its response, including the commit.',
    labels: {},
    buckets: SECONDS,
  },
  footfall_requests_total: {
    type: 'counter',
    help: 'Number of responses, by kind of response and status class.',
    labels: {
      kind: [
        'page',
        'link',
        'embedded',
        'graphiql',
        'api',
        'graphql',
        'script',
        'hit',
        'pixel',
        'asset',
        'picture',
        'operator',
        'error',
      ],
      status: ['2xx', '3xx', '4xx', '5xx'],
    },
  },
  footfall_requests_refused_total: {
    type: 'counter',
    help: 'Number of refused requests, by reason. A GraphQL operation counts by its first error.',
    labels: { reason: REFUSALS },
  },
  footfall_query_duration_seconds: {
    type: 'histogram',
    help:
      'Response time of REST and GraphQL, by API and kind of operation; none if no operation was ' +
      'executed. For a subscription, the time until its stream begins.',
    labels: { api: ['rest', 'graphql'], operation: ['query', 'mutation', 'subscription', 'none'] },
    buckets: SECONDS,
  },
  footfall_query_cost_points: {
    type: 'histogram',
    help: 'Cost of GraphQL operations, in points of the rate limit.',
    labels: {},
    buckets: [1, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000],
  },
  footfall_queue_length: {
    type: 'gauge',
    help: 'Number of queued or running tasks: hits to store, read statements, passwords to hash.',
    labels: { queue: ['hits', 'reads', 'passwords'] },
  },
  footfall_live_streams: {
    type: 'gauge',
    help: 'Number of open GraphQL subscriptions.',
    labels: {},
  },
  footfall_database_size_bytes: {
    type: 'gauge',
    help:
      'Size of the database: on SQLite without the write-ahead log, ' +
      'on Citus only that of the coordinator.',
    labels: {},
  },
  footfall_job_runs_total: {
    type: 'counter',
    help: 'Number of completed runs, by job. With several instances, most jobs run on only one of them.',
    labels: { job: JOBS },
  },
  footfall_job_failures_total: {
    type: 'counter',
    help: 'Number of failed runs, by job.',
    labels: { job: JOBS },
  },
  footfall_job_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'Unix time of the last successful run of the job on this instance; absent before the first one.',
    labels: { job: JOBS },
  },
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof SERVER_METRICS;

/** The names of the metrics of one type. */
export type MetricOf<Type extends Definition['type']> = {
  [Name in MetricName]: (typeof SERVER_METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** The labels of a metric, each with one value. */
export type LabelsOf<Name extends MetricName> = ValuesOf<(typeof SERVER_METRICS)[Name]['labels']>;

type ValuesOf<Labels> = {
  [Label in keyof Labels]: Labels[Label] extends readonly (infer Value)[] ? Value : never;
};
