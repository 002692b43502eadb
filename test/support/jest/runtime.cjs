/**
 * Runs test files as ordinary modules of Node instead of Jest's copies in a `vm` context. Evaluating the
 * product and its packages takes about a second, which a worker process so spends once instead of once per
 * file (docs/decisions/046-tests-share-the-product.md).
 */
const asyncHooks = require('node:async_hooks');
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector/promises');
const { register, registerHooks } = require('node:module');
const path = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');
const { compile } = require('./typescript.cjs');

const SOURCES = path.resolve(__dirname, '../../../src');

let hooked = false;
let files = 0;
/** One for all files, because Jest keeps what it has read of each. */
let sourceMaps;
/** V8's profiler while coverage is collected. */
let profiler = null;

/** Node 20 has `register` only, which runs the hooks in a thread; Node 26 warns of it. */
async function hookModules() {
  if (hooked) return;
  hooked = true;
  if (registerHooks) registerHooks(await import('./hooks.mjs'));
  else register('./hooks.mjs', pathToFileURL(__filename));
}

/** The source map of a module, by its URL in a stack, in Jest's cache. Compiled again, as it is seldom needed. */
class SourceMaps extends Map {
  constructor(folder) {
    super();
    this.folder = folder;
  }

  get(url) {
    if (!super.has(url) && /^file:.*\.tsx?(\?|$)/.test(url))
      super.set(url, this.write(compile(fileURLToPath(url))));
    return super.get(url);
  }

  write({ code, map }) {
    const file = path.join(this.folder, `${createHash('sha256').update(code).digest('hex')}.map`);
    mkdirSync(this.folder, { recursive: true });
    if (!existsSync(file)) writeFileSync(file, map);
    return file;
  }
}

/**
 * Which test runs, for jest-circus: in place of its AsyncLocalStorage, which it makes anew for each file and
 * never disables, and which Node 20 visits at every promise. After 200 files that took a tenth of the time.
 * The tests of a file run one after the other.
 */
class RunningTest {
  run(test, callback) {
    const outer = this.test;
    this.test = test;
    return callback().finally(() => {
      this.test = outer;
    });
  }

  getStore() {
    return this.test;
  }
}

class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const [config, , , , , coverage] = args;
    sourceMaps ??= new SourceMaps(path.join(config.cacheDirectory, 'maps'));
    this.sourceMaps = sourceMaps;
    this.covers = (file) =>
      file.startsWith(SOURCES) && JestRuntime.shouldInstrument(file, coverage, config, undefined);
  }

  /** `process` is Node's own here. Jest replaces this function in a copy. */
  installGetBuiltinModule() {}

  /** Loads jest-circus anew: it keeps the tests of a file in its modules and in a global. */
  requireInternalModule(file) {
    delete require.cache[file];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    // Node 24 and later have a getter here.
    const own = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
      value: RunningTest,
      configurable: true,
      enumerable: true,
    });
    try {
      return require(file);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', own);
    }
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(file) {
    await hookModules();
    globalThis[Symbol.for('footfall.jest')] = this.jestGlobals.cjsGlobals(file);
    files += 1;
    await import(`${pathToFileURL(file)}?test=${files}`);
  }

  getSourceMaps() {
    return this.sourceMaps;
  }

  /**
   * Counts from the first file of the worker process on: V8 counts the branches only of functions that it
   * compiles while it counts, and `src/` is compiled once. Jest would start and stop for each file.
   */
  async collectV8Coverage() {
    if (!profiler) {
      profiler = new Session();
      profiler.connect();
      await profiler.post('Profiler.enable');
      await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    }
  }

  /** Takes the counts since the file before, and begins again with none. */
  async stopCollectingV8Coverage() {
    this.counts = (await profiler.post('Profiler.takePreciseCoverage')).result;
  }

  /** V8's coverage of `src/`, for `--coverage --coverageProvider=v8`. */
  getAllV8CoverageInfoCopy() {
    return this.counts
      .filter(({ url }) => url.startsWith('file:'))
      .map((result) => ({ ...result, url: fileURLToPath(result.url) }))
      .filter(({ url }) => this.covers(url))
      .map((result) => {
        const { source, code, map } = compile(result.url);
        const sourceMapPath = this.sourceMaps.write({ code, map });
        return { result, codeTransformResult: { code, originalCode: source, sourceMapPath } };
      });
  }
}

module.exports = { __esModule: true, default: Runtime };
