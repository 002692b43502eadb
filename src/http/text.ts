import type { Context as KoaContext } from 'koa';
import getRawBody from 'raw-body';
import { AppError } from '../errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The body of a request as text, whatever its type says.
 * @param limit in bytes.
 * @param what names it in errors: `The hit`.
 * @throws AppError 413, or 400 for a body that ends early or is not UTF-8.
 */
export async function readText(ctx: KoaContext, limit: number, what: string): Promise<string> {
  const length = ctx.get('content-length') || null;
  const body = await getRawBody(ctx.req, { length, limit }).catch((error: { status?: number }) => {
    if (error.status === 413) {
      throw new AppError('payload_too_large', `${what} must be at most ${limit / 1024} KiB long.`);
    }
    throw new AppError('bad_request', `${what} cannot be read: the body ended early.`);
  });
  try {
    return decoder.decode(body);
  } catch {
    throw new AppError('bad_request', `${what} cannot be read: the body must be valid UTF-8.`);
  }
}
