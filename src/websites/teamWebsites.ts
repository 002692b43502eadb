import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import type { Requester } from '../db/readQueue.ts';
import { sql } from '../db/sql/sql.ts';
import type { Website } from '../generated/prisma/client.ts';

/** A website of a team, with what the days of its periods depend on. */
export type TeamWebsite = Pick<Website, 'id' | 'timezone'>;

/** The most websites of a team that are read at once. A team with more has no totals. */
export const MAX_TOTALLED = 1_000;

/** Loads the websites of a team by its id, in the order of their ids: up to one more than the limit. */
export const teamWebsiteLoader = (
  db: Pick<Database, 'select'>,
  requester?: Requester,
): DataLoader<number, TeamWebsite[]> =>
  new DataLoader((teamIds) =>
    Promise.all(
      teamIds.map((teamId) =>
        db.select<TeamWebsite>(
          sql`
            SELECT "id", "timezone" FROM "Website"
            WHERE "teamId" = ${teamId}
            ORDER BY "id"
            LIMIT ${MAX_TOTALLED + 1}`,
          requester,
        ),
      ),
    ),
  );
