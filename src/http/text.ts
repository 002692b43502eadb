import type { Context as KoaContext } from 'koa';
import getRawBody from 'raw-body';
import { AppError } from '../errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Bodies up to this size are always accepted: `maxConnections` (connections.ts) bounds their sum. */
const SMALL = 16 * 1024;
/** Bytes that the larger ones of all clients may take while they are received, in this process. */
const LARGE_TOTAL = 64 * 1024 * 1024;
let receiving = 0;

/** Counts a body while it is received. Throws AppError 503 if it does not fit. @returns ends the count. */
function reserve(bytes: number): () => void {
  if (bytes <= SMALL) return () => undefined;
  if (receiving + bytes > LARGE_TOTAL)
    throw new AppError(
      'unavailable',
      `Too many large requests are being received: try again, or send at most ${SMALL / 1024} KiB.`,
      { retryAfter: 1 },
    );
  receiving += bytes;
  return () => {
    receiving -= bytes;
  };
}

/**
 * The body of a request as text, whatever its type says.
 * @param limit in bytes.
 * @param what names it in errors: `The hit`.
 * @throws AppError 413; 400 for a body that ends early or is not UTF-8; 503 while too many large ones are received.
 */
export async function readText(ctx: KoaContext, limit: number, what: string): Promise<string> {
  const length = ctx.get('content-length') || null;
  const release = reserve(length === null ? limit : Math.min(Number(length), limit));
  const body = await getRawBody(ctx.req, { length, limit })
    .catch((error: { status?: number }) => {
      if (error.status === 413) {
        throw new AppError('payload_too_large', `${what} must be at most ${limit / 1024} KiB long.`);
      }
      throw new AppError('bad_request', `${what} cannot be read: the body ended early.`);
    })
    .finally(release);
  try {
    return decoder.decode(body);
  } catch {
    throw new AppError('bad_request', `${what} cannot be read: the body must be valid UTF-8.`);
  }
}
