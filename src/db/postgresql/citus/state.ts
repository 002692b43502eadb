import type pg from 'pg';

/** Metadata of Citus. Source: Citus's manual, "Metadata tables reference" and "Citus utility functions". */

type Db = Pick<pg.ClientBase, 'query'>;

export interface Extension {
  version: string;
  /** Whether it was created in this database. */
  installed: boolean;
}

/** Returns the Citus extension; null if its files are not installed on the server. */
export async function findExtension(db: Db): Promise<Extension | null> {
  const { rows } = await db.query<Extension>(`
    SELECT COALESCE(installed_version, default_version) AS "version",
      installed_version IS NOT NULL AS "installed"
    FROM pg_available_extensions WHERE name = 'citus'`);
  return rows[0] ?? null;
}

export interface Node {
  host: string;
  port: number;
  name: string;
  /** Whether it may hold new shards. */
  holds: boolean;
}

/**
 * Returns the machines that Citus knows of, none if none was added, and whether this one is the coordinator.
 */
export async function findNodes(db: Db): Promise<{ isCoordinator: boolean; all: Node[] }> {
  const [{ rows: groups }, { rows: all }] = [
    await db.query<{ is: boolean }>('SELECT groupid = 0 AS "is" FROM pg_dist_local_group'),
    await db.query<Node>(`
      SELECT nodename AS "host", nodeport AS "port", nodename || ':' || nodeport AS "name",
        shouldhaveshards AS "holds"
      FROM pg_dist_node WHERE isactive AND noderole = 'primary' ORDER BY nodeid`),
  ];
  return { isCoordinator: groups[0]?.is !== false, all };
}

export interface Shards {
  /** The column that determines the shard of a row; null for a table with a single shard. */
  column: string | null;
  /** Tables of one colocation group store rows with the same value on the same machine. */
  group: number;
  shards: number;
}

/** Returns the shards of those of the given tables that are distributed. */
export async function shardsOf(db: Db, tables: readonly string[]): Promise<Map<string, Shards>> {
  const found = new Map<string, Shards>();
  for (const table of tables) {
    const { rows } = await db.query<Shards>(
      `SELECT column_to_column_name(logicalrelid, partkey) AS "column", colocationid AS "group",
        (SELECT COUNT(*) FROM pg_dist_shard AS "shard"
          WHERE "shard".logicalrelid = "table".logicalrelid) AS "shards"
      FROM pg_dist_partition AS "table" WHERE logicalrelid = to_regclass($1)`,
      [`"${table}"`],
    );
    if (rows[0]) found.set(table, rows[0]);
  }
  return found;
}

/** Whether jit is off for the database on every machine. */
export async function plansAreSet(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ result: string }>(`
    SELECT result FROM run_command_on_all_nodes($$
      SELECT EXISTS (
        SELECT FROM pg_db_role_setting AS s JOIN pg_database AS d ON d.oid = s.setdatabase
        WHERE d.datname = current_database() AND s.setrole = 0 AND 'jit=off' = ANY(s.setconfig)
      )
    $$)`);
  return rows.length > 0 && rows.every(({ result }) => result === 't');
}
