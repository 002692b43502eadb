import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GraphiQLOptions } from 'graphql-yoga';
import type { Context as KoaContext } from 'koa';
import { notFound } from './errors.ts';
import { sendBuilt } from './http/files.ts';
import { root } from './root.ts';

/** Where GraphiQL's script is served, and the element that carries the options (scripts/build-graphiql.ts). */
export const GRAPHIQL_PATH = '/graphiql/';
export const GRAPHIQL_OPTIONS_ID = 'graphiql-options';

const folder = path.join(root, 'dist/graphiql');

/** Works at first click, without a key: `viewer` is null then, and the statistics explain themselves. */
const WELCOME = `# Welcome to Footfall.
# Press the button on the right, or Ctrl+Enter.
#
# Without an API key you see public statistics
# only, or what is yours where you are logged in
# (/login). For another account, go on to the next
# tab and put its key under "Headers" below.
query Welcome {
  viewer {
    email
  }
  statistics: __type(name: "StatName") {
    enumValues {
      name
      description
    }
  }
}
`;

const MY_WEBSITES = `# Takes your API key under "Headers" below.
query MyWebsites($from: Date!, $to: Date!) {
  websites {
    totalCount
    nodes {
      domain
      snippet
      visitors: stats(name: VISITORS, from: $from, to: $to, first: 30) {
        sum
        nodes { value count }
      }
      pages: stats(name: PAGE, from: $from, to: $to, first: 10) {
        totalCount
        nodes { label count }
      }
    }
  }
}
`;

const DAY_MS = 86_400_000;

/**
 * GraphiQL's settings; everything it needs comes with the page, from the installed packages.
 * @param now Unix milliseconds: the examples ask for the thirty days before.
 */
export function graphiqlOptions(now: number, options: GraphiQLOptions = {}): GraphiQLOptions {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const variables = JSON.stringify({ from: day(now - 29 * DAY_MS), to: day(now) }, null, 2);
  return {
    title: 'Footfall GraphiQL',
    defaultQuery: WELCOME,
    defaultTabs: [
      { query: WELCOME },
      { query: MY_WEBSITES, variables, headers: '{\n  "Authorization": "Bearer ff_…"\n}' },
    ],
    ...options,
  };
}

/** The page of GraphiQL, with its options. */
export async function graphiqlPage(options: GraphiQLOptions | undefined): Promise<string> {
  const page = await readFile(path.join(folder, 'page.html'), 'utf8');
  // A `<` in JSON could end the element that carries it.
  const json = JSON.stringify(options ?? {}).replaceAll('<', '\\u003c');
  return page.replace(`id="${GRAPHIQL_OPTIONS_ID}">`, (element) => element + json);
}

/**
 * Sends the script of GraphiQL from disk, compressed where the browser takes it.
 * @throws AppError `not_found` for any other name.
 */
export async function sendGraphiqlScript(ctx: KoaContext): Promise<void> {
  const name = ctx.path.slice(GRAPHIQL_PATH.length);
  if (!/^[0-9a-f]{16}\.js$/.test(name)) throw notFound();
  await sendBuilt(ctx, path.join(folder, name));
}
