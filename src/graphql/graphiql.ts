import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GraphiQLOptions } from 'graphql-yoga';
import type { Context as KoaContext } from 'koa';
import { DAY_MS } from '../calendar/days.ts';
import { notFound } from '../errors.ts';
import { sendBuilt } from '../http/files.ts';
import type { AnswerState } from '../http/headers.ts';
import { root } from '../root.ts';

/** Path of GraphiQL's files, and id of the element with its options (scripts/build-graphiql.ts). */
export const GRAPHIQL_PATH = '/graphiql/';
export const GRAPHIQL_OPTIONS_ID = 'graphiql-options';

const folder = path.join(root, 'dist/graphiql');

/** Runs without an API key: `viewer` is then null, and the statistics are listed with their descriptions. */
const WELCOME = `# Welcome to Footfall.
# Run this query with the button on the right,
# or with Ctrl+Enter.
#
# If you are logged in (/login), you can read the
# data of your account; otherwise, only public
# statistics. To use an API key, enter it under
# "Headers" below, as on the next tab.
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

/** Fields of a website in examples: its visitors by day and its ten most viewed pages. */
export const overviewFields = (indent: string): string =>
  `visitors: stats(name: VISITORS, from: $from, to: $to, first: 30) {
  sum
  nodes { value count }
}
pages: stats(name: PAGE, from: $from, to: $to, first: 10) {
  totalCount
  nodes { label count }
}`.replace(/^/gm, indent);

const MY_WEBSITES = `# The websites of your account. Log in, or enter
# an API key under "Headers" below.
query MyWebsites($from: Date!, $to: Date!) {
  websites {
    totalCount
    nodes {
      domain
      snippet
${overviewFields('      ')}
    }
  }
}
`;

/** Shows how to send an API key. It is commented out, because a session needs no key. */
const NO_KEY = `{
  // "Authorization": "Bearer YOUR_API_KEY"
}`;

/** Initial settings and tabs of GraphiQL, in place of the default examples. */
export interface GraphiqlExamples extends GraphiQLOptions {
  /** Name of the examples. A browser that stored tabs of other examples replaces them. */
  examples: string;
}

/**
 * Creates GraphiQL's settings. GraphiQL loads nothing from other servers: its files are built from the
 * installed packages.
 * @param now Unix milliseconds. The examples query the thirty days up to this one.
 */
function graphiqlOptions(now: number, own?: GraphiQLOptions): GraphiQLOptions {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const variables = JSON.stringify({ from: day(now - 29 * DAY_MS), to: day(now) }, null, 2);
  return {
    title: 'Footfall GraphiQL',
    // Headers contain API keys, which other people who use the computer could read in the browser's storage.
    shouldPersistHeaders: false,
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
 * Whether a browser opens `/graphql` as a page, with or without a query in the address. The response is then
 * GraphiQL.
 */
export function isForGraphiql(ctx: KoaContext): boolean {
  return ctx.method === 'GET' && /text\/html/.test(ctx.get('accept'));
}

/**
 * Sends the GraphiQL page with its options. No API key is required.
 * @param nonce at least 128 random bits, used for this response only.
 */
export async function sendGraphiql(
  ctx: KoaContext,
  { now, nonce, examples }: { now: number; nonce: string; examples?: GraphiqlExamples | undefined },
): Promise<void> {
  const page = await readFile(path.join(folder, 'page.html'), 'utf8');
  // An earlier version stored headers in tabs of the examples `server`; another name discards them.
  const { examples: name = 'server 2', ...own } = examples ?? {};
  // An unescaped `<` in the JSON could end the element that contains it.
  const json = JSON.stringify({ nonce, examples: name, options: graphiqlOptions(now, own) }).replaceAll(
    '<',
    '\\u003c',
  );
  ctx.body = page.replace(`id="${GRAPHIQL_OPTIONS_ID}">`, (element) => element + json);
  ctx.type = 'html';
  Object.assign(ctx.state, { kind: 'graphiql', styleNonce: nonce } satisfies AnswerState);
}

/**
 * Sends a file of GraphiQL from disk, compressed if the browser supports it.
 * @throws AppError `not_found` for any other name.
 */
export async function sendGraphiqlFile(ctx: KoaContext): Promise<void> {
  const name = ctx.path.slice(GRAPHIQL_PATH.length);
  if (!/^[0-9a-f]{16}\.(js|css|svg)$/.test(name)) throw notFound();
  await sendBuilt(ctx, folder, name);
}
