/** Loads a module of `src/` and its imports once for each worker process (jest.config.js). */
const { transformSync } = require('@swc/core');

const options = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript' },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'commonjs', importInterop: 'node' },
  sourceMaps: 'inline',
};

require.extensions['.ts'] = (module, filename) => {
  const { readFileSync } = require('node:fs');
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
  module._compile(code, filename);
};

module.exports = (name) => require(`../../../src/${name}`);
