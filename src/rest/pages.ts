import type { Context as KoaContext } from 'koa';
import type { Page } from '../validation/paging.ts';

/**
 * Builds the response body of a page of rows: `data`, `links` and `meta`. Links keep the other query
 * parameters of the request.
 */
export function pageBody<Row, Shown>(
  ctx: KoaContext,
  baseUrl: string,
  page: Page<Row>,
  show: (row: Row) => Shown,
) {
  const { rows, total, offset, limit } = page;
  const path = `${baseUrl}${ctx.path}`;
  const current = Math.floor(offset / limit) + 1;
  const last = Math.max(1, Math.ceil(total / limit));
  const query = new URLSearchParams(ctx.querystring);
  const link = (number: number) => {
    query.set('page', String(number));
    return `${path}?${query}`;
  };
  return {
    data: rows.map(show),
    links: {
      first: link(1),
      last: link(last),
      prev: current > 1 ? link(current - 1) : null,
      next: current < last ? link(current + 1) : null,
    },
    meta: {
      current_page: current,
      from: rows.length > 0 ? offset + 1 : null,
      last_page: last,
      path,
      per_page: limit,
      to: rows.length > 0 ? offset + rows.length : null,
      total,
    },
  };
}
