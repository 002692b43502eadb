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
 * Compresses the tracker with the strongest settings of each encoding. Takes a few milliseconds: cache the
 * result.
 */
export function encodeTracker(code: string): Record<Encoding, Encoded> {
  const identity = Buffer.from(code);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  const br = brotliCompressSync(identity, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });
  const gzip = gzipSync(identity, { level: constants.Z_BEST_COMPRESSION });
  return {
    br: { bytes: br, etag: `"${hash}-br"` },
    gzip: { bytes: gzip, etag: `"${hash}-gzip"` },
    identity: { bytes: identity, etag: `"${hash}"` },
  };
}
