import type { Context as KoaContext, Middleware } from 'koa';
import { notFound, unauthenticated } from '../errors.ts';
import { addIgnored, unknownNames } from '../http/ignored.ts';
import type { Context } from '../request/context.ts';
import { MAX_ID } from '../validation/rules.ts';

/** The query parameters of pagination. */
export const PAGING = ['per_page', 'page'];

/** State that the middleware sets for the routes. */
export interface RestState {
  context: Context;
  /** The query parameters of the route that were sent. */
  query?: Record<string, unknown>;
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
 * Returns an id in the path.
 * @param name of its variable.
 * @throws AppError `not_found` if it is not a valid id.
 */
export function pathId(ctx: KoaContext & { params: Record<string, string> }, name: string): number {
  const id = ctx.params[name] ?? '';
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > MAX_ID) throw notFound();
  return Number(id);
}

/**
 * Returns the query parameters that a resolver supports, as text. A repeated parameter is a list, which the
 * resolver rejects. A header of the response names the others, so that a mistyped name is noticed.
 */
export function queryArgs(ctx: KoaContext, names: readonly string[]): Record<string, unknown> {
  const { query } = ctx;
  addIgnored(ctx, unknownNames(query, names));
  const args: Record<string, unknown> = {};
  for (const name of names) if (name in query) args[name] = query[name];
  return args;
}

/**
 * Returns the fields of the body, for a resolver that supports `names`. A header of the response names the
 * others.
 */
export function bodyArgs(ctx: KoaContext, names: readonly string[]): object {
  const fields = ctx.request.body as object;
  addIgnored(ctx, unknownNames(fields, names));
  return fields;
}

/** Middleware of routes without query parameters: a header of the response names those that were sent. */
export const noQuery: Middleware = (ctx, next) => {
  queryArgs(ctx, []);
  return next();
};
