/** Compiles TypeScript for the tests. @swc/core removes the types, and `await using`, which Node 22 lacks. */
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { transformSync } = require('@swc/core');

/**
 * @param {string} filename the path of a `.ts` or `.tsx` file.
 * @returns {{ source: string, code: string, map: string }} the file, the module made of it, and the source
 *   map as JSON.
 */
exports.compile = (filename) => {
  const source = readFileSync(filename, 'utf8');
  const { code, map } = transformSync(source, {
    filename,
    sourceFileName: path.basename(filename),
    sourceMaps: true,
    isModule: true,
    module: { type: 'es6' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: filename.endsWith('x') },
      transform: { react: { runtime: 'automatic' } },
      experimental: { keepImportAttributes: true },
    },
  });
  return { source, code, map };
};
