/** A page of a list, as connections of the API have it. */
interface ListPage<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

interface Options {
  /** The cursor after which the reading starts. */
  after?: string | null | undefined;
  /** Stops as soon as there are so many rows. */
  most?: number;
  /** Stops before the next page, and throws the reason. */
  signal?: AbortSignal;
}

/**
 * Reads a list page by page. Errors of `read` are thrown.
 * @param read reads the page after a cursor, the first one for null; undefined if the list is gone.
 */
export async function readPages<Node>(
  read: (after: string | null) => Promise<ListPage<Node> | undefined>,
  { after = null, most = Number.POSITIVE_INFINITY, signal }: Options = {},
): Promise<Node[]> {
  const rows: Node[] = [];
  let next: string | null = after;
  do {
    signal?.throwIfAborted();
    const page = await read(next);
    rows.push(...(page?.nodes ?? []));
    next = page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
  } while (next !== null && rows.length < most);
  return rows;
}
