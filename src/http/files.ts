import path from 'node:path';
import { send } from '@koa/send';
import type { Context as KoaContext } from 'koa';
import type { Encoded, Encoding } from '../tracker/encodings.ts';
import type { AnswerKind } from './headers.ts';

/**
 * Sends a file whose name changes with its content. Sends the variant that the build compressed, if the
 * browser accepts its encoding.
 * @param name a checked name of a file in `folder`.
 * @throws HttpError 404 if the file does not exist.
 */
export async function sendBuilt(ctx: KoaContext, folder: string, name: string): Promise<void> {
  ctx.vary('Accept-Encoding');
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  setKind(ctx, name);
  await send(ctx, name, { root: folder });
}

/**
 * Sends a file uncompressed, cacheable for one day.
 * @param name a checked name of a file in `folder`.
 * @throws HttpError 404 if the file does not exist.
 */
export async function sendSmall(ctx: KoaContext, folder: string, name: string): Promise<void> {
  ctx.set('Cache-Control', 'public, max-age=86400');
  setKind(ctx, name);
  await send(ctx, name, { root: folder, brotli: false, gzip: false });
}

function setKind(ctx: KoaContext, name: string): void {
  ctx.state.kind = (path.extname(name) === '.svg' ? 'picture' : 'asset') satisfies AnswerKind;
}

/** Sends the smallest encoding that the client accepts. The caller sets the content type and the caching. */
export function sendEncoded(ctx: KoaContext, encodings: Record<Encoding, Encoded>): void {
  const encoding = bestEncoding(ctx);
  const { bytes, etag } = encodings[encoding];
  ctx.vary('Accept-Encoding');
  ctx.etag = etag;
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  // Prevents the middleware from compressing it again.
  ctx.compress = false;
  ctx.body = bytes;
}

/**
 * Returns the smallest encoding that the client accepts. Each is checked on its own: browsers send
 * `gzip, deflate, br` without weights, and `acceptsEncodings` would return the first in their list.
 */
function bestEncoding(ctx: KoaContext): Encoding {
  return (['br', 'gzip'] as const).find((encoding) => ctx.acceptsEncodings(encoding)) ?? 'identity';
}
