import pg from 'pg';
import type { SqlTransaction } from '../database.ts';
import type { DirectConnection } from '../direct.ts';
import { Sql, sql } from '../sql.ts';
import { connectionConfig, prepare, statementNames } from './connections.ts';
import { postgresqlDialect } from './dialect.ts';
import { afterCommit } from './faults.ts';

const OPTIONS = { readOnly: false, integers: 'bigints' } as const;

/** A connection for what is written many times a second; made when it is needed, and anew after it broke. One transaction at a time. */
export function openPostgresqlDirect(url: string): DirectConnection {
  const nameOf = statementNames();
  let current: pg.Client | null = null;

  async function connection(): Promise<pg.Client> {
    if (current) return current;
    const client = new pg.Client(connectionConfig(url, OPTIONS));
    const forget = () => {
      if (current === client) current = null;
    };
    client.on('error', forget).on('end', forget);
    try {
      await client.connect();
      await prepare(client, OPTIONS);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    current = client;
    return client;
  }

  return {
    async transaction(fn) {
      const client = await connection();
      let committing = false;
      try {
        await client.query('BEGIN');
        const result = await fn(tags(client, nameOf));
        committing = true;
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {
          // Then it is broken, and what was begun is rolled back with it.
          if (current === client) current = null;
          void client.end().catch(() => undefined);
        });
        throw committing ? afterCommit(error) : error;
      }
    },
    async close() {
      await current?.end();
    },
  };
}

/** Prisma's tagged templates on a connection of the driver, each statement prepared once. */
export function tags(client: pg.Client, nameOf: (text: string) => string = () => ''): SqlTransaction {
  const run = (template: TemplateStringsArray | Sql, values: unknown[]) => {
    const query = template instanceof Sql ? template : sql(template, ...(values as Sql[]));
    const { text } = query;
    return client.query({ name: nameOf(text), text, values: query.values as unknown[] });
  };
  const tx = {
    dialect: postgresqlDialect,
    async $queryRaw(template: TemplateStringsArray | Sql, ...values: unknown[]) {
      return (await run(template, values)).rows;
    },
    async $executeRaw(template: TemplateStringsArray | Sql, ...values: unknown[]) {
      return (await run(template, values)).rowCount ?? 0;
    },
  };
  return tx as unknown as SqlTransaction;
}
