import type { Client, OperationResult } from 'urql';
import type { StatisticsDetailsQuery, StatisticsDetailsQueryVariables } from '../../gql/graphql.ts';
import { ask } from '../../shared/client.ts';
import { DetailsDocument } from './documents.ts';
import type { Breakdown, Row } from './rows.ts';

type Result = OperationResult<StatisticsDetailsQuery, StatisticsDetailsQueryVariables>;

/** The maximum number of rows of a file; docs/pages.md states it. */
export const MAX_ROWS = 10_000;

export interface AllRows {
  rows: Row[];
  /** Number of rows that there are, also beyond {@link MAX_ROWS}. */
  total: number;
}

/**
 * Reads the rows of the details, page by page, up to {@link MAX_ROWS}.
 * @param signal stops before the next page.
 * @throws CombinedError if a page cannot be read.
 */
export async function fetchRows(
  client: Client,
  variables: StatisticsDetailsQueryVariables,
  signal: AbortSignal,
): Promise<AllRows> {
  const rows: Row[] = [];
  let after: string | null = null;
  let total = 0;
  do {
    signal.throwIfAborted();
    const { data, error }: Result = await ask(client, DetailsDocument, { ...variables, after });
    if (error) throw error;
    const page: Breakdown | undefined = data?.website?.period.breakdown;
    rows.push(...(page?.nodes ?? []));
    total = page?.totalCount ?? total;
    after = page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
  } while (after !== null && rows.length < MAX_ROWS);
  return { rows, total };
}
