import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context as KoaContext } from 'koa';
import type { Context } from '../request/context.ts';
import { root } from '../root.ts';

/** The build output of src/web. */
export const folder = path.join(root, 'dist/web');

interface Options {
  search: string;
  tags: string[];
  account: boolean;
  readAsset: (address: string) => Promise<string>;
}

/** The part of the build that renders first views (src/web/first/render.tsx). */
interface Renderer {
  numbersQuery: string;
  numbersVariables(trackingId: string, search: string): Record<string, unknown> | null;
  firstRequest(trackingId: string, search: string): string;
  statisticsView(options: Options, website: unknown): Promise<FirstView>;
  appView(options: Options): Promise<FirstView>;
}

/** What the server writes into a page: HTML that is shown until the page's modules are loaded. */
export interface FirstView {
  language: string;
  html: string;
  /** The first request of the page, as JSON. */
  request?: string;
}

/** Runs an operation with the resolvers of a request; null if it failed (src/graphql/first.ts). */
export type ReadFirst = (
  query: string,
  variables: Record<string, unknown>,
  context: Context,
) => Promise<Record<string, unknown> | null>;

/** How long a page waits for its first numbers. A page without them is better than none. */
const MOST_MS = 1_000;

/** More languages than any browser sends. */
const MAX_TAGS = 20;

let renderer: Promise<Renderer> | undefined;

function load(): Promise<Renderer> {
  renderer ??= import(pathToFileURL(path.join(folder, 'first.js')).href) as Promise<Renderer>;
  renderer.catch(() => {
    renderer = undefined;
  });
  return renderer;
}

const optionsOf = (ctx: KoaContext, account: boolean): Options => {
  const tags = ctx.acceptsLanguages();
  return {
    account,
    search: ctx.search,
    tags: (Array.isArray(tags) ? tags : []).slice(0, MAX_TAGS),
    readAsset: (address) => readFile(path.join(folder, address), 'utf8'),
  };
};

/** Returns the first view of a page of the account area. */
export async function firstAppView(ctx: KoaContext, account: boolean): Promise<FirstView> {
  return (await load()).appView(optionsOf(ctx, account));
}

/**
 * Returns the first view of a statistics page, with the totals of its period if they are read in time.
 * @param context null if the page must not contain what the viewer may see.
 */
export async function firstStatisticsView(
  ctx: KoaContext,
  context: Context | null,
  loadReader: () => Promise<ReadFirst>,
): Promise<FirstView> {
  // The first request after the start loads the modules, which does not count as time of its numbers.
  const readFirst = await loadReader();
  const { numbersQuery, numbersVariables, firstRequest, statisticsView } = await load();
  const { trackingId = '' } = ctx.params as { trackingId?: string };
  const variables = numbersVariables(trackingId, ctx.search);
  const numbers =
    context && variables && (await inTime(readFirst(numbersQuery, variables, context).catch(() => null)));
  const account = context?.viewer.kind !== 'anonymous' && context !== null && ctx.params.token === undefined;
  const view = await statisticsView(optionsOf(ctx, account), numbers?.website ?? null);
  return { ...view, request: firstRequest(trackingId, ctx.search) };
}

/** The result, or null if it takes too long. */
async function inTime<Result>(result: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MOST_MS);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
