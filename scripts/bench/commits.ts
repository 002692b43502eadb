import { isPostgresql } from '../../src/db/url.ts';
import { nodesOf, runOn } from './nodes.ts';

/** What happened in a database during a load, on all of its machines. */
export interface Commits {
  /** Transactions that were committed, by all who wrote. */
  committed: number;
  /** Transactions that were prepared for a commit in two phases. */
  prepared: number;
  /** Statements that Citus planned, which it sends to the machines of their shards. */
  byCitus: number;
}

export interface CommitCounter {
  /** Starts to count. */
  start(): Promise<void>;
  /** Returns the numbers since the start; NaN where the database has none. */
  stop(): Promise<Commits>;
}

const NONE: Commits = { committed: Number.NaN, prepared: Number.NaN, byCitus: Number.NaN };

/**
 * Counts commits in the write-ahead log (the extension pg_walinspect of PostgreSQL 15 or newer), and Citus's
 * statements with its own counters. To be created before the servers connect.
 */
export async function countCommits(url: string): Promise<CommitCounter> {
  if (!isPostgresql(url)) return { start: async () => undefined, stop: async () => NONE };
  const workers = await nodesOf(url);
  const urls = [url, ...workers];
  // Citus allows this on its workers only for the machine itself.
  const here = workers.length > 0 ? ['SET citus.enable_ddl_propagation = off'] : [];
  const name = new URL(url).pathname.slice(1);
  for (const node of urls) {
    await runOn(node, ...here, 'CREATE EXTENSION IF NOT EXISTS pg_walinspect');
    if (workers.length > 0)
      await runOn(node, ...here, `ALTER DATABASE ${name} SET citus.enable_stat_counters = on`);
  }
  let begins: { log: string; statements: number }[] = [];

  async function look(node: string): Promise<{ log: string; statements: number }> {
    const [{ log } = { log: '' }] = await runOn<{ log: string }>(
      node,
      'SELECT CAST(pg_current_wal_flush_lsn() AS TEXT) AS "log"',
    );
    if (workers.length === 0) return { log, statements: Number.NaN };
    const [row] = await runOn<{ statements: string }>(
      node,
      `SELECT COALESCE(SUM(query_execution_single_shard + query_execution_multi_shard), 0) AS "statements"
       FROM citus_stat_counters WHERE name = '${name}'`,
    );
    return { log, statements: Number(row?.statements) };
  }

  return {
    async start() {
      begins = await Promise.all(urls.map(look));
    },
    async stop() {
      const ends = await Promise.all(urls.map(look));
      const total = { committed: 0, prepared: 0, byCitus: 0 };
      for (const [index, node] of urls.entries()) {
        const [begin, end] = [begins[index], ends[index]];
        if (!begin || !end) continue;
        total.byCitus += end.statements - begin.statements;
        if (begin.log === end.log) continue;
        const rows = await runOn<{ kind: string; count: string }>(
          node,
          `SELECT "resource_manager/record_type" AS "kind", "count"
           FROM pg_get_wal_stats('${begin.log}', '${end.log}', true)`,
        );
        const count = (kind: string) =>
          Number(rows.find((row) => row.kind === `Transaction/${kind}`)?.count ?? 0);
        total.committed += count('COMMIT') + count('COMMIT_PREPARED');
        total.prepared += count('PREPARE');
      }
      return total;
    },
  };
}
