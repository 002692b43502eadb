import type pg from 'pg';
import type { Database, State } from '../database.ts';
import { HAS_CITUS, hasShards } from './citus/detect.ts';

/** Detects commits, without a transaction that would block others. */
export interface Watch extends Pick<Database, 'changes' | 'fingerprints'> {
  /** Whether the database is already known not to be distributed. */
  isWhole(): boolean;
}

/**
 * Reads the current snapshot of transactions. The same text means that nothing was committed in between.
 * Source: PostgreSQL's manual, "Transaction ID and Snapshot Information Functions".
 */
const SNAPSHOT = {
  name: 'snapshot',
  text: `SELECT CAST(pg_current_snapshot() AS TEXT) AS "state", ${HAS_CITUS} AS "citus"`,
};

export function createWatch(pool: pg.Pool): Watch {
  let asking = false;
  let waiting: ((state: State | Promise<State>) => void)[] = [];
  /** Null until the first query. */
  let distributed: boolean | null = null;

  /**
   * Reads the state of the database; NaN if it is distributed. Its snapshot then does not show commits of
   * other machines, which happen a moment earlier or later. A database may become distributed at any time,
   * and stays so.
   */
  async function look(): Promise<State> {
    if (distributed) return Number.NaN;
    const { rows } = await pool.query<{ state: string; citus: boolean }>(SNAPSHOT);
    distributed = rows[0]?.citus === true && (await hasShards(pool));
    return distributed ? Number.NaN : (rows[0]?.state ?? Number.NaN);
  }

  /** Queries once for all waiting callers. Each gets a state that was read after its call. */
  async function ask(): Promise<void> {
    asking = true;
    while (waiting.length > 0) {
      const all = waiting;
      waiting = [];
      const state = await look().catch(() => Number.NaN);
      for (const resolve of all) resolve(state);
    }
    asking = false;
  }

  return {
    changes() {
      return new Promise<State>((resolve) => {
        waiting.push(resolve);
        if (!asking) void ask();
      });
    },
    async fingerprints(table, column, values) {
      const text = `
        SELECT "${column}" AS "key", CAST(to_jsonb("${table}") AS TEXT) AS "fingerprint"
        FROM "${table}" WHERE "${column}" = ANY($1)`;
      try {
        const query = { name: `fingerprints of ${table} by ${column}`, text, values: [values] };
        const { rows } = await pool.query<{ key: string | number; fingerprint: string }>(query);
        const fingerprints = new Map(rows.map(({ key, fingerprint }) => [key, fingerprint]));
        return values.map((value) => fingerprints.get(value) ?? null);
      } catch {
        // The next read reports the error.
        return values.map(() => null);
      }
    },
    isWhole: () => distributed === false,
  };
}
