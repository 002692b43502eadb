import { z } from 'zod';
import { integer, optional, withDefault } from './rules.ts';

/** Rows on a page: the same limits for the website list and for statistics, in REST and in GraphQL. */
export const PER_PAGE = { min: 10, max: 100, default: 20 } as const;

const MAX_PAGE = 1_000_000;

/** How a caller names a page: by its number (REST) or by the row that it follows (GraphQL). */
export const pagingRules = {
  per_page: withDefault(
    integer(PER_PAGE.min, PER_PAGE.max, `Must be an integer from ${PER_PAGE.min} to ${PER_PAGE.max}.`),
    PER_PAGE.default,
  ),
  page: optional(integer(1, MAX_PAGE, `Must be an integer from 1 to ${MAX_PAGE}.`)),
  after: optional(
    z.string().transform((cursor, context) => {
      const place = decodeCursor(cursor);
      if (place === null) context.addIssue('Must be a cursor that this API gave.');
      return place ?? 0;
    }),
  ),
};

/** A stretch of rows, and how many there are in all. */
export interface Page<Row> {
  rows: readonly Row[];
  total: number;
  /** Rows before the first of these, and how many were asked for. */
  offset: number;
  limit: number;
}

/** Offset and number of the rows asked for. */
export function pageBounds(args: {
  per_page: number;
  page?: number | undefined;
  after?: number | undefined;
}): {
  offset: number;
  limit: number;
} {
  const offset = args.after ?? ((args.page ?? 1) - 1) * args.per_page;
  return { offset, limit: args.per_page };
}

/** An opaque cursor for the row at `place`, counted from 1. */
export function encodeCursor(place: number): string {
  return Buffer.from(`row:${place}`).toString('base64url');
}

/** The place that a cursor stands for; null for what is no cursor. */
function decodeCursor(cursor: string): number | null {
  const place = /^row:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return place === undefined ? null : Number(place);
}
