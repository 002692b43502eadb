import type pg from 'pg';

/**
 * SQL that checks whether Citus is installed, and whether it has distributed a table over shards. The second
 * query fails without Citus. Source: Citus's manual, "Metadata tables reference".
 */
export const HAS_CITUS = `to_regclass('pg_dist_partition') IS NOT NULL`;
const HAS_SHARDS = `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('"Visit"')`;

/**
 * Whether the rows of websites are on several machines, or may be in future (`footfall citus distribute`).
 */
export async function isDistributed(db: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ citus: boolean }>(`SELECT ${HAS_CITUS} AS "citus"`);
  return rows[0]?.citus === true && hasShards(db);
}

/** As {@link isDistributed}, for a database with Citus. */
export async function hasShards(db: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<boolean> {
  return (await db.query(HAS_SHARDS)).rowCount === 1;
}
