import type Sqlite from 'better-sqlite3';

/** @returns compiles a statement, once: as many are kept as there are statements in the code. */
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
