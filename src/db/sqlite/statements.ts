import type Sqlite from 'better-sqlite3';

/**
 * Caches prepared statements.
 * @returns a function that compiles each statement once. It keeps as many as there are statements in the
 *   code.
 */
export function keepStatements(connection: Sqlite.Database): (sql: string) => Sqlite.Statement {
  const statements = new Map<string, Sqlite.Statement>();
  return (sql) => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = connection.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
}
