import { addressProblem } from './postgresql/address.ts';

/** Whether a DATABASE_URL is for PostgreSQL; otherwise it is a `file:` URL for SQLite. */
export function isPostgresql(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

/** Returns what is wrong with a DATABASE_URL, as the end of "… must"; null if it can be used. */
export function databaseUrlProblem(url: string): string | null {
  return /^file:./.test(url) ? null : addressProblem(url);
}
