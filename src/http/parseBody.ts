import { bodyParser } from '@koa/bodyparser';
import { AppError } from '../errors.ts';

const LIMIT = 100 * 1024;

/** Parses JSON or form fields into `ctx.request.body`. body.ts loads this module on demand. */
export const parseBody = bodyParser({
  enableTypes: ['json', 'form'],
  jsonLimit: LIMIT,
  formLimit: LIMIT,
  // Replaces the parser's own list.
  extendTypes: { json: ['application/json', 'application/*+json'] },
  onError(error) {
    const { status } = error as Error & { status?: number };
    if (status === 413) {
      throw new AppError('payload_too_large', `The body must be at most ${LIMIT / 1024} KiB long.`);
    }
    if (status === 415) {
      throw new AppError(
        'unsupported_media_type',
        'The body must be UTF-8, uncompressed or compressed with gzip.',
      );
    }
    throw new AppError('bad_request', 'The body cannot be read: it must be well-formed JSON or form fields.');
  },
});
