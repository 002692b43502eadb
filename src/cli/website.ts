import { Command } from 'commander';
import { websiteRecord } from '../rest/record.ts';
import { snippet } from '../tracker/snippet.ts';
import { createWebsite } from '../websites/changes.ts';
import { listAllWebsites } from '../websites/list.ts';
import { warnWithoutBaseUrl } from './environment.ts';
import { isJson, print, table } from './output.ts';
import { contextOf, withDatabase } from './run.ts';

const asLines = (list: string) => list.replaceAll(',', '\n');

/** `footfall website …` */
export function websiteCommand(): Command {
  const website = new Command('website').description('Manage websites.');

  website
    .command('create')
    .description('Register a website.')
    .requiredOption('--email <address>', 'email address of the account')
    .requiredOption('--url <url>', 'URL of the website')
    .option('--timezone <name>', 'IANA name of its time zone (default: UTC)')
    .option('--privacy <n>', '0 public, 1 private, 2 password (default: 1)')
    .option(
      '--password <password>',
      'password of the statistics page: at least 8 characters, and not a common password',
    )
    .option('--hosts <list>', 'further hosts and schemes of applications, separated by commas', asLines)
    .option('--query <list>', 'query parameters that are part of the page, separated by commas', asLines)
    .option('--exclude-spam <n>', '0 counts hits with known spam referrers, 1 drops them (default: 1)')
    .option('--json', 'print its REST record')
    .action(({ email, excludeSpam, ...given }: { email: string; excludeSpam?: string }, command: Command) =>
      withDatabase(async (deps) => {
        const args = { ...given, exclude_spam: excludeSpam };
        const row = await createWebsite(args, await contextOf(email, deps));
        if (!isJson(command)) warnWithoutBaseUrl('The snippet', deps.config.baseUrl);
        const tag = snippet(deps.config, row.trackingId);
        print(
          command,
          websiteRecord(row),
          `Created website ${row.id} (${row.domain}). Add this script tag to every page of it:\n${tag}`,
        );
      }),
    );

  website
    .command('list')
    .description('List websites.')
    .option('--email <address>', 'only the websites of the account with this email address')
    .option('--json', 'print a list of REST records')
    .action(({ email }: { email?: string }, command: Command) =>
      withDatabase(async (deps) => {
        const rows = await listAllWebsites(email, deps);
        const cells = rows.map((row) => [
          String(row.id),
          row.domain,
          row.timezone,
          row.trackingId,
          row.account.email,
        ]);
        print(
          command,
          rows.map(websiteRecord),
          table([['ID', 'DOMAIN', 'TIME ZONE', 'TRACKING ID', 'ACCOUNT'], ...cells]),
        );
      }),
    );
  return website;
}
