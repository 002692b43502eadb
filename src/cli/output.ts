import type { Command } from 'commander';
import { DatabaseFault } from '../db/health/faults.ts';
import { AppError } from '../errors.ts';

/** Whether the command was given `--json`. */
export function isJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** Prints a result: one JSON value for scripts with `--json`, otherwise a text for people. */
export function print(command: Command, value: unknown, text: string): void {
  process.stdout.write(`${isJson(command) ? JSON.stringify(value) : text}\n`);
}

/** Returns the message of an error. Each wrong option has its own line, which says what would be right. */
export function explain(error: unknown): string {
  if (error instanceof DatabaseFault) return error.advice;
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error);
  const fields = Object.entries(error.details.fields ?? {});
  if (fields.length === 0) return error.message;
  return fields.flatMap(([name, messages]) => messages.map((text) => `${name}: ${text}`)).join('\n');
}

/** Formats rows as aligned columns. */
export function table(rows: string[][]): string {
  const widths =
    rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
