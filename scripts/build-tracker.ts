import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { encodeTracker } from '../src/tracker/encodings.ts';
import { TRACKER_LETTERS } from './trackerLetters.ts';

/** A script for browsers. The sizes are in bytes, compressed as the server sends it. */
interface BrowserScript {
  code: string;
  gzip: number;
  brotli: number;
}

const NAMES = new RegExp(`\\b(?:${Object.keys(TRACKER_LETTERS).join('|')})\\b`, 'g');

/**
 * Bundles and minifies a script of the tracker.
 * @param letters whether the local names get the letters of TRACKER_LETTERS, or those that esbuild chooses.
 */
async function buildScript(name: string, letters: boolean): Promise<BrowserScript> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(`../src/tracker/browser/${name}`, import.meta.url))],
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: !letters,
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
  const text = letters ? file.text.replace(NAMES, (local) => TRACKER_LETTERS[local] ?? local) : file.text;
  // The semicolon ends a script before it that has none, in files that optimizers concatenate.
  const code = `;${text}`;
  const { gzip, br } = encodeTracker(code);
  return { code, gzip: gzip.bytes.length, brotli: br.bytes.length };
}

/** Builds the tracker, and the second script that it loads. */
export async function buildTracker(): Promise<BrowserScript & { more: BrowserScript }> {
  const [script, more] = await Promise.all([buildScript('footfall.ts', true), buildScript('more.ts', false)]);
  return { ...script, more };
}
