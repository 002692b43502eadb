import pg from 'pg';
import type { Schema } from './schema.ts';

/** The rights that a role needs on tables that another role has migrated. */
const TABLE_RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'] as const;

/** What a role may do in a schema. A superuser may do everything. */
export interface Rights {
  role: string;
  database: string;
  /** Whether the server is a standby. */
  standby: boolean;
  /** Whether transactions of the role are read-only by default. */
  readOnly: boolean;
  createSchemas: boolean;
  temporary: boolean;
  use: boolean;
  create: boolean;
  /** The owner of a table whose rights the role does not have; null if there is none. */
  owner: string | null;
  /** A table on which the role lacks a right of {@link TABLE_RIGHTS}; null if there is none. */
  table: string | null;
  /** A sequence that the role may not use; null if there is none. */
  sequence: string | null;
}

/** `$1` is the schema, `$2` the names of Footfall's tables: those of other applications don't count. */
const READ = `
  WITH "schema" AS (SELECT oid FROM pg_namespace WHERE nspname = $1),
  "relation" AS (
    SELECT oid, relkind, CAST(relname AS TEXT) AS "name", relowner FROM pg_class
    WHERE relnamespace = (SELECT oid FROM "schema")
  ),
  "table" AS (SELECT * FROM "relation" WHERE relkind IN ('r', 'p') AND "name" = ANY($2))
  SELECT CAST(current_user AS TEXT) AS "role",
    CAST(current_database() AS TEXT) AS "database",
    pg_is_in_recovery() AS "standby",
    current_setting('default_transaction_read_only') = 'on' AS "readOnly",
    has_database_privilege(current_database(), 'CREATE') AS "createSchemas",
    has_database_privilege(current_database(), 'TEMPORARY') AS "temporary",
    COALESCE((SELECT has_schema_privilege(oid, 'USAGE') FROM "schema"), TRUE) AS "use",
    COALESCE((SELECT has_schema_privilege(oid, 'CREATE') FROM "schema"), TRUE) AS "create",
    (SELECT CAST(pg_get_userbyid(relowner) AS TEXT) FROM "table"
      WHERE NOT pg_has_role(relowner, 'USAGE') LIMIT 1) AS "owner",
    (SELECT "name" FROM "table"
      WHERE NOT (${TABLE_RIGHTS.map((right) => `has_table_privilege(oid, '${right}')`).join(' AND ')})
      ORDER BY "name" LIMIT 1) AS "table",
    (SELECT "name" FROM "relation"
      -- CASE, because the function fails for other relations, and AND has no order.
      WHERE CASE WHEN relkind = 'S' THEN NOT has_sequence_privilege(oid, 'USAGE') END
      ORDER BY "name" LIMIT 1) AS "sequence"`;

export async function readRights(
  client: pg.ClientBase,
  { name }: Schema,
  tables: readonly string[],
): Promise<Rights> {
  const { rows } = await client.query<Rights>(READ, [name, tables]);
  return rows[0] as Rights;
}

/** Says why a role cannot apply migrations, and which statement lets it; null if it can. */
export function migrationProblem(schema: Schema, rights: Rights): string | null {
  const { database, owner } = rights;
  const [role, inSchema] = [rights.role, schema.name].map(pg.escapeIdentifier);
  if (rights.standby) return 'is a standby that has not been migrated: point DATABASE_URL to its primary.';
  if (rights.readOnly)
    return (
      `is read-only for the role ${role}: ` +
      `run ALTER ROLE ${role} SET default_transaction_read_only = off.`
    );
  if (!schema.exists && !rights.createSchemas)
    return (
      `has no schema ${inSchema}, and the role ${role} may not create one: ` +
      `run CREATE SCHEMA ${inSchema} AUTHORIZATION ${role}.`
    );
  if (!rights.create || !rights.use)
    return (
      `does not let the role ${role} create tables in the schema ${inSchema}: ` +
      `run GRANT USAGE, CREATE ON SCHEMA ${inSchema} TO ${role}, ` +
      `or ALTER DATABASE ${pg.escapeIdentifier(database)} OWNER TO ${role}.`
    );
  if (owner !== null)
    return (
      `has tables of the role ${owner}, which the role ${role} may not change: ` +
      `run npx footfall migrate with ${owner} as the user in DATABASE_URL.`
    );
  return null;
}

/** Says why a server cannot run as a role, and which statements let it; null if it can. */
export function serverProblem(schema: Schema, rights: Rights): string | null {
  const [role, inSchema, database] = [rights.role, schema.name, rights.database].map(pg.escapeIdentifier);
  if (rights.standby) return 'is a standby, which cannot be written: point DATABASE_URL to its primary.';
  if (rights.use && rights.temporary && rights.table === null && rights.sequence === null) return null;
  const grants = [
    `GRANT TEMPORARY ON DATABASE ${database} TO ${role}`,
    `GRANT USAGE ON SCHEMA ${inSchema} TO ${role}`,
    `GRANT ${TABLE_RIGHTS.join(', ')} ON ALL TABLES IN SCHEMA ${inSchema} TO ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${inSchema} TO ${role}`,
  ];
  const what = rights.table === null ? '' : ` on the table ${rights.table}`;
  return `denies the role ${role} rights that a server needs${what}: run ${grants.join('; ')}.`;
}
