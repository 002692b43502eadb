export type Row = Record<string, unknown>;

/**
 * Runs statements in sequence on a new connection, each in its own transaction. @returns the rows of the last
 * statement.
 */
export function runStatements(url: string, ...statements: string[]): Promise<Row[]>;
