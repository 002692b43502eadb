import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context as KoaContext } from 'koa';
import { notFound } from '../errors.ts';
import type { Encoded, Encoding } from '../tracker/encodings.ts';
import type { AnswerKind } from './headers.ts';

/**
 * Sends a file whose name changes with its content. Sends the variant that the build compressed, if the
 * browser accepts its encoding.
 * @throws AppError `not_found` if the file does not exist.
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

/**
 * Sends the smallest encoding that the browser accepts, or 304 if the browser has it already. The caller sets
 * the content type and the caching.
 */
export function sendEncoded(ctx: KoaContext, encodings: Record<Encoding, Encoded>): void {
  const encoding = bestEncoding(ctx);
  const { bytes, etag } = encodings[encoding];
  ctx.vary('Accept-Encoding');
  ctx.etag = etag;
  // Koa's `fresh` requires a successful status.
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  // Prevents the middleware from compressing it again.
  ctx.compress = false;
  ctx.length = bytes.length;
  ctx.body = bytes;
}

/**
 * Sends a file uncompressed, cacheable for one day.
 * @throws AppError `not_found` if the file does not exist.
 */
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
 * Returns the smallest encoding that the client accepts. Each is checked on its own: browsers send
 * `gzip, deflate, br` without weights, and `acceptsEncodings` would return the first in their list.
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
