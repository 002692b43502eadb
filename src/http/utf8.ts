import type { Context as KoaContext } from 'koa';
import { AppError } from '../errors.ts';

/** The replacement character: decoders insert it for bytes that are not valid UTF-8. */
const REPLACEMENT = '\uFFFD';

/** Whether a decoded text was valid UTF-8. */
export function isDecoded(text: string): boolean {
  return !text.includes(REPLACEMENT);
}

/** Whether form fields or a query string, with their percent escapes, are valid UTF-8. */
export function isWellEncoded(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return isDecoded(encoded);
  } catch {
    return false;
  }
}

/** @throws AppError `bad_request` if the query string is not valid UTF-8. */
export function requireReadableQuery(ctx: KoaContext): void {
  if (!isWellEncoded(ctx.querystring)) {
    throw new AppError('bad_request', 'The query string cannot be read: it must be valid UTF-8.');
  }
}
