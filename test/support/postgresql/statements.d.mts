export type Row = Record<string, unknown>;

/** Runs statements on a connection of their own, one after the other, each by itself. @returns the rows of the last. */
export function runStatements(url: string, ...statements: string[]): Promise<Row[]>;
