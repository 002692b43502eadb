import type { Context as KoaContext } from 'koa';
import type { Context } from '../context.ts';
import { notFound, unauthenticated } from '../errors.ts';
import { MAX_ID } from '../validation/rules.ts';

/** The query parameters of pagination. */
export const PAGING = ['per_page', 'page'];

/** State that the middleware sets for the routes. */
export interface RestState {
  context: Context;
}

/**
 * Returns the context unchanged.
 * @throws AppError `unauthenticated` without an API key, which every REST route requires.
 */
export function signedIn(context: Context): Context {
  if (context.viewer.kind === 'anonymous') throw unauthenticated();
  return context;
}

/**
 * Returns the id in the path.
 * @throws AppError `not_found` if it is not a valid id.
 */
export function pathId(ctx: KoaContext & { params: Record<string, string> }): number {
  const { id = '' } = ctx.params;
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > MAX_ID) throw notFound();
  return Number(id);
}

/**
 * Returns the query parameters that a resolver supports, as text. A repeated parameter is a list, which the
 * resolver rejects.
 */
export function queryArgs(ctx: KoaContext, names: string[]): Record<string, unknown> {
  const { query } = ctx;
  const args: Record<string, unknown> = {};
  for (const name of names) if (name in query) args[name] = query[name];
  return args;
}
