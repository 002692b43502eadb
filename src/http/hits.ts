import type { Context as KoaContext, Middleware } from 'koa';
import type { Outcome } from '../ingest/hit.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { HitRequest, Ready } from '../ingest/receive.ts';
import { limitKey } from '../validation/address.ts';
import type { AnswerKind } from './headers.ts';
import { IGNORED } from './ignored.ts';
import type { Limit } from './limit.ts';
import type { Measures } from './measure.ts';
import { readText } from './text.ts';
import { receiveRest } from './unreadBody.ts';

/** Addresses of pages may be long: those of some ads have ids of 8,000 characters. */
const MAX_HIT = 64 * 1024;
/** From this size on, a hit is copied, because short texts that V8 cuts out of a long one keep all of it. */
const LARGE_HIT = 16 * 1024;

export interface HitOptions {
  pipeline: Pipeline;
  limit: Limit;
  /** Paths that accept events by POST. */
  paths: string[];
  /** Returns the client's address, according to TRUST_PROXY. */
  address: (ctx: KoaContext) => string;
  /** Null if metrics are off. */
  measures: Pick<Measures, 'hit'> | null;
  /** Sets the headers of a response. */
  complete: (ctx: KoaContext) => void;
  /** Sends a thrown error as the response. */
  answerThrown: (ctx: KoaContext, error: unknown) => void;
}

/** Request handlers for hits. */
export interface Hits {
  /**
   * Records a hit, and sets the status and the drop reason.
   * @throws AppError `too_many_requests` above the rate limit; the errors of `Pipeline.prepare` and `store`.
   */
  take(ctx: KoaContext, body: HitRequest['body']): Promise<unknown>;
  /** Handles a POST request to one of the paths. */
  post(ctx: KoaContext): Promise<unknown>;
  /**
   * Handles POST requests of hits before all other middlewares, because nearly all requests are hits. It
   * replaces those that complete every response.
   */
  shortcut: Middleware;
}

/**
 * Creates the handlers. Hundreds of hits may wait for the commit of their batch, and the garbage collection
 * copies what they keep in memory. So all functions that need the request have ended by then: an async
 * function that waits keeps all of its variables, and a closure keeps those of all closures of its function.
 * Each promise on the way to the commit keeps memory, too. Only metrics, if they are on, add one.
 */
export function createHits(options: HitOptions): Hits {
  const { pipeline, limit, paths, address, measures, complete, answerThrown } = options;
  const measured = measures ? counted(measures) : (receiving: () => Promise<Outcome>) => receiving();
  const store = (hit: Ready) => pipeline.store(hit);

  async function prepare(ctx: KoaContext, body: HitRequest['body']): Promise<Ready> {
    const client = address(ctx);
    await limit(limitKey(client));
    const headers = ctx.req.headers as HitRequest['headers'];
    const hit = await pipeline.prepare({ body, headers, address: client });
    // Not later, so that a hit that waits for its commit does not keep the names.
    if (hit.ignored) ctx.set(IGNORED, hit.ignored);
    return hit;
  }

  async function read(ctx: KoaContext): Promise<Ready> {
    const body = await readText(ctx, MAX_HIT, 'The hit');
    const hit = await prepare(ctx, body);
    // No later step needs the headers.
    ctx.req.headers = {};
    ctx.req.rawHeaders = [];
    return body.length > LARGE_HIT ? structuredClone(hit) : hit;
  }

  function begin(ctx: KoaContext): Promise<Outcome> {
    ctx.state.kind = 'hit' satisfies AnswerKind;
    // No body. Set before the status, because a null body makes Koa set 204.
    ctx.body = null;
    // Ignores the content type: browsers send JSON as text/plain to avoid the CORS preflight.
    return measured(() => read(ctx).then(store));
  }

  function shortcut(ctx: KoaContext, next: () => Promise<unknown>): Promise<unknown> {
    if (!isHit(ctx)) return next();
    const succeed = (reason: Outcome) => {
      accept(ctx, reason);
      complete(ctx);
    };
    const fail = (error: unknown) => {
      answerThrown(ctx, error);
      complete(ctx);
      receiveRest(ctx);
    };
    return begin(ctx).then(succeed, fail);
  }

  function isHit(ctx: KoaContext): boolean {
    // Later middlewares refuse a request without Host.
    if (ctx.method !== 'POST' || ctx.req.headers.host === undefined) return false;
    // Most hits have no query; then their path need not be parsed.
    return paths.includes(ctx.url) || paths.includes(ctx.path);
  }

  return {
    take: async (ctx, body) => accept(ctx, await measured(() => prepare(ctx, body).then(store))),
    post: async (ctx) => accept(ctx, await begin(ctx)),
    shortcut,
  };
}

/** Answers a hit that was stored, or dropped for a reason. */
function accept(ctx: KoaContext, reason: Outcome): void {
  if (reason) ctx.set('X-Footfall-Dropped', reason);
  ctx.status = 202;
}

/** Returns a function that counts a hit by its outcome, and measures its duration. */
const counted = (measures: Pick<Measures, 'hit'>) => async (receiving: () => Promise<Outcome>) => {
  const started = performance.now();
  const done = (outcome: Outcome | 'refused') => measures.hit(outcome, (performance.now() - started) / 1000);
  try {
    const reason = await receiving();
    done(reason);
    return reason;
  } catch (error) {
    done('refused');
    throw error;
  }
};
