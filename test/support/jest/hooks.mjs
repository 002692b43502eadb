/** Module hooks of Node: TypeScript, and a copy of the modules of `test/` for each test file. */
import { fileURLToPath } from 'node:url';
import { compile } from './typescript.cjs';

const TESTS = new URL('../../', import.meta.url).href;
const GLOBALS = new URL('globals.mjs', import.meta.url).href;

/** Continues synchronously where Node runs the hooks in the thread of the tests (`module.registerHooks`). */
const then = (value, next) => (value instanceof Promise ? value.then(next) : next(value));

/** Modules of `test/` inherit the query of the test file that imports them, by which they are its own. */
export function resolve(specifier, context, next) {
  const { search } = context.parentURL?.startsWith(TESTS) ? new URL(context.parentURL) : { search: '' };
  if (specifier === '@jest/globals')
    return { url: `${GLOBALS}${search}`, format: 'module', shortCircuit: true };
  return then(next(specifier, context), (found) =>
    search && found.url.startsWith(TESTS) && !found.url.includes('?')
      ? { ...found, url: `${found.url}${search}` }
      : found,
  );
}

export function load(url, context, next) {
  if (!/^file:.*\.tsx?(\?|$)/.test(url)) return next(url, context);
  return { format: 'module', shortCircuit: true, source: compile(fileURLToPath(url)).code };
}
