import { z } from 'zod';
import { describedBy } from './jsonSchema.ts';
import { integer, optional, withDefault } from './rules.ts';

const FIRST_PAGE = 1;

/** Rows per page: the same limits for the website list and for statistics, in REST and in GraphQL. */
export const PER_PAGE = { min: 10, max: 100, default: 20 } as const;

const MAX_PAGE = 1_000_000;

/** The parameters that select a page: its number (REST), or a cursor after which it begins (GraphQL). */
export const pagingRules = {
  per_page: withDefault(
    integer(PER_PAGE.min, PER_PAGE.max, `Must be an integer from ${PER_PAGE.min} to ${PER_PAGE.max}.`),
    PER_PAGE.default,
  ),
  page: optional(
    describedBy(integer(1, MAX_PAGE, `Must be an integer from 1 to ${MAX_PAGE}.`), {
      type: 'integer',
      minimum: 1,
      maximum: MAX_PAGE,
      default: FIRST_PAGE,
    }),
  ),
  after: optional(
    z.string().transform((cursor, context) => {
      const place = decodeCursor(cursor);
      if (place === null) context.addIssue('Must be a cursor from an earlier response.');
      return place ?? 0;
    }),
  ),
};

/** A page of rows, and the total number of rows. */
export interface Page<Row> {
  rows: readonly Row[];
  total: number;
  /** The number of rows before this page, and the maximum number of rows on it. */
  offset: number;
  limit: number;
}

/** Returns offset and maximum number of the requested rows. */
export function pageBounds(args: {
  per_page: number;
  page?: number | undefined;
  after?: number | undefined;
}): {
  offset: number;
  limit: number;
} {
  const offset = args.after ?? ((args.page ?? FIRST_PAGE) - 1) * args.per_page;
  return { offset, limit: args.per_page };
}

/** Returns an opaque cursor for the row at `place`, counted from 1. */
export function encodeCursor(place: number): string {
  return Buffer.from(`row:${place}`).toString('base64url');
}

/** Returns the place that a cursor stands for; null if it is not a cursor. */
function decodeCursor(cursor: string): number | null {
  const place = /^row:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return place === undefined ? null : Number(place);
}
