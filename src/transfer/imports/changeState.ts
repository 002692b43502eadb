import type { SqlTransaction } from '../../db/database.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import type { ImportState } from './states.ts';

/** The state of an import; empty if it does not exist any more. */
export async function stateOf(tx: SqlTransaction, id: number): Promise<string> {
  const [row] = await tx.$queryRaw<{ state: string }[]>(sql`SELECT "state" FROM "Import" WHERE "id" = ${id}`);
  return row?.state ?? '';
}

/**
 * Changes the state of an import if it has one of some states. Nobody else changes it until the transaction
 * ends.
 * @returns whether it had one of them.
 */
export async function changeState(
  tx: SqlTransaction,
  id: number,
  from: readonly ImportState[],
  to: ImportState,
): Promise<boolean> {
  const states = raw(from.map((state) => `'${state}'`).join(', '));
  const rows = await tx.$queryRaw<unknown[]>(sql`
    UPDATE "Import" SET "state" = ${to} WHERE "id" = ${id} AND "state" IN (${states}) RETURNING "id"`);
  return rows.length > 0;
}
