import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import type { FilterInput } from '../../gql/graphql.ts';
import { ask } from '../../shared/client.ts';
import { readPages } from '../../shared/readPages.ts';
import { RowsDocument } from '../rowsDocument.ts';
import type { Period, Row } from '../types.ts';

/** All countries. The page's query returns the first 100; this loads the rest, which few websites have. */
export function useAllCountries(period: Period, trackingId: string, filter: FilterInput | null): Row[] {
  const client = useClient();
  const [more, setMore] = useState<{ of: Period; rows: Row[] } | null>(null);
  useEffect(() => {
    const { from, to, COUNTRY: rows } = period;
    if (!rows?.pageInfo.hasNextPage) return;
    const read = async (after: string | null) => {
      const variables = { trackingId, from, to, name: 'COUNTRY', after, filter } as const;
      return (await ask(client, RowsDocument, variables)).website?.period.stats;
    };
    readPages<Row>(read, { after: rows.pageInfo.endCursor }).then(
      (rows) => setMore({ of: period, rows }),
      () => undefined,
    );
  }, [client, period, trackingId, filter]);
  const first = period.COUNTRY?.nodes ?? [];
  return more?.of === period ? [...first, ...more.rows] : first;
}
