const { createRequire } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');
const { loadTypeScript } = require('./loader.cjs');

const CIRCUS = require.resolve('jest-circus/runner');
let files = 0;

class Runtime extends JestRuntime {
  installGetBuiltinModule() {}
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(path);
  }
  unstable_shouldLoadAsEsm() {
    return true;
  }
  async unstable_importModule(path) {
    await loadTypeScript();
    globalThis[Symbol.for('footfall.jest')] = this.jestGlobals.cjsGlobals(path);
    files += 1;
    await import(`${pathToFileURL(path)}?test=${files}`);
  }
}
module.exports = { default: Runtime, __esModule: true };
