import type { Context as KoaContext, Middleware } from 'koa';
import getRawBody from 'raw-body';
import { AppError } from '../errors.ts';
import { limitKey } from '../ingest/address.ts';
import { type HitRequest, type IngestSteps, receiveHit } from '../ingest/receive.ts';
import type { Limit } from './limit.ts';

export const HIT_PATH = '/api/event';

const MAX_HIT = 16 * 1024;

/** Headers of what pages of any website load or send. */
export const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Footfall-Dropped, Retry-After',
  // Pages that isolate themselves (COEP) may still load the tracker and the pixel.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export interface HitOptions {
  steps: IngestSteps;
  limit: Limit;
  /** The client's address, as TRUST_PROXY says. */
  address: (ctx: KoaContext) => string;
}

/** What takes hits. */
export interface Hits {
  /** Has a hit recorded, and sets status and drop reason. Throws what `receiveHit` throws, and the limit. */
  take(ctx: KoaContext, body: HitRequest['body']): Promise<void>;
  /** Answers `POST /api/event`. */
  post(ctx: KoaContext): Promise<void>;
  /** Answers it ahead of the routers: nearly all requests are hits, and need none of the four. */
  shortcut: Middleware;
}

export function createHits({ steps, limit, address }: HitOptions): Hits {
  async function take(ctx: KoaContext, body: HitRequest['body']): Promise<void> {
    const client = address(ctx);
    await limit(limitKey(client));
    const headers = ctx.req.headers as HitRequest['headers'];
    const reason = await receiveHit({ body, headers, address: client }, steps);
    if (reason) ctx.set('X-Footfall-Dropped', reason);
    ctx.status = 202;
  }

  async function post(ctx: KoaContext): Promise<void> {
    ctx.set(ANY_ORIGIN);
    // Without a body; first, as Koa takes that for 204.
    ctx.body = null;
    await take(ctx, await readText(ctx));
  }

  return {
    take,
    post,
    shortcut: (ctx, next) => (ctx.method === 'POST' && ctx.path === HIT_PATH ? post(ctx) : next()),
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The body as text, whatever its type says: browsers send JSON as text/plain to spare the preflight. */
async function readText(ctx: KoaContext): Promise<string> {
  const length = ctx.get('content-length') || null;
  const body = await getRawBody(ctx.req, { length, limit: MAX_HIT }).catch((error: { status?: number }) => {
    if (error.status === 413) {
      throw new AppError('payload_too_large', `A hit must be at most ${MAX_HIT / 1024} KiB long.`);
    }
    throw new AppError('bad_request', 'The hit cannot be read: the body ended early.');
  });
  try {
    return decoder.decode(body);
  } catch {
    throw new AppError('bad_request', 'The hit cannot be read: the body must be valid UTF-8.');
  }
}
