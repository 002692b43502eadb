import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { migrate } from '../src/db/migrations/migrate.ts';
import { sqliteAdapter } from '../src/db/sqlite/open.ts';
import { isPostgresql } from '../src/db/url.ts';
import { root } from '../src/root.ts';
import { withSchemaEngine } from './schemaEngine.ts';

/** Filters for the schema engine: no tables or enums are managed externally. */
const everything = { externalTables: [], externalEnums: [] };

/**
 * Computes the difference between the schema and the migrations so far.
 * @param url an empty database, to which the migrations are applied.
 * @returns SQL; null if the migrations already produce the schema.
 */
export async function nextMigration(url: string): Promise<string | null> {
  const name = isPostgresql(url) ? 'schema.postgresql.prisma' : 'schema.prisma';
  const schema = path.join(root, 'prisma', name);
  const file = { path: schema, content: await readFile(schema, 'utf8') };
  await migrate(url);
  const adapter = isPostgresql(url) ? postgresqlAdapter(url) : sqliteAdapter(url, 0);
  const script = await withSchemaEngine(
    adapter,
    async (engine) => {
      const { stdout } = await engine.diff({
        from: { tag: 'schemaDatasource', files: [file], configDir: root },
        to: { tag: 'schemaDatamodel', files: [file] },
        script: true,
        exitCode: null,
        filters: everything,
      });
      return stdout;
    },
    file,
  );
  return !script || script.includes('-- This is an empty migration.') ? null : script;
}

/**
 * The OID of the one-byte type "char", which the engine reads from PostgreSQL's catalogs but the adapter does
 * not support.
 */
const CHAR = 18;

/**
 * PostgreSQL's adapter with support for columns of type "char". It expects one query at a time, as the engine
 * sends them.
 */
function postgresqlAdapter(url: string): SqlMigrationAwareDriverAdapterFactory {
  const pool = new pg.Pool({ connectionString: url });
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  let chars: boolean[] = [];
  const asTexts = async (config: pg.QueryConfig) => {
    const result = await query(config);
    chars = (result.fields ?? []).map(({ dataTypeID }) => dataTypeID === CHAR);
    for (const field of result.fields ?? [])
      if (field.dataTypeID === CHAR) field.dataTypeID = pg.types.builtins.TEXT;
    return result;
  };
  const adapter = new PrismaPg(Object.assign(pool, { query: asTexts }), { disposeExternalPool: true });
  const connect = async () => {
    const connection = await adapter.connect();
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = async (asked) => {
      const result = await queryRaw(asked);
      const { Character } = ColumnTypeEnum;
      const columnTypes = result.columnTypes.map((type, index) => (chars[index] ? Character : type));
      return { ...result, columnTypes };
    };
    return connection;
  };
  const { provider, adapterName } = adapter;
  return { provider, adapterName, connect, connectToShadowDb: connect };
}

/** Whether a script for SQLite copies a table, as Prisma does to add a column that must not be null. */
export const copiesTable = (script: string): boolean => script.includes('CREATE TABLE "new_');
