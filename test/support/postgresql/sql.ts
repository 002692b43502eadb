import { type Row, runStatements } from './statements.mjs';

/** The server of this run; that of CITUS_URL if the tests run on a cluster. */
export const SERVER = (globalThis as { footfallCitus?: boolean }).footfallCitus
  ? process.env.CITUS_URL
  : process.env.FOOTFALL_TEST_POSTGRESQL;

/** Runs a statement on the PostgreSQL server of this run. */
export async function runSql(text: string, url = SERVER): Promise<Row[]> {
  if (!url)
    throw new Error('No PostgreSQL server was started for this run (test/support/postgresql/start.mjs).');
  return runStatements(url, text);
}
