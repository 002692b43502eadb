import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The response body in one encoding. */
export interface Encoded {
  bytes: Buffer;
  /** A strong ETag. Each encoding has its own, as the bytes differ. */
  etag: string;
}

/**
 * Parameters of Brotli that change the size of a small text, with no rule which ones are best: the mode, the
 * window, and the code of distances.
 */
const VARIANTS = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_TEXT].flatMap((mode) =>
  [10, 11, 16].flatMap((window) => [0, 1, 2, 3].map((postfix) => ({ mode, window, postfix }))),
);

/** Compresses a text with each variant. @returns the shortest result. */
function shortestBrotli(text: Buffer): Buffer {
  const results = VARIANTS.map(({ mode, window, postfix }) =>
    brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: mode,
        [constants.BROTLI_PARAM_LGWIN]: window,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      },
    }),
  );
  return results.reduce((shortest, one) => (one.length < shortest.length ? one : shortest));
}

/**
 * Compresses the tracker with the strongest settings of each encoding. Takes some 50 milliseconds: cache the
 * result.
 */
export function encodeTracker(code: string): Record<Encoding, Encoded> {
  const identity = Buffer.from(code);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  const br = shortestBrotli(identity);
  const gzip = gzipSync(identity, { level: constants.Z_BEST_COMPRESSION });
  return {
    br: { bytes: br, etag: `"${hash}-br"` },
    gzip: { bytes: gzip, etag: `"${hash}-gzip"` },
    identity: { bytes: identity, etag: `"${hash}"` },
  };
}
