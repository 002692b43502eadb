import type pg from 'pg';
import type { Database, State } from '../database.ts';
import { HAS_CITUS, hasShards } from './distributed.ts';

/** Sees what was committed, without a transaction that would hold anything up. */
export interface Watch extends Pick<Database, 'changes' | 'fingerprints'> {
  /** Whether it is known by now that the database is not distributed. */
  isWhole(): boolean;
  close(): Promise<void>;
}

/**
 * The transactions that a new statement sees: the same text means that nothing was committed in between. Source: PostgreSQL's manual,
 * "Transaction ID and Snapshot Information Functions".
 */
const SNAPSHOT = {
  name: 'snapshot',
  text: `SELECT CAST(pg_current_snapshot() AS TEXT) AS "state", ${HAS_CITUS} AS "citus"`,
};

/** @param pool closed with the watch. */
export function createWatch(pool: pg.Pool): Watch {
  let asking = false;
  let waiting: ((state: State | Promise<State>) => void)[] = [];
  /** Null while nobody has looked. */
  let distributed: boolean | null = null;

  /**
   * The snapshot of a distributed database says nothing of what other machines commit, a moment before or after it. It may come to be one at any
   * time, and stays one.
   */
  async function look(): Promise<State> {
    if (distributed) return Number.NaN;
    const { rows } = await pool.query<{ state: string; citus: boolean }>(SNAPSHOT);
    distributed = rows[0]?.citus === true && (await hasShards(pool));
    return distributed ? Number.NaN : (rows[0]?.state ?? Number.NaN);
  }

  /** Asks once for all who wait: each gets a state from after it asked. */
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
      const text = `SELECT "${column}" AS "key", CAST(to_jsonb("${table}") AS TEXT) AS "fingerprint" FROM "${table}" WHERE "${column}" = ANY($1)`;
      try {
        const query = { name: `fingerprints of ${table} by ${column}`, text, values: [values] };
        const { rows } = await pool.query<{ key: string | number; fingerprint: string }>(query);
        const fingerprints = new Map(rows.map(({ key, fingerprint }) => [key, fingerprint]));
        return values.map((value) => fingerprints.get(value) ?? null);
      } catch {
        // Whoever reads next is told why.
        return values.map(() => null);
      }
    },
    isWhole: () => distributed === false,
    close: () => pool.end(),
  };
}
