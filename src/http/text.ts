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

/**
 * Reads the body of a request as text, whatever its content type is.
 * @param limit in bytes.
 * @param what names the body in error messages, for example `The hit`.
 * @throws AppError 413 above the limit; 400 if the body ends early or is not UTF-8; 503 while too many large
 *   bodies are being received.
 */
export async function readText(request: IncomingMessage, limit: number, what: string): Promise<string> {
  const length = request.headers['content-length'] || null;
  const release = reserve(length === null ? limit : Math.min(Number(length), limit));
  const body = await getRawBody(request, { length, limit })
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
