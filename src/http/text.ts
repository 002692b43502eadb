import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { AppError } from '../errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Bodies up to this size are always accepted: `maxConnections` (connections.ts) bounds their sum. */
const SMALL = 16 * 1024;
/** Maximum sum, in bytes, of all larger bodies that this process receives at the same time. */
const LARGE_TOTAL = 64 * 1024 * 1024;
let receiving = 0;

/**
 * Counts a body while it is being received.
 * @returns a function that ends the count.
 * @throws AppError 503 if the sum of bodies would be too large.
 */
function reserve(bytes: number): () => void {
  if (bytes <= SMALL) return () => undefined;
  if (receiving + bytes > LARGE_TOTAL)
    throw new AppError(
      'unavailable',
      `Too many large requests at once: try again, or send at most ${SMALL / 1024} KiB.`,
      { retryAfter: 1 },
    );
  receiving += bytes;
  return () => {
    receiving -= bytes;
  };
}

/** The error for a body above the limit. The parameters are those of {@link readBytes}. */
export const tooLong = (limit: number, what: string) =>
  new AppError('payload_too_large', `${what} must be at most ${limit / 1024} KiB long.`);

/**
 * Reads the body of a request.
 * @param limit in bytes.
 * @param what names the body in error messages, for example `The hit`.
 * @throws AppError 413 above the limit; 400 if the body ends early; 503 while too many large bodies are being
 *   received.
 */
export async function readBytes(request: IncomingMessage, limit: number, what: string): Promise<Buffer> {
  const length = request.headers['content-length'] || null;
  const release = reserve(length === null ? limit : Math.min(Number(length), limit));
  return getRawBody(request, { length, limit })
    .catch((error: { status?: number }) => {
      if (error.status === 413) {
        throw tooLong(limit, what);
      }
      throw new AppError('bad_request', `${what} cannot be read: the body ended early.`);
    })
    .finally(release);
}

/**
 * Reads the body of a request as text, whatever its content type is.
 * @throws AppError as {@link readBytes}; 400 if the body is not UTF-8.
 */
export async function readText(request: IncomingMessage, limit: number, what: string): Promise<string> {
  const body = await readBytes(request, limit, what);
  try {
    return decoder.decode(body);
  } catch {
    throw new AppError('bad_request', `${what} cannot be read: the body must be valid UTF-8.`);
  }
}
