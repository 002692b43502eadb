import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context as KoaContext } from 'koa';
import { type AppError, toHttp } from '../errors.ts';
import type { Outcome } from '../ingest/hit.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { HitRequest, Ready } from '../ingest/receive.ts';
import { limitKey } from '../validation/address.ts';
import { type AnswerKind, type headerTable, inTurn } from './headers.ts';
import { IGNORED } from './ignored.ts';
import type { Limit } from './limit.ts';
import { countAnswer, type Measures } from './measure.ts';
import { readText } from './text.ts';
import { endLater } from './unreadBody.ts';

/** Addresses of pages may be long: those of some ads have ids of 8,000 characters. */
const MAX_HIT = 64 * 1024;
/** From this size on, a hit is copied, because short texts that V8 cuts out of a long one keep all of it. */
const LARGE_HIT = 16 * 1024;
const DROPPED = 'X-Footfall-Dropped';

/**
 * Reads the body of a hit.
 * @throws AppError 413 above 64 KiB; the errors of {@link readText}.
 */
export const readHit = (request: IncomingMessage): Promise<string> => readText(request, MAX_HIT, 'The hit');

export interface HitOptions {
  pipeline: Pipeline;
  limit: Limit;
  /** Paths that accept events by POST. */
  paths: string[];
  /** Returns the client's address, according to TRUST_PROXY. */
  address: (request: IncomingMessage) => string;
  measures: Pick<Measures, 'answered' | 'refused'>;
  /** Null if metrics are off. */
  measureHit: Measures['hit'] | null;
  /** The headers of a response to a hit. */
  headers: ReturnType<typeof headerTable>['hit'];
  /** Returns what a client learns of a thrown error. */
  toError: (error: unknown) => AppError;
}

/** Request handlers for hits. */
export interface Hits {
  /**
   * Records a hit, and sets the status and the drop reason.
   * @throws AppError `too_many_requests` above the rate limit; the errors of `Pipeline.prepare` and `store`.
   */
  take(ctx: KoaContext, body: HitRequest['body']): Promise<unknown>;
  /** Handles a POST request to one of the paths that {@link answer} did not take. */
  post(ctx: KoaContext): Promise<unknown>;
  /**
   * Answers a POST request to one of the paths, without Koa and its middlewares, because nearly all requests
   * are hits: a response has no body, and its headers are written at once.
   * @returns whether the request is one.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Answers a POST request to one of the paths.
   * @param body of {@link readHit}; if it rejects, the request is refused as by {@link answer}.
   */
  answerBody(request: IncomingMessage, response: ServerResponse, body: Promise<string>): void;
}

/**
 * Creates the handlers. Hundreds of hits may wait for the commit of their batch, and the garbage collection
 * copies what they keep in memory. So all functions that need the request have ended by then: an async
 * function that waits keeps all of its variables, and a closure keeps those of all closures of its function.
 * Each promise on the way to the commit keeps memory, too. Only metrics, if they are on, add one.
 */
export function createHits(options: HitOptions): Hits {
  const { pipeline, limit, paths, address, measures, measureHit, toError } = options;
  const measured = measureHit ? counted(measureHit) : (receiving: () => Promise<Outcome>) => receiving();
  const store = (hit: Ready) => pipeline.store(hit);
  const accepted = [...inTurn(options.headers.success), 'Content-Length', '0'];
  const failed = inTurn(options.headers.error);

  async function prepare(
    request: IncomingMessage,
    response: ServerResponse,
    body: HitRequest['body'],
  ): Promise<Ready> {
    const client = address(request);
    await limit(limitKey(client));
    const headers = request.headers as HitRequest['headers'];
    const hit = await pipeline.prepare({ body, headers, address: client });
    // Not later, so that a hit that waits for its commit does not keep the names.
    if (hit.ignored) response.setHeader(IGNORED, hit.ignored);
    return hit;
  }

  async function read(
    request: IncomingMessage,
    response: ServerResponse,
    given?: Promise<string>,
  ): Promise<Ready> {
    const body = await (given ?? readHit(request));
    const hit = await prepare(request, response, body);
    // No later step needs the headers.
    request.headers = {};
    request.rawHeaders = [];
    return body.length > LARGE_HIT ? structuredClone(hit) : hit;
  }

  // Ignores the content type: browsers send JSON as text/plain to avoid the CORS preflight.
  const receive = (request: IncomingMessage, response: ServerResponse, given?: Promise<string>) =>
    measured(() => read(request, response, given).then(store));

  function accept(response: ServerResponse, reason: Outcome): void {
    countAnswer(measures, 'hit', 202);
    if (response.headersSent) return;
    response.writeHead(202, reason ? [...accepted, DROPPED, reason] : accepted).end();
  }

  function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const { status, headers, body } = toHttp(toError(error));
    countAnswer(measures, 'hit', status);
    if (response.headersSent) return;
    const text = Buffer.from(JSON.stringify(body));
    const ofBody = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(text.length)];
    response.writeHead(status, [...failed, ...inTurn(headers), ...ofBody]);
    if (request.complete) response.end(text);
    else endLater(request, response, text);
  }

  function isHit({ method, url = '', headers }: IncomingMessage): boolean {
    // Koa's middlewares refuse a request without Host.
    if (method !== 'POST' || headers.host === undefined) return false;
    if (paths.includes(url)) return true;
    const query = url.indexOf('?');
    return query > 0 && paths.includes(url.slice(0, query));
  }

  function respond(request: IncomingMessage, response: ServerResponse, given?: Promise<string>): void {
    receive(request, response, given).then(
      (reason) => accept(response, reason),
      (error) => refuse(request, response, error),
    );
  }

  return {
    take: async (ctx, body) => {
      const { req, res } = ctx;
      acceptByKoa(ctx, await measured(() => prepare(req, res, body).then(store)));
    },
    post: async (ctx) => {
      ctx.state.kind = 'hit' satisfies AnswerKind;
      // No body. Set before the status, because a null body makes Koa set 204.
      ctx.body = null;
      acceptByKoa(ctx, await receive(ctx.req, ctx.res));
    },
    answer(request, response) {
      if (!isHit(request)) return false;
      respond(request, response);
      return true;
    },
    answerBody: respond,
  };
}

/** Answers a hit that was stored, or dropped for a reason. */
function acceptByKoa(ctx: KoaContext, reason: Outcome): void {
  if (reason) ctx.set(DROPPED, reason);
  ctx.status = 202;
}

/** Returns a function that counts a hit by its outcome, and measures its duration. */
const counted = (measureHit: Measures['hit']) => async (receiving: () => Promise<Outcome>) => {
  const started = performance.now();
  const done = (outcome: Outcome | 'refused') => measureHit(outcome, (performance.now() - started) / 1000);
  try {
    const reason = await receiving();
    done(reason);
    return reason;
  } catch (error) {
    done('refused');
    throw error;
  }
};
