import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { GRAPHIQL_OPTIONS_ID, GRAPHIQL_PATH } from '../src/graphiql.ts';
import { writeCompressed } from './compress.ts';

const MARK = '__GRAPHIQL_OPTIONS__';

/**
 * Takes the page of GraphiQL apart, so that the server neither holds nor sends its 9 MB with every page: `page.html`, into which
 * the server writes the options, and the script beside it, named after its content and compressed.
 */
export async function buildGraphiql(folder: string): Promise<void> {
  const html = renderGraphiQL({ title: 'Footfall GraphiQL', defaultQuery: MARK });
  const begin = html.indexOf('<script>', html.indexOf('<div id="root"'));
  const end = html.lastIndexOf('</script>');
  const options = JSON.stringify({ title: 'Footfall GraphiQL', defaultQuery: MARK });
  const script = html.slice(begin + '<script>'.length, end);
  if (begin < 0 || end < begin || !script.includes(options)) {
    throw new Error(
      'The page of @graphql-yoga/render-graphiql is not what it was: scripts/build-graphiql.ts must follow.',
    );
  }
  const code = script.replace(
    options,
    () => `JSON.parse(document.getElementById(${JSON.stringify(GRAPHIQL_OPTIONS_ID)}).textContent)`,
  );
  const name = `${createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`;
  const page = `${html.slice(0, begin)}<script type="application/json" id="${GRAPHIQL_OPTIONS_ID}"></script>
      <script src="${GRAPHIQL_PATH}${name}"></script>${html.slice(end + '</script>'.length)}`;

  await mkdir(folder);
  await Promise.all([
    writeFile(path.join(folder, 'page.html'), page),
    writeCompressed(path.join(folder, name), code),
  ]);
}
