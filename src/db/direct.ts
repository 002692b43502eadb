import type { ArgType, SqlQueryable, SqlResultSet } from '@prisma/driver-adapter-utils';
import { Prisma } from '../generated/prisma/client.ts';
import { type SqlTransaction, sqliteAdapter, TAKE_LOCK, WRITER_SETTINGS } from './open.ts';

/** A connection for writing through Prisma's driver adapter alone, for a thread of its own. */
export interface DirectConnection {
  /**
   * Runs `fn` in one transaction that holds the write lock from its first statement. Tries once: who calls waits for locks
   * (`Database.inTurn`).
   * @throws what the adapter throws, or `fn`, after rolling back.
   */
  transaction<T>(fn: (tx: SqlTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens a writing connection without a Prisma client, whose query compiler would take another 50 MB in every thread; raw SQL does
 * not need it.
 */
export async function openDirect(url: string): Promise<DirectConnection> {
  const connection = await sqliteAdapter(url, 0).connect();
  for (const sql of WRITER_SETTINGS) await connection.queryRaw({ sql, args: [], argTypes: [] });

  return {
    async transaction(fn) {
      const transaction = await connection.startTransaction();
      const execute = (sql: string) => transaction.executeRaw({ sql, args: [], argTypes: [] });
      try {
        await execute(TAKE_LOCK);
        const result = await fn(tagged(transaction));
        await execute('COMMIT');
        await transaction.commit();
        return result;
      } catch (error) {
        // Some errors have rolled back already.
        await execute('ROLLBACK').catch(() => undefined);
        await transaction.rollback();
        throw error;
      }
    },
    close: () => connection.dispose(),
  };
}

/** Prisma's tagged templates on an adapter's transaction. */
function tagged(queryable: SqlQueryable): SqlTransaction {
  const query = (template: TemplateStringsArray | Prisma.Sql, values: unknown[]) => {
    const { sql, values: args } =
      template instanceof Prisma.Sql ? template : Prisma.sql(template, ...(values as Prisma.Sql[]));
    return { sql, args, argTypes: args.map(argType) };
  };
  const tags = {
    $queryRaw: async (template: TemplateStringsArray, ...values: unknown[]) =>
      objects(await queryable.queryRaw(query(template, values))),
    $executeRaw: (template: TemplateStringsArray, ...values: unknown[]) =>
      queryable.executeRaw(query(template, values)),
  };
  return tags as unknown as SqlTransaction;
}

function argType(value: unknown): ArgType {
  const scalarType = typeof value === 'string' ? 'string' : value instanceof Uint8Array ? 'bytes' : 'unknown';
  return { scalarType, arity: 'scalar' };
}

/** 64-bit integers stay as the adapter gives them: a number where it is safe, else their decimal text. */
function objects({ columnNames, rows }: SqlResultSet): object[] {
  return rows.map((row) => Object.fromEntries(columnNames.map((name, index) => [name, row[index]])));
}
