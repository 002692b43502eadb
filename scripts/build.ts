/**
 * `npm run build`: builds the server, the command line, the tracker, the pages and GraphiQL into dist/, with
 * the notices of the packages in them.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../src/root.ts';
import { buildGraphiql } from './build-graphiql.ts';
import { buildTracker } from './build-tracker.ts';
import { buildWeb } from './build-web.ts';
import { collectNotices, modulesOf } from './notices.ts';

/**
 * Packages that the built server loads from node_modules: the `dependencies` of package.json. They contain
 * native modules, data or workers. Everything else is bundled, because one file loads faster than a thousand.
 */
const UNBUNDLED = [
  ...Object.keys(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')).dependencies),
  // An optional native module that `pg` uses if it is installed.
  'pg-native',
].flatMap((name) => [name, `${name}/*`]);

const dist = path.join(root, 'dist');
await rm(dist, { recursive: true, force: true });
await mkdir(dist);

const tracker = await buildTracker();
await writeFile(path.join(dist, 'script.js'), tracker.code);
await writeFile(path.join(dist, 'more.js'), tracker.more.code);
await buildGraphiql(path.join(dist, 'graphiql'));
const webModules = await buildWeb(path.join(dist, 'web'));

const { metafile } = await build({
  entryPoints: {
    main: path.join(root, 'src/app/main.ts'),
    cli: path.join(root, 'src/cli/main.ts'),
    demo: path.join(root, 'src/app/demo.ts'),
    thread: path.join(root, 'src/ingest/recorder/thread.ts'),
    readThread: path.join(root, 'src/db/sqlite/readThread.ts'),
    analysisThread: path.join(root, 'src/engine/columns/thread.ts'),
    exportThread: path.join(root, 'src/transfer/exports/thread.ts'),
    importThread: path.join(root, 'src/transfer/uploads/thread.ts'),
    reportThread: path.join(root, 'src/app/reportThread.ts'),
  },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  // Prefers ESM: esbuild accesses each export of a CommonJS module through a getter, which is slow in
  // GraphQL, which uses its own exports for every field of a response.
  mainFields: ['module', 'main'],
  // Removes development checks of libraries, which GraphQL makes for every value of a response.
  define: { 'process.env.NODE_ENV': '"production"' },
  target: 'node20',
  external: [...UNBUNDLED],
  // Provides `require` to the CommonJS packages in the bundle.
  banner: {
    js:
      "import { createRequire as requireOf } from 'node:module';\n" +
      'const require = requireOf(import.meta.url);',
  },
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
});
const notices = await collectNotices(root, [...modulesOf(metafile), ...webModules]);
await writeFile(path.join(dist, 'NOTICES.txt'), notices);

process.stdout.write(
  `Built dist/. The tracker is ${tracker.gzip} bytes with gzip, ${tracker.brotli} with brotli; ` +
    `its second script is ${tracker.more.gzip} and ${tracker.more.brotli}.\n`,
);
