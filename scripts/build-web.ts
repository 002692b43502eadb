import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import { build, type Plugin } from 'vite';
import { root } from '../src/root.ts';
import { formSettings } from '../src/websites/settings.ts';
import { writeBrands } from './brands.ts';
import { compressFolder } from './compress.ts';
import { documentTexts } from './documents.ts';
import { modulesOf } from './notices.ts';
import { compileAll, LANGUAGE_NAMES, readTexts, type TextFile } from './texts.ts';
import { timeZoneNames } from './timeZoneNames.ts';
import { readWorld } from './world.ts';

const require = createRequire(import.meta.url);

/** Modules that both pages load before they show anything. */
const SHARED = [
  /node_modules\/(react|react-dom|scheduler|urql|@urql\/core|wonka|@0no-co\/graphql\.web)\//,
  /src\/web\/shared\/(?!Dialog|Notice|useCombobox|usePaused|readPages|live\/shareStream)/,
  /src\/(texts|calendar|validation|analysis|stats(?!\/csv\.ts))\//,
  /src\/web\/stats\/(labels|filters\/(conditions|filterInput|filterText)|panels\/panels)\.ts$/,
  /node_modules\/lucide-react\//,
];

/** A plugin that leaves out what only the documentation of the API needs of the registry. */
const withoutMeanings: Plugin = {
  name: 'without meanings',
  enforce: 'pre',
  transform: (code, id) =>
    /src\/engine\/registry\/\w+\.ts$/.test(id) ? code.replace(/(\bmeaning:\s*)'[^'\n]*'/g, "$1''") : null,
};

/**
 * Builds the statistics page and the account area into a folder: `stats.html`, `app.html`, `assets/`
 * (compressed, named after the hash of their content), `embed.js`, `flags/` and `brands/`.
 * @returns the modules in the bundles, for the notices
 */
export async function buildWeb(folder: string): Promise<string[]> {
  const modules: string[] = [];
  const world = JSON.stringify(await readWorld());
  const worldFile = `assets/world-${hashOf(world)}.json`;
  const source = path.join(root, 'src/web');
  const texts = await compileAll();
  const define = { TEXTS: JSON.stringify(addressesOf(texts)) };
  const start = await startScript(path.join(source, 'shared/startScript.ts'), define);
  const noscript = await sentences('noscript', {});
  const notShown = await sentences('notShown', { hidden: true, class: 'not-shown' });
  await build({
    configFile: false,
    plugins: [
      documentTexts(source),
      withoutMeanings,
      {
        name: 'start',
        transformIndexHtml: {
          order: 'post',
          handler: (page, { filename }) => {
            const { html, preloads } = withoutPreloads(page);
            const attrs = {
              src: `/${start.file}`,
              'data-page': path.basename(filename, '.html'),
              'data-preloads': preloads,
            };
            return {
              html,
              tags: [
                { tag: 'script', attrs, injectTo: 'head-prepend' as const },
                { tag: 'noscript', children: noscript, injectTo: 'body' as const },
                // The start script shows one of them if the page cannot be shown.
                ...notShown.map((sentence) => ({ ...sentence, injectTo: 'body' as const })),
              ],
            };
          },
        },
      },
      {
        name: 'modules',
        generateBundle(_options, output) {
          for (const file of Object.values(output))
            if (file.type === 'chunk') modules.push(...file.moduleIds);
        },
      },
    ],
    root: source,
    logLevel: 'warn',
    define: {
      ...define,
      WORLD_URL: JSON.stringify(`/${worldFile}`),
      SETTINGS: JSON.stringify(formSettings()),
      TIME_ZONE_NAMES: JSON.stringify(await timeZoneNames()),
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      // A strict Content-Security-Policy does not allow `data:`.
      assetsInlineLimit: 0,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: ['stats.html', 'app.html'].map((name) => path.join(source, name)),
        // One chunk of what every first view needs: each chunk costs a request, and compresses by itself.
        output: {
          codeSplitting: {
            groups: [
              { name: 'shared', minShareCount: 2, test: (id) => SHARED.some((pattern) => pattern.test(id)) },
            ],
          },
        },
        // 'use client' directives only matter for server-side rendering.
        onLog: (level, log, handler) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handler(level, log),
      },
    },
  });
  await writeFile(path.join(folder, worldFile), world);
  await writeFile(path.join(folder, start.file), start.code);
  for (const { file, content } of texts) await writeFile(path.join(folder, file), content);
  await compressFolder(path.join(folder, 'assets'));
  modules.push(...(await buildFirstView(source, folder, define)));
  await buildEmbedScript(source, path.join(folder, 'embed.js'));
  await writeBrands(path.join(folder, 'brands'));
  await mkdir(path.join(folder, 'flags'));
  await cp(
    path.join(path.dirname(require.resolve('country-flag-icons/package.json')), '3x2'),
    path.join(folder, 'flags'),
    {
      recursive: true,
      filter: (file) => !file.endsWith('.js'),
    },
  );
  return modules;
}

const PRELOADS = /\s*<link rel="(modulepreload|preload)"[^>]* href="([^"]+)"[^>]*>/g;

/**
 * Takes the preloads of modules and fonts out of a page. Its first view, which the server writes, needs only
 * the stylesheets, and on slow connections everything else would share the bandwidth with them. The script of
 * the head preloads them instead: it has arrived when the stylesheets are on their way.
 * @returns the page, and the addresses of the preloads.
 */
function withoutPreloads(html: string): { html: string; preloads: string } {
  const preloads = [...html.matchAll(PRELOADS)].map(([, , address]) => address);
  const rest = html.replace(PRELOADS, '').replace('<script type="module"', '$& fetchpriority="low"');
  return { html: rest, preloads: preloads.join(' ') };
}

/**
 * Builds what the server writes into the pages before they are sent (src/web/first).
 * @returns its modules, for the notices
 */
async function buildFirstView(
  source: string,
  folder: string,
  define: Record<string, string>,
): Promise<string[]> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const { metafile } = await bundle({
    entryPoints: [path.join(source, 'first/render.tsx')],
    outfile: path.join(folder, 'first.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    // Provides `require` to the CommonJS packages in the bundle.
    banner: {
      js:
        "import { createRequire as requireOf } from 'node:module';\n" +
        'const require = requireOf(import.meta.url);',
    },
    plugins: [
      {
        name: 'assets',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.svg$/ }, ({ path: file }) => ({
            contents: `export default ${JSON.stringify(`/${manifest[path.relative(source, file)]?.file}`)}`,
          })),
      },
    ],
    metafile: true,
    logLevel: 'warning',
  });
  return modulesOf(metafile);
}

/** Builds the script of websites that embed a statistics page. */
async function buildEmbedScript(source: string, outfile: string): Promise<void> {
  await bundle({
    entryPoints: [path.join(source, 'embed/embed.ts')],
    outfile,
    bundle: true,
    minify: true,
    target: 'es2020',
    format: 'iife',
    logLevel: 'warning',
  });
}

/**
 * Builds the script that runs before the first paint. It is not a module, so Vite leaves it alone. Browsers
 * that are too old for the modules have to run it.
 */
async function startScript(
  source: string,
  define: Record<string, string>,
): Promise<{ file: string; code: string }> {
  const { outputFiles } = await bundle({
    entryPoints: [source],
    define,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2015',
  });
  const code = outputFiles[0]?.text ?? '';
  return { code, file: `assets/start-${hashOf(code)}.js` };
}

/** The URLs of compiled texts by language and page. */
function addressesOf(texts: readonly TextFile[]): Record<string, Record<string, string>> {
  const addresses: Record<string, Record<string, string>> = {};
  for (const { language, page, file } of texts)
    addresses[language] = { ...addresses[language], [page]: `/${file}` };
  return addresses;
}

/** A text of every page in every language, because a browser that shows it may have loaded no other texts. */
const sentences = (key: 'noscript' | 'notShown', attrs: Record<string, string | boolean>) =>
  Promise.all(
    LANGUAGE_NAMES.map(async (lang) => ({
      tag: 'p',
      attrs: { lang, ...attrs },
      children: (await readTexts(lang))[key] ?? '',
    })),
  );

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
