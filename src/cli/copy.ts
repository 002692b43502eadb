import { Command } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import type { Comparison } from '../copy/compare.ts';
import { copyDatabase } from '../copy/copy.ts';
import { showProgress } from '../copy/progress.ts';
import { DatabaseFault } from '../db/health/faults.ts';
import { invalid } from '../errors.ts';
import { counted, grouped } from '../stats/format.ts';
import { explain, print, table } from './output.ts';

/** `footfall copy` */
export function copyCommand(): Command {
  return new Command('copy')
    .description(
      'Copy all data from one database to another (SQLite or PostgreSQL), and compare the two. ' +
        'Stop the server first. To resume an interrupted copy, run the same command again. ' +
        'Exit code 1 if the databases differ.',
    )
    .requiredOption('--from <url>', 'source database: file:… or postgresql://…')
    .requiredOption('--to <url>', 'target database: empty, or a file that does not exist yet')
    .option('--json', 'print {"tables","seconds","verified"}')
    .action(async ({ from, to }: { from: string; to: string }, command: Command) => {
      const start = performance.now();
      const progress = showProgress(process.stderr, () => performance.now());
      try {
        const comparison = await copyDatabase(checked('from', from), checked('to', to), {
          watcher: progress,
        });
        progress.end();
        report(command, comparison, (performance.now() - start) / 1_000);
      } catch (error) {
        progress.end();
        process.stderr.write(`${inWords(error)}\n`);
        process.exitCode = 1;
      }
    });
}

/**
 * Returns the URL if it is valid as DATABASE_URL. Error messages do not contain it, because it may contain a
 * password.
 * @throws AppError `invalid` if it is not.
 */
function checked(option: 'from' | 'to', url: string): string {
  try {
    return readConfig({ DATABASE_URL: url || 'none' }).databaseUrl;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw invalid({
      [option]: error.problems.map((problem) => problem.replace('DATABASE_URL must', 'Must')),
    });
  }
}

/** Explains an error. The advice about the configured database applies to both databases of the copy, too. */
function inWords(error: unknown): string {
  return error instanceof DatabaseFault
    ? explain(error).replaceAll('DATABASE_URL', 'the URL')
    : explain(error);
}

function report(command: Command, { tables, sums, days, differences }: Comparison, seconds: number): void {
  const verified = differences.length === 0;
  if (!verified) process.exitCode = 1;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const compared =
    `the row counts of ${Object.keys(tables).length} tables, ` +
    `${grouped(sums)} sums of totals (by website) and ` +
    `the totals of ${counted(days, 'day')} (recomputed from visits and hits)`;
  const lines = verified
    ? [
        table([['TABLE', 'ROWS'], ...Object.entries(tables).map(([name, count]) => [name, grouped(count)])]),
        `Copied and compared ${counted(rows, 'row')} in ${seconds.toFixed(1)} s: ${compared} are the same.`,
      ]
    : [
        table([
          ['EXPECTED', 'FOUND', 'WHAT'],
          ...differences.map(({ what, expected, found }) => [expected, found, what]),
        ]),
        `Found ${counted(differences.length, 'difference')} in ${compared}. ` +
          'Do not use the copy. Stop all servers on both databases, and copy again into an empty database.',
      ];
  const value = { tables, seconds: Number(seconds.toFixed(3)), verified, ...(!verified && { differences }) };
  print(command, value, lines.join('\n'));
}
