import type { Context as KoaContext, Middleware } from 'koa';
import { AppError, fromStatus, internal, notFound, toHttp } from '../errors.ts';
import type { Log } from '../log.ts';

/** Answers with an error in its HTTP form. */
export function answerError(ctx: KoaContext, error: AppError): void {
  const { status, headers, body } = toHttp(error);
  ctx.set(headers);
  ctx.status = status;
  ctx.body = body;
}

/**
 * The one place where what is thrown becomes an answer. An AppError is meant for the caller; anything else is
 * a defect: it goes to the log under a request id, and the caller gets that id and no internals.
 */
export function errorAnswers(log: Log, newId: () => string): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.body === undefined || ctx.body === null) {
        // What the router leaves: 404 for an unknown path, 405 with Allow for an unknown method on a known
        // one.
        if (ctx.status === 404) answerError(ctx, notFound());
        else if (ctx.status === 405 || ctx.status === 501) {
          answerError(
            ctx,
            fromStatus(405, `Method not allowed. This path takes: ${ctx.response.get('Allow')}.`),
          );
        }
      }
    } catch (error) {
      answerError(ctx, known(error) ?? unknown(error));
    }
  };

  function unknown(error: unknown): AppError {
    const requestId = newId();
    log.error({ err: error, requestId }, 'A request failed');
    return internal(requestId);
  }
}

/**
 * The AppError that was thrown, or that stands for a client's fault that a library found; null for a defect.
 */
function known(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { status, expose } = error as { status?: number; expose?: boolean };
  return expose && status !== undefined && status >= 400 && status < 500 ? fromStatus(status) : null;
}
