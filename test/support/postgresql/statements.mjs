import pg from 'pg';

/** Runs statements on a connection of their own, one after the other, each by itself: CREATE DATABASE takes no company. */
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
