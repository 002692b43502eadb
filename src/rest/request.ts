import type { Context as KoaContext } from 'koa';
import type { Context } from '../context.ts';
import { notFound, unauthenticated } from '../errors.ts';

/** The parameters that name a page, in a query. */
export const PAGING = ['per_page', 'page'];

/** What the middleware leaves for the routes. */
export interface RestState {
  context: Context;
}

/** Throws AppError `unauthenticated` without an API key, which every route of REST takes. */
export function signedIn(context: Context): Context {
  if (context.viewer.kind === 'anonymous') throw unauthenticated();
  return context;
}

/** The id in the path. Throws AppError `not_found` for what is no id. */
export function pathId(ctx: KoaContext & { params: Record<string, string> }): number {
  const { id = '' } = ctx.params;
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2_147_483_647) throw notFound();
  return Number(id);
}

/** Those of the query's parameters that a resolver knows, as text; a repeated one as a list, which it refuses. */
export function queryArgs(ctx: KoaContext, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (name in ctx.query ? [[name, ctx.query[name]]] : [])));
}
