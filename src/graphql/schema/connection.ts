import { encodeCursor, type Page, PER_PAGE } from '../../validation/paging.ts';
import type { Cost, CostScope } from '../cost/cost.ts';

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
 * What is made of a page of rows only for those who ask for it. A class: V8 keeps the getters of an object
 * literal, with all that they refer to, until the next full collection.
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
 * A page of rows as a Relay connection. Its edges are made when they are asked for.
 * @param toNode what a row is shown as.
 */
export const connection = <Row, Node, Result extends Page<Row>>(
  result: Result & Page<Row>,
  toNode: (row: Row) => Node,
): Result & Connection<Row, Node> => Object.assign(new Connection(result, toNode), result);
