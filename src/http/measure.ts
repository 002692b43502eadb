import type { Middleware } from 'koa';
import type { Outcome } from '../ingest/hit.ts';
import type { AnswerKind, AnswerState } from './headers.ts';

/** The reasons for refusing a request. */
export const REFUSALS = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'not_found',
  'method',
  'timeout',
  'too_large',
  'media_type',
  'invalid',
  'rate_limit',
  'cost',
  'internal',
  'unavailable',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A request to REST or a GraphQL operation; `none` if none was executed. */
export interface MeasuredQuery {
  api: 'rest' | 'graphql';
  operation: 'query' | 'mutation' | 'subscription' | 'none';
}

/** What the transports report of each request. Times are in seconds. */
export interface Measures {
  answered(kind: AnswerKind | 'error', status: number): void;
  refused(reason: Refusal): void;
  queried(query: MeasuredQuery, seconds: number): void;
  /** The cost of a GraphQL operation in points. */
  cost(points: number): void;
  /** @param outcome null for a recorded hit, otherwise why it was dropped, or that it was refused. */
  hit(outcome: Outcome | 'refused', seconds: number): void;
}

/** State that middlewares set for `countRequests`, in addition to the status of the response. */
export interface MeasuredState extends AnswerState {
  /** The kind of the GraphQL operation that ran. */
  operation?: Exclude<MeasuredQuery['operation'], 'none'>;
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

/** Counts a response, and the reason for a rejection. */
export function countAnswer(
  measures: Pick<Measures, 'answered' | 'refused'>,
  kind: AnswerKind,
  status: number,
  refusal?: Refusal,
): void {
  measures.answered(kind, status);
  const reason = refusal ?? (status >= 400 ? (BY_STATUS[status] ?? 'malformed') : null);
  if (reason) measures.refused(reason);
}

/** Counts requests and rejections, and measures the duration of queries. */
export function countRequests(measures: Measures): Middleware<MeasuredState> {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    const { kind = 'error', operation, refusal } = ctx.state;
    countAnswer(measures, kind, ctx.status, refusal);
    if (ctx.method === 'OPTIONS' || (kind !== 'api' && kind !== 'graphql')) return;
    const query = ctx.method === 'GET' || ctx.method === 'HEAD' ? 'query' : 'mutation';
    const measured: MeasuredQuery =
      kind === 'api'
        ? { api: 'rest', operation: ctx.status < 400 ? query : 'none' }
        : { api: 'graphql', operation: operation ?? 'none' };
    measures.queried(measured, (performance.now() - started) / 1000);
  };
}
