import { Command } from 'commander';
import { verifyRollups } from '../ingest/store/verify.ts';
import { counted } from '../stats/format.ts';
import { print, table } from './output.ts';
import { withDatabase } from './run.ts';

/** `footfall verify` */
export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'Recompute all rollups from the recorded visits and hits, and compare them with the stored ones. ' +
        'Exit code 1 if they differ.',
    )
    .option('--json', 'print {"websites","rows","differences"}')
    .action((_options: object, command: Command) =>
      withDatabase(async ({ db }) => {
        const { websites, rows, differences } = await verifyRollups(db);
        if (differences.length > 0) process.exitCode = 1;
        const cells = differences.map((d) => [
          String(d.websiteId),
          d.name,
          String(d.period),
          JSON.stringify(d.value),
          String(d.stored),
          String(d.computed),
        ]);
        const text =
          differences.length === 0
            ? `No differences: ${counted(rows, 'rollup row')} of ${counted(websites, 'website')} ` +
              'match the recorded visits and hits.'
            : table([['WEBSITE', 'NAME', 'PERIOD', 'VALUE', 'STORED', 'COMPUTED'], ...cells]);
        print(command, { websites, rows, differences }, text);
      }),
    );
}
