import type { Context as KoaContext, Middleware } from 'koa';
import type { Outcome } from '../ingest/hit.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { HitRequest } from '../ingest/receive.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { limitKey } from '../validation/address.ts';
import type { AnswerKind } from './headers.ts';
import type { Limit } from './limit.ts';
import { readText } from './text.ts';

const MAX_HIT = 16 * 1024;

export interface HitOptions {
  pipeline: Pipeline;
  limit: Limit;
  /** Paths that accept events by POST. */
  paths: string[];
  /** Returns the client's address, according to TRUST_PROXY. */
  address: (ctx: KoaContext) => string;
  /** Null if metrics are off. */
  metrics: Metrics | null;
}

/** Request handlers for hits. */
export interface Hits {
  /**
   * Records a hit, and sets the status and the drop reason.
   * @throws AppError `too_many_requests` above the rate limit; the errors of `Pipeline.receive`.
   */
  take(ctx: KoaContext, body: HitRequest['body']): Promise<unknown>;
  /** Handles a POST request to one of the paths. */
  post(ctx: KoaContext): Promise<unknown>;
  /** Handles POST requests of hits before the routers, because nearly all requests are hits. */
  shortcut: Middleware;
}

export function createHits({ pipeline, limit, paths, address, metrics }: HitOptions): Hits {
  async function receive(ctx: KoaContext, body: HitRequest['body']): Promise<Outcome> {
    const client = address(ctx);
    await limit(limitKey(client));
    const headers = ctx.req.headers as HitRequest['headers'];
    const reason = await pipeline.receive({ body, headers, address: client });
    if (reason) ctx.set('X-Footfall-Dropped', reason);
    ctx.status = 202;
    return reason;
  }

  /** Counts a hit by its outcome, and measures its duration, if metrics are on. */
  async function measured(receiving: () => Promise<Outcome>): Promise<unknown> {
    if (!metrics) return receiving();
    const started = performance.now();
    try {
      const reason = await receiving();
      metrics.count('footfall_hits_total', { outcome: reason ? 'dropped' : 'recorded' });
      if (reason) metrics.count('footfall_hits_dropped_total', { reason });
      return reason;
    } catch (error) {
      metrics.count('footfall_hits_total', { outcome: 'refused' });
      throw error;
    } finally {
      metrics.observe('footfall_hit_duration_seconds', {}, (performance.now() - started) / 1000);
    }
  }

  const take: Hits['take'] = (ctx, body) => measured(() => receive(ctx, body));

  function post(ctx: KoaContext): Promise<unknown> {
    ctx.state.kind = 'hit' satisfies AnswerKind;
    // No body. Set before the status, because a null body makes Koa set 204.
    ctx.body = null;
    // Ignores the content type: browsers send JSON as text/plain to avoid the CORS preflight.
    return measured(async () => receive(ctx, await readText(ctx, MAX_HIT, 'The hit')));
  }

  return {
    take,
    post,
    shortcut: (ctx, next) => (ctx.method === 'POST' && paths.includes(ctx.path) ? post(ctx) : next()),
  };
}
