import { encodeCursor, type Page, PER_PAGE } from '../../validation/paging.ts';
import type { Cost, CostScope } from '../cost/cost.ts';

/** Descriptions of the arguments of every connection. */
export const PAGING_HELP = {
  first: `Number of rows on the page, ${PER_PAGE.min} to ${PER_PAGE.max}; ${PER_PAGE.default} by default.`,
  after: 'Cursor of the row before the page. By default, the page begins with the first row.',
} as const;

/** Returns the number of rows on a page, for cost calculation. Invalid numbers are rejected later. */
export function rowsAsked(first: number | null | undefined): number {
  return Math.min(Math.max(first ?? PER_PAGE.default, 0), PER_PAGE.max);
}

/** The cost of a list of a page's rows. */
export const rowsOfPage = (_args: object, { rows }: CostScope): Cost => ({ times: rows });

/** A row and its position. The cursor is only created if it is requested; a dashboard doesn't request it. */
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
 * The lazily created fields of a connection. It is a class because V8 retains the getters of an object
 * literal, with everything they reference, until the next full garbage collection.
 */
class Connection<Row, Node> {
  readonly #page: Page<Row>;
  readonly #toNode: (row: Row) => Node;

  constructor(page: Page<Row>, toNode: (row: Row) => Node) {
    this.#page = page;
    this.#toNode = toNode;
  }

  get edges(): Edge<Node>[] {
    const { rows, offset } = this.#page;
    return rows.map((row, index) => new Edge(this.#toNode(row), offset + index + 1));
  }

  get pageInfo() {
    const { rows, offset, total } = this.#page;
    const cursor = (index: number) => (rows.length > 0 ? encodeCursor(offset + index + 1) : null);
    return {
      hasNextPage: offset + rows.length < total && rows.length > 0,
      hasPreviousPage: offset > 0 && total > 0,
      startCursor: cursor(0),
      endCursor: cursor(rows.length - 1),
    };
  }
}

/**
 * Converts a page of rows to a Relay connection. Edges are created only if they are requested.
 * @param toNode converts a row to a node.
 */
export const connection = <Row, Node, Result extends Page<Row>>(
  result: Result & Page<Row>,
  toNode: (row: Row) => Node,
): Result & Connection<Row, Node> => Object.assign(new Connection(result, toNode), result);
