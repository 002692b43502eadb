import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const TESTS = new URL('../../', import.meta.url).href;
const GLOBALS = new URL('globals.mjs', import.meta.url).href;

export async function resolve(specifier, context, next) {
  const { search } = context.parentURL?.startsWith(TESTS) ? new URL(context.parentURL) : { search: '' };
  if (specifier === '@jest/globals') return { url: `${GLOBALS}${search}`, format: 'module', shortCircuit: true };
  const found = await next(specifier, context);
  if (search && found.url.startsWith(TESTS)) return { ...found, url: `${found.url}${search}` };
  return found;
}

export async function load(url, context, next) {
  const { pathname } = new URL(url);
  if (!/\.tsx?$/.test(pathname)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: pathname.endsWith('x') },
      transform: { react: { runtime: 'automatic' } },
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
    isModule: true,
    sourceMaps: 'inline',
  });
  return { format: 'module', shortCircuit: true, source: code };
}
