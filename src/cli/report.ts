import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { z } from 'zod';
import { emailRule } from '../auth/accounts.ts';
import { operator } from '../auth/keys.ts';
import { makeReport, sendNow } from '../reports/sendNow.ts';
import { createContext } from '../request/context.ts';
import { parseInput } from '../validation/rules.ts';
import { findWebsite } from '../websites/list.ts';
import { warnWithoutBaseUrl } from './environment.ts';
import { print } from './output.ts';
import { withDatabase } from './run.ts';
import { WEBSITE_HELP } from './values.ts';

const recipient = z.object({ to: emailRule.optional() });

interface Options {
  website: string;
  period?: string;
  to?: string;
  dryRun?: string;
}

/** `footfall report …` */
export function reportCommand(): Command {
  const report = new Command('report').description('Send email reports.');
  report
    .command('send')
    .description('Send a report of a website now, in addition to the scheduled reports.')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .option('--period <name>', 'week (2026-W46) or month (2026-10); default: the last complete one')
    .option('--to <address>', 'recipient (default: the first owner of the team)')
    .option('--dry-run <file>', 'write the email to a file (.eml) instead of sending it')
    .option('--json', 'print { website, period, to, messageId, file }')
    .action(({ website, period, dryRun, ...given }: Options, command: Command) =>
      withDatabase(async (deps) => {
        const { to } = parseInput(recipient, given);
        const row = await findWebsite(website, deps);
        const context = createContext(deps, operator(row.teamId));
        warnWithoutBaseUrl('Every link in the email', deps.config.baseUrl);
        const made = await makeReport(row, { period, to }, context);
        if (dryRun === undefined) await sendNow(made, deps);
        else await writeFile(dryRun, made.message.raw);
        const { message, ...sent } = made;
        print(
          command,
          { website: row.id, ...sent, messageId: message.messageId, file: dryRun ?? null },
          dryRun === undefined
            ? `Sent the report of ${row.domain} for ${sent.period} to ${sent.to}.`
            : `Wrote the report of ${row.domain} for ${sent.period} to ${dryRun}; nothing was sent.`,
        );
      }),
    );
  return report;
}
