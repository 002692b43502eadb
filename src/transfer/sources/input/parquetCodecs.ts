import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { type Compressors, snappyUncompress } from 'hyparquet';

/**
 * The codecs that BigQuery and DuckDB write. `length` is what the header of the page says, which was checked:
 * none of them returns more.
 */
export const COMPRESSORS: Compressors = {
  SNAPPY(bytes, length) {
    const page = new Uint8Array(length);
    snappyUncompress(bytes, page);
    return page;
  },
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: Math.max(length, 1) }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(length, 1) }),
  ZSTD: (bytes, length) => decompress(bytes, new Uint8Array(length)),
};
