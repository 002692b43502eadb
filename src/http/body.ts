import { bodyParser } from '@koa/bodyparser';
import type { Middleware } from 'koa';
import { AppError } from '../errors.ts';
import { isDecoded, isWellEncoded } from './utf8.ts';

const LIMIT = 100 * 1024;
const TYPES = ['json', 'application/*+json', 'urlencoded'];

const readable: Middleware = async (ctx, next) => {
  const isEmpty =
    ctx.request.length === 0 || (ctx.request.length === undefined && !ctx.get('transfer-encoding'));
  if (!isEmpty && !ctx.request.is(TYPES)) {
    throw new AppError(
      'unsupported_media_type',
      'The body must be of type application/x-www-form-urlencoded or application/json.',
    );
  }
  await next();
};

const parse = bodyParser({
  enableTypes: ['json', 'form'],
  jsonLimit: LIMIT,
  formLimit: LIMIT,
  // Takes the place of the parser's own list.
  extendTypes: { json: ['application/json', 'application/*+json'] },
  onError(error) {
    const { status } = error as Error & { status?: number };
    if (status === 413) {
      throw new AppError('payload_too_large', `The body must be at most ${LIMIT / 1024} KiB long.`);
    }
    if (status === 415) {
      throw new AppError('unsupported_media_type', 'The body must be in UTF-8, with no or gzip encoding.');
    }
    throw new AppError('bad_request', 'The body cannot be read: it must be well-formed JSON or form fields.');
  },
});

const wellFormed: Middleware = async (ctx, next) => {
  const { body, rawBody = '' } = ctx.request;
  const encoded = ctx.request.is('urlencoded') ? isWellEncoded(rawBody) : isDecoded(rawBody);
  if (!encoded) throw new AppError('bad_request', 'The body cannot be read: it must be valid UTF-8.');
  if (typeof body === 'object' && Array.isArray(body)) {
    throw new AppError('bad_request', 'The body must be a JSON object of fields, not a list.');
  }
  await next();
};

/**
 * Middlewares that read form fields or JSON into `ctx.request.body`, an object; empty without a body.
 * @throws AppError 400, 413 or 415 for what cannot be read.
 */
export const readBody: Middleware[] = [readable, parse, wellFormed];
