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

/** A row and its place; the cursor is made for those who ask for it, which a dashboard does not. */
class Edge<Node> {
  readonly node: Node;
  readonly #place: number;

  constructor(node: Node, place: number) {
    this.node = node;
    this.#place = place;
  }

  get cursor(): string {
    return encodeCursor(this.#place);
  }
}

/**
 * A page of rows as a Relay connection. Its edges are made when they are asked for.
 * @param toNode what a row is shown as.
 */
export function connection<Row, Node, Result extends Page<Row>>(
  result: Result & Page<Row>,
  toNode: (row: Row) => Node,
) {
  const { rows, offset, total } = result;
  const cursor = (index: number) => (rows.length > 0 ? encodeCursor(offset + index + 1) : null);
  return {
    ...result,
    get edges() {
      return rows.map((row, index) => new Edge(toNode(row), offset + index + 1));
    },
    get pageInfo() {
      return {
        hasNextPage: offset + rows.length < total && rows.length > 0,
        hasPreviousPage: offset > 0 && total > 0,
        startCursor: cursor(0),
        endCursor: cursor(rows.length - 1),
      };
    },
  };
}
