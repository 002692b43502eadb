import { addressProblem } from './postgresql/address.ts';

/** Whether a DATABASE_URL is for PostgreSQL; otherwise it is a `file:` URL for SQLite. */
export function isPostgresql(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

/** Returns the end of an error message that begins with "DATABASE_URL must"; null for a valid URL. */
export function databaseUrlProblem(url: string): string | null {
  return /^file:./.test(url) ? null : addressProblem(url);
}
