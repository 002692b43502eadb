import { CHANNEL } from '../../../src/db/postgresql/notices.ts';
import { runSql } from './sql.ts';

/** Ends the connections of a database that send or receive messages. */
export const breakNotices = (url: string) =>
  runSql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%${CHANNEL}%'`,
    url,
  );
