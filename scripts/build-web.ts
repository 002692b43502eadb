import { createHash } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import { build } from 'vite';
import { root } from '../src/root.ts';
import { formSettings } from '../src/websites/settings.ts';
import { writeBrands } from './brands.ts';
import { compressFolder } from './compress.ts';
import { timeZoneNames } from './timeZoneNames.ts';
import { readWorld } from './world.ts';

const require = createRequire(import.meta.url);

/**
 * Builds the statistics page and the account area into a folder: `stats.html`, `app.html`, `assets/`
 * (compressed, named after the hash of their content), `embed.js`, `flags/` and `brands/`.
 */
export async function buildWeb(folder: string): Promise<void> {
  const world = JSON.stringify(await readWorld());
  const worldFile = `assets/world-${hashOf(world)}.json`;
  const source = path.join(root, 'src/web');
  const theme = await themeScript(path.join(source, 'shared/themeScript.ts'));
  await build({
    configFile: false,
    plugins: [
      {
        name: 'theme',
        transformIndexHtml: () => [
          { tag: 'script', attrs: { src: `/${theme.file}` }, injectTo: 'head-prepend' as const },
        ],
      },
    ],
    root: source,
    logLevel: 'warn',
    define: {
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
        // 'use client' directives only matter for server-side rendering.
        onLog: (level, log, handler) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handler(level, log),
      },
    },
  });
  await writeFile(path.join(folder, worldFile), world);
  await writeFile(path.join(folder, theme.file), theme.code);
  await compressFolder(path.join(folder, 'assets'));
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
}

/** Builds the script of websites that embed a statistics page. */
async function buildEmbedScript(source: string, outfile: string): Promise<void> {
  await bundle({
    entryPoints: [path.join(source, 'embed/embed.ts')],
    ...{ outfile, bundle: true, minify: true, target: 'es2020', format: 'iife', logLevel: 'warning' },
  });
}

/** Builds the script that runs before the first paint. It is not a module, so Vite leaves it alone. */
async function themeScript(source: string): Promise<{ file: string; code: string }> {
  const { outputFiles } = await bundle({
    ...{ entryPoints: [source], write: false, minify: true, format: 'iife', target: 'es2022' },
  });
  const code = outputFiles[0]?.text ?? '';
  return { code, file: `assets/theme-${hashOf(code)}.js` };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
