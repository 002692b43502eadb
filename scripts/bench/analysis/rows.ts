import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../../../src/root.ts';
import { cellText } from './duckdb.ts';

export interface RowsAnswer {
  rows: unknown[][];
  ms: number;
}

/** SQL on the rows of an SQLite database, with a time limit. */
export interface Rows {
  /** Executes statements. @returns all of their rows as texts, and the duration; null after the limit. */
  ask(statements: readonly string[]): Promise<{ rows: string[][]; ms: number } | null>;
  close(): void;
}

/**
 * @param limitMs how long a question may take. A statement cannot be interrupted, so its process is killed.
 */
export function openRows(file: string, limitMs: number): Rows {
  let child: ChildProcess | null = null;
  const program = path.join(root, 'scripts/bench/analysis/rowsProcess.ts');
  return {
    async ask(statements) {
      child ??= fork(program, [file], { execArgv: ['--import=tsx'] });
      const asked = child;
      asked.send(statements);
      const timer = setTimeout(() => asked.kill('SIGKILL'), limitMs);
      const settled = new AbortController();
      const answer = await Promise.race([
        once(asked, 'message', settled),
        once(asked, 'exit', settled).then(() => null),
      ]);
      settled.abort();
      clearTimeout(timer);
      // It may answer while it is killed.
      if (!answer || asked.killed) child = null;
      if (!answer) return null;
      const { rows, ms } = answer[0] as RowsAnswer;
      return { rows: rows.map((row) => row.map(cellText)), ms };
    },
    close: () => void child?.kill(),
  };
}
