import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GraphiQLOptions } from 'graphql-yoga';
import type { Context as KoaContext } from 'koa';
import { notFound } from '../errors.ts';
import { sendBuilt } from '../http/files.ts';
import type { AnswerState } from '../http/headers.ts';
import { root } from '../root.ts';

/**
 * Where GraphiQL's files are served, and the element that carries the options (scripts/build-graphiql.ts).
 */
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

const MY_WEBSITES = `# Yours, where you are logged in. Without, put
# an API key under "Headers" below.
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

/** Shows how a key is given, and gives none: who is logged in needs none. */
const NO_KEY = `{
  // "Authorization": "Bearer YOUR_API_KEY"
}`;

/** What GraphiQL starts with, in the place of the examples for every server. */
export interface GraphiqlExamples extends GraphiQLOptions {
  /** Names the examples: a browser that kept the tabs of others begins anew. */
  examples: string;
}

/**
 * GraphiQL's settings; everything it needs comes with the page, from the installed packages.
 * @param now Unix milliseconds: the examples ask for the thirty days before.
 */
function graphiqlOptions(now: number, own?: GraphiQLOptions): GraphiQLOptions {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const variables = JSON.stringify({ from: day(now - 29 * DAY_MS), to: day(now) }, null, 2);
  return {
    title: 'Footfall GraphiQL',
    defaultQuery: WELCOME,
    headers: NO_KEY,
    defaultTabs: [
      { query: WELCOME, headers: NO_KEY },
      { query: MY_WEBSITES, variables, headers: NO_KEY },
    ],
    ...own,
  };
}

/**
 * Whether a person's browser opens `/graphql`, with or without a query in the address: then GraphiQL is the
 * answer.
 */
export function isForGraphiql(ctx: KoaContext): boolean {
  return ctx.method === 'GET' && /text\/html/.test(ctx.get('accept'));
}

/**
 * Sends the page of GraphiQL, with its options; no key is needed to see it.
 * @param nonce at least 128 random bits, for this answer alone.
 */
export async function sendGraphiql(
  ctx: KoaContext,
  { now, nonce, examples }: { now: number; nonce: string; examples?: GraphiqlExamples | undefined },
): Promise<void> {
  const page = await readFile(path.join(folder, 'page.html'), 'utf8');
  const { examples: name = 'server', ...own } = examples ?? {};
  // A `<` in JSON could end the element that carries it.
  const json = JSON.stringify({ nonce, examples: name, options: graphiqlOptions(now, own) }).replaceAll(
    '<',
    '\\u003c',
  );
  ctx.body = page.replace(`id="${GRAPHIQL_OPTIONS_ID}">`, (element) => element + json);
  ctx.type = 'html';
  Object.assign(ctx.state, { kind: 'graphiql', styleNonce: nonce } satisfies AnswerState);
}

/**
 * Sends a file of GraphiQL from disk, compressed where the browser takes it.
 * @throws AppError `not_found` for any other name.
 */
export async function sendGraphiqlFile(ctx: KoaContext): Promise<void> {
  const name = ctx.path.slice(GRAPHIQL_PATH.length);
  if (!/^[0-9a-f]{16}\.(js|css|svg)$/.test(name)) throw notFound();
  await sendBuilt(ctx, path.join(folder, name));
}
