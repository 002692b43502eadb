/** Whether a DATABASE_URL is PostgreSQL's; otherwise it is a `file:` of SQLite. */
export function isPostgresql(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}
