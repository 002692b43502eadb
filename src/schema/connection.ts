import { encodeCursor, type Page, PER_PAGE } from '../resolvers/paging.ts';
import type { Cost, CostScope } from './cost.ts';

/** Descriptions of the arguments of every connection. */
export const PAGING_HELP = {
  first: `Number of rows, ${PER_PAGE.min} to ${PER_PAGE.max}; ${PER_PAGE.default} by default.`,
  after: 'Cursor of the row that they follow; from the first row by default.',
} as const;

/** Rows of a page, for the cost of what is asked of each; what is no number of rows is an error later. */
export function rowsAsked(first: number | null | undefined): number {
  return Math.min(Math.max(first ?? PER_PAGE.default, 0), PER_PAGE.max);
}

/** The cost of a list of a page's rows. */
export const rowsOfPage = (_args: object, { rows }: CostScope): Cost => ({ times: rows });

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
