import type { Middleware } from 'koa';
import { AppError } from '../errors.ts';
import { lazy } from './lazy.ts';
import { isDecoded, isWellEncoded } from './utf8.ts';

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

const parse = lazy(async () => (await import('./parseBody.ts')).parseBody);

const wellFormed: Middleware = async (ctx, next) => {
  const { body, rawBody = '' } = ctx.request;
  const encoded = ctx.request.is('urlencoded') ? isWellEncoded(rawBody) : isDecoded(rawBody);
  if (!encoded) throw new AppError('bad_request', 'The body cannot be read: it must be valid UTF-8.');
  if (typeof body === 'object' && Array.isArray(body)) {
    throw new AppError('bad_request', 'The body must be a JSON object, not an array.');
  }
  await next();
};

/**
 * Middlewares that parse form fields or JSON into `ctx.request.body`, an object. It is empty without a body.
 * @throws AppError 400, 413 or 415 if the body cannot be read.
 */
export const readBody: Middleware[] = [readable, parse, wellFormed];
