import type { Context as KoaContext, Middleware } from 'koa';
import { AppError, fromStatus, internal, notFound, toHttp } from '../errors.ts';
import type { Log } from '../log.ts';

/** Sends an error as the response. */
function answerError(ctx: KoaContext, error: AppError): void {
  const { status, headers, body } = toHttp(error);
  ctx.set(headers);
  ctx.status = status;
  ctx.body = body;
}

/**
 * Returns a function that returns what a client learns of a thrown error. An AppError is meant for the
 * client. Any other error is a defect: it is logged under a request id, and the client gets that id and no
 * internals.
 */
export function thrownErrors(log: Log, newId: () => string): (error: unknown) => AppError {
  return (error) => known(error) ?? unknown(error);

  function unknown(error: unknown): AppError {
    const requestId = newId();
    log.error({ err: error, requestId }, 'A request failed');
    return internal(requestId);
  }
}

/** Converts all errors that later middlewares throw to responses. */
export function errorAnswers(toError: ReturnType<typeof thrownErrors>): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.body === undefined || ctx.body === null) {
        // The router sets only the status: 404 for an unknown path, 405 with Allow for an unknown method of a
        // known path.
        if (ctx.status === 404) answerError(ctx, notFound());
        else if (ctx.status === 405 || ctx.status === 501) {
          answerError(
            ctx,
            fromStatus(405, `Method not allowed. This path supports: ${ctx.response.get('Allow')}.`),
          );
        }
      }
    } catch (error) {
      answerError(ctx, toError(error));
    }
  };
}

/**
 * Returns the thrown AppError, or creates one for a client error that a library found; null for a defect.
 */
function known(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { status, expose } = error as { status?: number; expose?: boolean };
  return expose && status !== undefined && status >= 400 && status < 500 ? fromStatus(status) : null;
}
