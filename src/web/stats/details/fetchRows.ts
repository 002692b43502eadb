import type { Client } from 'urql';
import type { StatisticsDetailsQueryVariables } from '../../gql/graphql.ts';
import { ask } from '../../shared/client.ts';
import { readPages } from '../../shared/readPages.ts';
import { DetailsDocument } from './documents.ts';
import type { Row } from './rows.ts';

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
  let total = 0;
  const rows = await readPages<Row>(
    async (after) => {
      const { website } = await ask(client, DetailsDocument, { ...variables, after });
      total = website?.period.breakdown.totalCount ?? total;
      return website?.period.breakdown;
    },
    { most: MAX_ROWS, signal },
  );
  return { rows, total };
}
