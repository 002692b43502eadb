import type { CopyAdapter } from '../copyAdapter.ts';
import { sql } from '../sql/sql.ts';
import type { TableName } from '../sql/tables.ts';
import { postgresqlFaults, whereIs } from './faults.ts';

const sequenceOf = (table: TableName) => sql`CAST(pg_get_serial_sequence(${`"${table}"`}, 'id') AS REGCLASS)`;

export function postgresqlCopyAdapter(url: string): CopyAdapter {
  return {
    faults: postgresqlFaults(url),
    words: whereIs(url).replace(/^The/, 'the'),
    missing: () => null,
    // A server is started at a microsecond of its own; names and addresses lead to one server in many ways.
    async identity(tx) {
      const [row] = await tx.$queryRaw<{ identity: string }[]>`
        SELECT concat_ws(' ', pg_postmaster_start_time(), current_database(), current_schema()) AS "identity"`;
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
    // The planner knows nothing of the tables until then; by itself that takes a minute.
    async afterFilling(tx) {
      await tx.$executeRaw`ANALYZE`;
    },
  };
}
