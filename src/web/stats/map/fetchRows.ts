import type { Client } from 'urql';
import type { StatisticsRowsQueryVariables } from '../../gql/graphql.ts';
import { ask } from '../../shared/client.ts';
import { RowsDocument } from '../documents.ts';
import type { Row } from '../types.ts';

/**
 * Reads all rows of a statistic, page by page.
 * @throws CombinedError if a page cannot be read.
 */
export async function fetchRows(client: Client, variables: StatisticsRowsQueryVariables): Promise<Row[]> {
  const rows: Row[] = [];
  let after = variables.after ?? null;
  do {
    const { data, error } = await ask(client, RowsDocument, { ...variables, after });
    if (error) throw error;
    const page = data?.website?.period.stats;
    rows.push(...(page?.nodes ?? []));
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return rows;
}
