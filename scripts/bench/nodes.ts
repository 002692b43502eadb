import pg from 'pg';

/** Runs statements on one connection. @returns the rows of the last one. */
export async function runOn<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const text of statements) rows = (await client.query(text)).rows as Row[];
    return rows;
  } finally {
    await client.end();
  }
}

/** The URLs of the same database on the workers of Citus; none without Citus. */
export async function nodesOf(url: string): Promise<string[]> {
  const [{ citus } = { citus: false }] = await runOn<{ citus: boolean }>(
    url,
    `SELECT to_regclass('pg_dist_node') IS NOT NULL AS "citus"`,
  );
  if (!citus) return [];
  const nodes = await runOn<{ host: string; port: number }>(
    url,
    'SELECT nodename AS "host", nodeport AS "port" FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid',
  );
  return nodes.map(
    ({ host, port }) => Object.assign(new URL(url), { hostname: host, port: String(port) }).href,
  );
}
