import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  css,
  editorWorkerService,
  graphqlWorker,
  js,
  jsonWorker,
} from '@graphql-yoga/render-graphiql/graphiql';
import { build } from 'esbuild';
import { GRAPHIQL_OPTIONS_ID, GRAPHIQL_PATH } from '../src/graphql/graphiql.ts';
import { root } from '../src/root.ts';
import { writeCompressed } from './compress.ts';

/**
 * Writes GraphiQL as compressed files that are named after the hash of their content, and `page.html`, into
 * which the server inserts the options. The package itself would render one page of 9 MB with inline scripts,
 * inline styles and workers from `blob:` URLs: it would be downloaded with every page view, and need a
 * Content-Security-Policy that allows inline scripts.
 */
export async function buildGraphiql(folder: string): Promise<void> {
  await mkdir(folder);
  /** Writes a file. @returns the path that it is served from. */
  async function write(extension: string, content: string | Buffer): Promise<string> {
    const name = `${createHash('sha256').update(content).digest('hex').slice(0, 16)}.${extension}`;
    await writeCompressed(path.join(folder, name), content);
    return GRAPHIQL_PATH + name;
  }

  const [style, frame, icon, editorWorker, json, graphql] = await Promise.all([
    write('css', css),
    readFile(path.join(root, 'src/web/graphiql/frame.css')).then((own) => write('css', own)),
    readFile(path.join(root, 'src/web/shared/footfall.svg')).then((svg) => write('svg', svg)),
    write('js', editorWorkerService),
    write('js', jsonWorker),
    write('js', graphqlWorker),
  ]);
  // The editor (Monaco) requests its workers by these labels.
  const workers = JSON.stringify({ editorWorkerService: editorWorker, json, graphql });
  const start = await build({
    entryPoints: [path.join(root, 'src/web/graphiql/start.ts')],
    define: { WORKERS: workers },
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const script = await write('js', `${start.outputFiles[0]?.text}\n${js};\n`);
  await writeFile(
    path.join(folder, 'page.html'),
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Footfall GraphiQL</title>
    <link rel="icon" href="${icon}" type="image/svg+xml" />
    <link rel="stylesheet" href="${style}" />
    <link rel="stylesheet" href="${frame}" />
  </head>
  <body id="body" class="no-focus-outline">
    <header class="footfall-bar">
      <a href="/websites"><img src="${icon}" alt="" width="24" height="24" />Footfall</a>
      <nav aria-label="Footfall">
        <a href="/websites">Websites</a>
        <a href="/account/keys">API keys</a>
      </nav>
    </header>
    <div id="root"></div>
    <noscript>GraphiQL requires JavaScript. Enable it in your browser, then reload the page.</noscript>
    <script type="application/json" id="${GRAPHIQL_OPTIONS_ID}"></script>
    <script src="${script}"></script>
  </body>
</html>
`,
  );
}
