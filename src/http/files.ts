import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context as KoaContext } from 'koa';
import { notFound } from '../errors.ts';
import type { Encoded, Encoding } from '../tracker/encodings.ts';
import type { AnswerKind } from './headers.ts';

/**
 * Sends a file that is named after its content, compressed as it was when it was built, where the browser
 * takes it.
 * @throws AppError `not_found` where there is none.
 */
export async function sendBuilt(ctx: KoaContext, file: string): Promise<void> {
  const encoding = bestEncoding(ctx);
  const suffix = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : '';
  const size = await sizeOf(file + suffix);
  if (size === null) throw notFound();
  ctx.vary('Accept-Encoding');
  if (suffix) ctx.set('Content-Encoding', suffix === '.br' ? 'br' : 'gzip');
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  send(ctx, file + suffix, size, path.extname(file));
}

/** Sends the smallest encoding that the browser accepts, or 304 if it has that already. The type and caching are the caller's. */
export function sendEncoded(ctx: KoaContext, encodings: Record<Encoding, Encoded>): void {
  const encoding = bestEncoding(ctx);
  const { bytes, etag } = encodings[encoding];
  ctx.vary('Accept-Encoding');
  ctx.etag = etag;
  // Koa's `fresh` looks at successful answers only.
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  // Not compressed again by the middleware.
  ctx.compress = false;
  ctx.length = bytes.length;
  ctx.body = bytes;
}

/** Sends a file as it is, to be kept for a day. Throws AppError `not_found` where there is none. */
export async function sendSmall(ctx: KoaContext, file: string): Promise<void> {
  const size = await sizeOf(file);
  if (size === null) throw notFound();
  ctx.set('Cache-Control', 'public, max-age=86400');
  send(ctx, file, size, path.extname(file));
}

function send(ctx: KoaContext, file: string, size: number, extension: string): void {
  ctx.state.kind = (extension === '.svg' ? 'picture' : 'asset') satisfies AnswerKind;
  ctx.type = extension;
  ctx.length = size;
  ctx.body = createReadStream(file);
}

/**
 * The smallest encoding that the client accepts. Asked one by one: browsers send `gzip, deflate, br` without weights, and
 * `acceptsEncodings` would return the first of theirs.
 */
function bestEncoding(ctx: KoaContext): Encoding {
  return (['br', 'gzip'] as const).find((encoding) => ctx.acceptsEncodings(encoding)) ?? 'identity';
}

function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    (entry) => entry.size,
    () => null,
  );
}
