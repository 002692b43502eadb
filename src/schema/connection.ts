import { encodeCursor, type Page, PER_PAGE } from '../resolvers/paging.ts';

/** Descriptions of the arguments of every connection. */
export const PAGING_HELP = {
  first: `Number of rows, ${PER_PAGE.min} to ${PER_PAGE.max}; ${PER_PAGE.default} by default.`,
  after: 'Cursor of the row that they follow; from the first row by default.',
} as const;

/** What a connection's rows cost in comparison to one field: a page is one read, whatever its length. */
export const pageCost = ({ first }: { first?: number | null | undefined }) => ({
  field: 5,
  multiplier: Math.ceil((first ?? PER_PAGE.default) / 10),
});

/** A page of rows as a Relay connection. */
export function connection<Row, Result extends Page<Row>>(result: Result & Page<Row>) {
  const { rows, offset, total } = result;
  const edges = rows.map((node, index) => ({ node, cursor: encodeCursor(offset + index + 1) }));
  return {
    ...result,
    edges,
    pageInfo: {
      hasNextPage: offset + rows.length < total && rows.length > 0,
      hasPreviousPage: offset > 0 && total > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
