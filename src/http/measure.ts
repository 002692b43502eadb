import type { Middleware } from 'koa';
import type { LabelsOf, Refusal } from '../metrics/definitions.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { AnswerState } from './headers.ts';

/** State that middlewares set for `countRequests`, in addition to the status of the response. */
export interface MeasuredState extends AnswerState {
  /** The kind of the GraphQL operation that ran. */
  operation?: 'query' | 'mutation' | 'subscription';
  /** The reason why an operation was rejected. */
  refusal?: Refusal;
}

const BY_STATUS: Record<number, Refusal> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method',
  408: 'timeout',
  413: 'too_large',
  415: 'media_type',
  422: 'invalid',
  429: 'rate_limit',
  500: 'internal',
  503: 'unavailable',
  504: 'timeout',
};

/** Counts requests and rejections, and measures the duration of queries. */
export function countRequests(metrics: Metrics): Middleware<MeasuredState> {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    const { kind = 'error', operation, refusal } = ctx.state;
    const status = `${Math.floor(ctx.status / 100)}xx` as LabelsOf<'footfall_requests_total'>['status'];
    metrics.count('footfall_requests_total', { kind, status });
    const reason = refusal ?? (ctx.status >= 400 ? (BY_STATUS[ctx.status] ?? 'malformed') : null);
    if (reason) metrics.count('footfall_requests_refused_total', { reason });
    if (ctx.method === 'OPTIONS' || (kind !== 'api' && kind !== 'graphql')) return;
    const query = ctx.method === 'GET' || ctx.method === 'HEAD' ? 'query' : 'mutation';
    const labels =
      kind === 'api'
        ? ({ api: 'rest', operation: ctx.status < 400 ? query : 'none' } as const)
        : ({ api: 'graphql', operation: operation ?? 'none' } as const);
    metrics.observe('footfall_query_duration_seconds', labels, (performance.now() - started) / 1000);
  };
}
