import type { Context as KoaContext, Middleware } from 'koa';
import type { Outcome } from '../ingest/hit.ts';
import { type HitRequest, type IngestSteps, receiveHit } from '../ingest/receive.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { limitKey } from '../validation/address.ts';
import type { AnswerKind } from './headers.ts';
import type { Limit } from './limit.ts';
import { readText } from './text.ts';

const MAX_HIT = 16 * 1024;

export interface HitOptions {
  steps: IngestSteps;
  limit: Limit;
  /** Paths that events are posted to. */
  paths: string[];
  /** The client's address, as TRUST_PROXY says. */
  address: (ctx: KoaContext) => string;
  metrics: Metrics;
}

/** What takes hits. */
export interface Hits {
  /** Has a hit recorded, and sets status and drop reason. Throws what `receiveHit` throws, and the limit. */
  take(ctx: KoaContext, body: HitRequest['body']): Promise<void>;
  /** Answers a POST to one of the paths. */
  post(ctx: KoaContext): Promise<void>;
  /** Answers it ahead of the routers: nearly all requests are hits, and need none of the four. */
  shortcut: Middleware;
}

export function createHits({ steps, limit, paths, address, metrics }: HitOptions): Hits {
  async function receive(ctx: KoaContext, body: HitRequest['body']): Promise<Outcome> {
    const client = address(ctx);
    await limit(limitKey(client));
    const headers = ctx.req.headers as HitRequest['headers'];
    const reason = await receiveHit({ body, headers, address: client }, steps);
    if (reason) ctx.set('X-Footfall-Dropped', reason);
    ctx.status = 202;
    return reason;
  }

  /** Reports what became of a hit, and how long it took. */
  async function measured(receiving: () => Promise<Outcome>): Promise<void> {
    const started = performance.now();
    try {
      const reason = await receiving();
      metrics.count('footfall_hits_total', { outcome: reason ? 'dropped' : 'recorded' });
      if (reason) metrics.count('footfall_hits_dropped_total', { reason });
    } catch (error) {
      metrics.count('footfall_hits_total', { outcome: 'refused' });
      throw error;
    } finally {
      metrics.observe('footfall_hit_duration_seconds', {}, (performance.now() - started) / 1000);
    }
  }

  const take: Hits['take'] = (ctx, body) => measured(() => receive(ctx, body));

  function post(ctx: KoaContext): Promise<void> {
    ctx.state.kind = 'hit' satisfies AnswerKind;
    // Without a body; first, as Koa takes that for 204.
    ctx.body = null;
    // Whatever its type says: browsers send JSON as text/plain to spare the preflight.
    return measured(async () => receive(ctx, await readText(ctx, MAX_HIT, 'The hit')));
  }

  return {
    take,
    post,
    shortcut: (ctx, next) => (ctx.method === 'POST' && paths.includes(ctx.path) ? post(ctx) : next()),
  };
}
