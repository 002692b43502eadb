import pg from 'pg';

/** Runs a statement on the PostgreSQL server of this run. */
export async function runSql(text: string, url = process.env.FOOTFALL_TEST_POSTGRESQL): Promise<unknown[]> {
  if (!url)
    throw new Error('No PostgreSQL server was started for this run (test/support/postgresql/start.mjs).');
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
