import pg from 'pg';

/**
 * Runs statements in sequence on a new connection. They are sent one by one, because CREATE DATABASE needs
 * that.
 */
export async function runStatements(url, ...statements) {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    /** @type {Record<string, unknown>[]} */
    let rows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
