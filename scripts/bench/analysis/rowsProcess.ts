/** The process of rows.ts: `node rowsProcess.ts FILE`. Executes the statements of each message. */
import Sqlite from 'better-sqlite3';
import { CACHE_KIB } from '../../../src/db/sqlite/settings.ts';
import type { RowsAnswer } from './rows.ts';

const db = new Sqlite(process.argv[2], { readonly: true });
// As the connections of the server.
db.pragma(`cache_size = ${-CACHE_KIB}`);

process.on('message', (statements: string[]) => {
  const start = performance.now();
  const rows = statements.flatMap((statement) => db.prepare(statement).raw().all() as unknown[][]);
  process.send?.({ rows, ms: performance.now() - start } satisfies RowsAnswer);
});
