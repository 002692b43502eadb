import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { encodeTracker } from '../src/tracker/encodings.ts';

const entry = fileURLToPath(new URL('../src/tracker/browser/footfall.ts', import.meta.url));

/** Bundles and minifies the browser tracker. The sizes are in bytes, compressed as the server sends it. */
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
    // Ignores the tsconfig.json beside it: its `strict` would add a "use strict" directive to the tracker.
    tsconfigRaw: {},
    write: false,
    logLevel: 'silent',
  });
  const file = result.outputFiles[0];
  if (!file) throw new Error('esbuild gave no output for the tracker');
  // The semicolon ends a script before it that has none, in files that optimizers concatenate.
  const code = `;${file.text}`;
  const { gzip, br } = encodeTracker(code);
  return { code, gzip: gzip.bytes.length, brotli: br.bytes.length };
}
