import type { Context as KoaContext, Middleware } from 'koa';
import { limitKey } from '../ingest/address.ts';
import type { Outcome } from '../ingest/hit.ts';
import { type HitRequest, type IngestSteps, receiveHit } from '../ingest/receive.ts';
import type { Metrics } from '../metrics/metrics.ts';
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
  /** Null where nobody reads them: then nothing is measured. */
  metrics: Metrics | null;
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
  async function receive(ctx: KoaContext, body: HitRequest['body']): Promise<void> {
    const reason = await outcomeOf(ctx, body);
    metrics?.count('footfall_hits_total', { outcome: reason ? 'dropped' : 'recorded' });
    if (reason) metrics?.count('footfall_hits_dropped_total', { reason });
  }

  async function outcomeOf(ctx: KoaContext, body: HitRequest['body']): Promise<Outcome> {
    const client = address(ctx);
    await limit(limitKey(client));
    const headers = ctx.req.headers as HitRequest['headers'];
    const reason = await receiveHit({ body, headers, address: client }, steps);
    if (reason) ctx.set('X-Footfall-Dropped', reason);
    ctx.status = 202;
    return reason;
  }

  /** Counts a hit that is refused, and reports how long any hit took. */
  async function measured(metrics: Metrics, receiving: () => Promise<void>): Promise<void> {
    const started = performance.now();
    try {
      await receiving();
    } catch (error) {
      metrics.count('footfall_hits_total', { outcome: 'refused' });
      throw error;
    } finally {
      metrics.observe('footfall_hit_duration_seconds', {}, (performance.now() - started) / 1000);
    }
  }

  const take: Hits['take'] = (ctx, body) =>
    metrics ? measured(metrics, () => receive(ctx, body)) : receive(ctx, body);

  function post(ctx: KoaContext): Promise<void> {
    ctx.state.kind = 'hit' satisfies AnswerKind;
    // Without a body; first, as Koa takes that for 204.
    ctx.body = null;
    // Whatever its type says: browsers send JSON as text/plain to spare the preflight.
    const reading = async () => receive(ctx, await readText(ctx, MAX_HIT, 'The hit'));
    return metrics ? measured(metrics, reading) : reading();
  }

  return {
    take,
    post,
    shortcut: (ctx, next) => (ctx.method === 'POST' && paths.includes(ctx.path) ? post(ctx) : next()),
  };
}
