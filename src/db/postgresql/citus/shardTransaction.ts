import type pg from 'pg';
import type { ShardedTransaction, SqlTransaction } from '../../database.ts';
import type { Sql } from '../../sql/sql.ts';
import { postgresqlDialect } from '../dialect.ts';
import { type Send, tags } from '../pipeline.ts';
import type { ShardStatements } from './shardStatements.ts';
import type { Shard } from './shards.ts';

/** Locks the metadata of shards in mode 5 (SHARE), as Citus's own writes do. */
const LOCK = { name: 'lock_shards', text: 'SELECT lock_shard_metadata(5, CAST($1 AS BIGINT[]))' };
/** Counts those of these shards that are on this machine. */
const COUNT = {
  name: 'count_shards',
  text: `
    SELECT COUNT(*) AS "count" FROM pg_dist_placement
    WHERE shardid = ANY(CAST($1 AS BIGINT[])) AND groupid = (SELECT groupid FROM pg_dist_local_group)`,
};

/**
 * The number of shards in a statement on several, unless all of them are of one bundle. Larger ones take more
 * time for the shards of which a batch has no rows.
 */
const TOGETHER = 16;
/** A batch with rows of up to so many shards has one statement for each. */
const ALONE = 2;

/** A shard is no longer on this machine. */
export class ShardMoved extends Error {}

export interface ShardTransactionDeps {
  send: Send;
  statements: ShardStatements;
  /** The shards of this machine, in the order of their ids. */
  here: readonly Shard[];
  shardOf: (websiteId: number) => Shard;
  /** Whether a shard is here, and not known to be locked. */
  isOpen: (shard: Shard) => boolean;
  /** Whether to leave out what others have locked, and to lock the shards one by one. */
  careful: boolean;
}

/** A transaction on the shards of one machine. */
export interface ShardTransaction {
  tx: SqlTransaction;
  /**
   * To be called before the COMMIT.
   * @throws ShardMoved if a shard that was written is no longer here.
   */
  verify(): Promise<void>;
  /** The shard whose metadata could not be locked in time; null for none. */
  unlocked(): Promise<Shard | null>;
}

/** The rows of one shard. */
type Part<Row> = [Shard, Row[]];

export function createShardTransaction(deps: ShardTransactionDeps): ShardTransaction {
  const { send, statements, here, shardOf, isOpen, careful } = deps;
  const used = new Set<Shard>();
  const locks: { shards: Shard[]; answer: Promise<unknown> }[] = [];
  const counts: { shards: Shard[]; answer: Promise<pg.QueryResult> }[] = [];

  /** Locks the metadata of shards before their first statement. */
  function use(shards: Shard[]): void {
    for (const group of careful ? shards.map((shard) => [shard]) : [shards])
      locks.push({ shards: group, answer: send({ ...LOCK, values: [group.map(({ id }) => id)] }) });
    // With a snapshot that is later than the locks.
    counts.push({ shards, answer: send({ ...COUNT, values: [shards.map(({ id }) => id)] }) });
    for (const shard of shards) used.add(shard);
  }

  /** Splits rows by shard, in one order, so that two transactions do not wait for each other. */
  function split<Row extends { websiteId?: unknown }>(rows: readonly Row[]): Part<Row>[] {
    const parts = new Map<Shard, Row[]>();
    for (const row of rows) {
      const shard = shardOf(Number(row.websiteId));
      const part = parts.get(shard);
      if (part) part.push(row);
      else parts.set(shard, [row]);
    }
    const sorted = [...parts].sort(([one], [other]) => one.id - other.id);
    const fresh = sorted.map(([shard]) => shard).filter((shard) => !used.has(shard));
    if (fresh.length > 0) use(fresh);
    return sorted;
  }

  /** Sends a statement for the rows of each shard. */
  function run<Row extends { websiteId?: unknown }>(
    rows: readonly Row[],
    statement: (rows: readonly Row[]) => Sql,
    returns: boolean,
  ): Promise<pg.QueryResult>[] {
    const parts = split(rows);
    if (parts.length <= ALONE)
      return parts.map(([shard, own]) => {
        const { text, values } = statement(own);
        return send({ ...statements.one(shard, text), values });
      });
    const values = new Map<Shard, unknown[]>();
    let text = '';
    for (const [shard, own] of parts) {
      const sql = statement(own);
      values.set(shard, sql.values);
      text ||= sql.text;
    }
    const parameters = values.get(parts[0]?.[0] as Shard)?.length ?? 0;
    const none = Array<null>(parameters).fill(null);
    const answers: Promise<pg.QueryResult>[] = [];
    const bundle = parts[0]?.[0].bundle;
    const isBundle = parts.every(([shard]) => shard.bundle === bundle);
    const of = isBundle ? here.filter((shard) => shard.bundle === bundle) : here;
    for (let first = 0; first < of.length; first += TOGETHER) {
      const shards = of.slice(first, first + TOGETHER);
      if (!shards.some((shard) => values.has(shard))) continue;
      const all = shards.flatMap((shard) => values.get(shard) ?? none);
      answers.push(send({ ...statements.several(shards, text, parameters, returns), values: all }));
    }
    return answers;
  }

  const sharded: ShardedTransaction = {
    isAway: (websiteId) => !isOpen(shardOf(websiteId)),
    async read<Found, Row extends { websiteId?: unknown }>(
      rows: readonly Row[],
      statement: (rows: readonly Row[]) => Sql,
    ) {
      return (await Promise.all(run(rows, statement, true))).flatMap((answer) => answer.rows as Found[]);
    },
    write(rows, statement) {
      run(rows, statement, false);
    },
  };

  return {
    tx: { ...tags(send, postgresqlDialect), skipsLocked: careful, sharded },
    async verify() {
      for (const { shards, answer } of counts) {
        const { rows } = await answer;
        if (Number(rows[0]?.count) !== shards.length) throw new ShardMoved('A shard was moved.');
      }
    },
    async unlocked() {
      for (const { shards, answer } of locks) {
        const failed = await answer.then(
          () => false,
          () => true,
        );
        if (failed) return shards.length === 1 ? (shards[0] ?? null) : null;
      }
      return null;
    },
  };
}
