import { Command } from 'commander';
import { activeRules } from '../calendar/zones/active.ts';
import { newerRulesElsewhere, rulesWarning } from '../db/timeZoneRules.ts';
import { verifyChunks, verifyMonths } from '../engine/columns/chunks/verify.ts';
import { verifyRollups } from '../ingest/store/verify.ts';
import { counted } from '../stats/format.ts';
import { verifyImports } from '../transfer/imports/verify.ts';
import { print, table } from './output.ts';
import { withDatabase } from './run.ts';

/** `footfall verify` */
export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'Recompute all totals of days, chunks and sums of months from the recorded visits and hits, and ' +
        'compare them with the stored ones. Check that all daily sums belong to an import. Exit code 1 if ' +
        'they differ.',
    )
    .option('--json', 'print {"websites","rows","chunks","months","imports","differences","timeZoneRules"}')
    .action((_options: object, command: Command) =>
      withDatabase(async ({ db, analysis }) => {
        const { websites, rows, differences } = await verifyRollups(db);
        const { chunks, wrong } = await verifyChunks(db, analysis);
        for (const { websiteId, day } of wrong)
          differences.push({ websiteId, name: 'chunk', period: day, value: '', stored: 1, computed: 0 });
        const months = await verifyMonths(db, analysis);
        for (const { websiteId, month, dimension } of months.wrong)
          differences.push({
            websiteId,
            name: `month.${dimension}`,
            period: month,
            value: '',
            stored: 1,
            computed: 0,
          });
        const { imports, differences: ofImports } = await verifyImports(db);
        differences.push(...ofImports);
        if (differences.length > 0) process.exitCode = 1;
        const { version: timeZoneRules } = activeRules();
        const newer = await newerRulesElsewhere(db);
        if (newer !== null) process.stderr.write(`${rulesWarning(newer)}\n`);
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
            ? `No differences: ${counted(rows, 'day')}, ${counted(chunks, 'chunk')} and ` +
              `${counted(months.months, 'month')} of ${counted(websites, 'website')} match the recorded ` +
              `visits and hits, and the daily sums those of ${counted(imports, 'import')}.`
            : table([['WEBSITE', 'NAME', 'PERIOD', 'VALUE', 'STORED', 'COMPUTED'], ...cells]);
        const json = { websites, rows, chunks, months: months.months, imports, differences, timeZoneRules };
        print(command, json, `${text}\nTime zone rules: ${timeZoneRules}.`);
      }),
    );
}
