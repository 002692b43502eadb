import type pg from 'pg';

/**
 * Whether Citus is there, and whether it has spread a table over shards. Source: Citus's manual, "Metadata tables reference". Without Citus,
 * the second cannot be asked.
 */
export const HAS_CITUS = `to_regclass('pg_dist_partition') IS NOT NULL`;
const HAS_SHARDS = `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('"Stat"')`;

/** Whether the rows of websites are on several machines, or may come to be (`footfall citus distribute`). */
export async function isDistributed(db: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ citus: boolean }>(`SELECT ${HAS_CITUS} AS "citus"`);
  return rows[0]?.citus === true && hasShards(db);
}

/** Where Citus is. */
export async function hasShards(db: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<boolean> {
  return (await db.query(HAS_SHARDS)).rowCount === 1;
}
