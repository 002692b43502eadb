import type pg from 'pg';

/** What Citus knows of a database. Source: Citus's manual, "Metadata tables reference" and "Citus utility functions". */

type Db = Pick<pg.ClientBase, 'query'>;

export interface Extension {
  version: string;
  /** Created in this database. */
  installed: boolean;
}

/** The extension, where the server has its files. */
export async function findExtension(db: Db): Promise<Extension | null> {
  const { rows } = await db.query<Extension>(`
    SELECT COALESCE(installed_version, default_version) AS "version", installed_version IS NOT NULL AS "installed"
    FROM pg_available_extensions WHERE name = 'citus'`);
  return rows[0] ?? null;
}

export interface Node {
  host: string;
  port: number;
  name: string;
  /** Whether new shards may be there. */
  holds: boolean;
}

/** The machines, none where nobody told Citus of any; and whether this is the one that knows the others. */
export async function findNodes(db: Db): Promise<{ isCoordinator: boolean; all: Node[] }> {
  const [{ rows: groups }, { rows: all }] = [
    await db.query<{ is: boolean }>('SELECT groupid = 0 AS "is" FROM pg_dist_local_group'),
    await db.query<Node>(`
      SELECT nodename AS "host", nodeport AS "port", nodename || ':' || nodeport AS "name", shouldhaveshards AS "holds"
      FROM pg_dist_node WHERE isactive AND noderole = 'primary' ORDER BY nodeid`),
  ];
  return { isCoordinator: groups[0]?.is !== false, all };
}

export interface Shards {
  /** The column that says in which shard a row is; null for a table that has one shard for everything. */
  column: string | null;
  /** Tables of one group have the same value in the same place. */
  group: number;
  shards: number;
}

/** Those of these tables that are distributed. */
export async function shardsOf(db: Db, tables: readonly string[]): Promise<Map<string, Shards>> {
  const found = new Map<string, Shards>();
  for (const table of tables) {
    const { rows } = await db.query<Shards>(
      `SELECT column_to_column_name(logicalrelid, partkey) AS "column", colocationid AS "group",
        (SELECT COUNT(*) FROM pg_dist_shard AS "shard" WHERE "shard".logicalrelid = "table".logicalrelid) AS "shards"
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
