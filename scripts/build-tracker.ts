import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';

const entry = fileURLToPath(new URL('../src/tracker/browser/footfall.ts', import.meta.url));

/** Bundles and minifies the browser tracker; the sizes are in bytes, at the best compression levels. */
export async function buildTracker(): Promise<{ code: string; gzip: number; brotli: number }> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    target: 'es2018',
    format: 'esm',
    platform: 'browser',
    charset: 'utf8',
    legalComments: 'none',
    // Not the tsconfig.json beside it: `strict` there would only add a directive to what every page loads.
    tsconfigRaw: {},
    write: false,
    logLevel: 'silent',
  });
  const file = result.outputFiles[0];
  if (!file) throw new Error('esbuild gave no output for the tracker');
  const [gzipped, brotlied] = await Promise.all([
    promisify(gzip)(file.contents, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(file.contents, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: file.contents.length,
      },
    }),
  ]);
  return { code: file.text, gzip: gzipped.length, brotli: brotlied.length };
}
