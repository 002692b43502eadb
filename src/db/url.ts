/** Whether a DATABASE_URL is for PostgreSQL; otherwise it is a `file:` URL for SQLite. */
export function isPostgresql(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}
