import type { CopyAdapter } from '../copyAdapter.ts';
import { sql } from '../sql/sql.ts';
import type { TableName } from '../sql/tables.ts';
import { whereIs } from './address.ts';
import { postgresqlFaults } from './faults.ts';

const sequenceOf = (table: TableName) => sql`CAST(pg_get_serial_sequence(${`"${table}"`}, 'id') AS REGCLASS)`;

export function postgresqlCopyAdapter(url: string): CopyAdapter {
  return {
    faults: postgresqlFaults(url),
    words: whereIs(url).replace(/^The/, 'the'),
    missing: () => null,
    // The start time of a server, in microseconds, identifies it. Names and addresses do not: a server may
    // have many.
    async identity(tx) {
      const [row] = await tx.$queryRaw<{ identity: string }[]>`
        SELECT concat_ws(' ', pg_postmaster_start_time(), current_database(), current_schema())
          AS "identity"`;
      return String(row?.identity);
    },
    async lastId(tx, table) {
      const [row] = await tx.$queryRaw<{ last: bigint | null }[]>`
        SELECT pg_sequence_last_value(${sequenceOf(table)}) AS "last"`;
      return row?.last ?? 0n;
    },
    async setLastId(tx, table, id) {
      await tx.$queryRaw`SELECT setval(${sequenceOf(table)}, ${id})`;
    },
    // Before ANALYZE the planner has no statistics of the tables; by itself PostgreSQL makes them after a
    // minute.
    async afterFilling(tx) {
      await tx.$executeRaw`ANALYZE`;
    },
  };
}
