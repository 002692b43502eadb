import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import type { Requester } from '../db/readQueue.ts';
import { sql } from '../db/sql/sql.ts';
import type { Website } from '../generated/prisma/client.ts';

/** A website of an account, with what the days of its periods depend on. */
export type AccountWebsite = Pick<Website, 'id' | 'timezone'>;

/** The most websites of an account that are read at once. An account with more has no totals. */
export const MAX_TOTALLED = 1_000;

/** Loads the websites of an account by its id, in the order of their ids: up to one more than the limit. */
export const accountWebsiteLoader = (
  db: Pick<Database, 'select'>,
  requester?: Requester,
): DataLoader<number, AccountWebsite[]> =>
  new DataLoader((accountIds) =>
    Promise.all(
      accountIds.map((accountId) =>
        db.select<AccountWebsite>(
          sql`
            SELECT "id", "timezone" FROM "Website"
            WHERE "accountId" = ${accountId}
            ORDER BY "id"
            LIMIT ${MAX_TOTALLED + 1}`,
          requester,
        ),
      ),
    ),
  );
