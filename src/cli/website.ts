import { Command } from 'commander';
import { websiteRecord } from '../rest/record.ts';
import { pixelSnippet, snippet } from '../tracker/snippet.ts';
import { createWebsite } from '../websites/changes.ts';
import { findWebsite, listAllWebsites } from '../websites/list.ts';
import { warnWithoutBaseUrl } from './environment.ts';
import { forgetCommand } from './forget.ts';
import { isJson, print, table } from './output.ts';
import { contextOf, withDatabase } from './run.ts';
import { idOption, WEBSITE_HELP } from './values.ts';

/** The website exists then, so `website create` would refuse to run again. */
const warnAboutTag = (id: number, baseUrl: string) =>
  warnWithoutBaseUrl('The snippet', baseUrl, `run footfall website snippet ${id}`);

const asLines = (list: string) => list.replaceAll(',', '\n');

interface CreateOptions {
  email: string;
  team?: string;
  excludeSpam?: string;
}

/** `footfall website …` */
export function websiteCommand(): Command {
  const website = new Command('website').description('Manage websites.').addCommand(forgetCommand());

  website
    .command('create')
    .description('Register a website.')
    .requiredOption('--email <address>', 'email address of a member of its team')
    .option('--team <id>', 'its team; required for a member of several teams')
    .requiredOption('--url <url>', 'URL of the website')
    .option('--timezone <name>', 'IANA name of its time zone (default: UTC)')
    .option('--privacy <n>', '0 public, 1 private, 2 password (default: 1)')
    .option(
      '--password <password>',
      'password of the statistics page: at least 8 characters, and not a common password',
    )
    .option('--hosts <list>', 'further hosts and schemes of applications, separated by commas', asLines)
    .option('--query <list>', 'query parameters that are part of the page, separated by commas', asLines)
    .option('--aliases <list>', 'ids of the website in other products, separated by commas', asLines)
    .option('--exclude-spam <n>', '0 counts hits with known spam referrers, 1 drops them (default: 1)')
    .option('--json', 'print its REST record')
    .action(({ email, team, excludeSpam, ...given }: CreateOptions, command: Command) =>
      withDatabase(async (deps) => {
        const args = { ...given, exclude_spam: excludeSpam };
        const row = await createWebsite(args, await contextOf(email, deps, idOption('team', team)));
        if (!isJson(command)) warnAboutTag(row.id, deps.config.baseUrl);
        const tag = snippet(deps.config, row.trackingId);
        print(
          command,
          websiteRecord(row),
          `Created website ${row.id} (${row.domain}). Add this script tag to every page of it:\n${tag}`,
        );
      }),
    );

  website
    .command('snippet')
    .description('Print the script tag of a website, which belongs on every page of it.')
    .argument('<id>', WEBSITE_HELP)
    .option('--noscript', 'also print the tag that counts visitors without JavaScript')
    .option('--json', 'print {"id","script","noscript"}')
    .action((id: string, { noscript }: { noscript?: boolean }, command: Command) =>
      withDatabase(async (deps) => {
        const row = await findWebsite(id, deps);
        warnAboutTag(row.id, deps.config.baseUrl);
        const [script, pixel] = [
          snippet(deps.config, row.trackingId),
          pixelSnippet(deps.config, row.trackingId),
        ];
        const text = noscript ? `${script}\n${pixel}` : script;
        print(command, { id: row.id, script, noscript: pixel }, text);
      }),
    );

  website
    .command('list')
    .description('List websites.')
    .option('--email <address>', 'only the websites of the teams of the person with this email address')
    .option('--json', 'print a list of REST records')
    .action(({ email }: { email?: string }, command: Command) =>
      withDatabase(async (deps) => {
        const rows = await listAllWebsites(email, deps);
        const cells = rows.map((row) => [
          String(row.id),
          row.domain,
          row.timezone,
          row.trackingId,
          row.team.name,
        ]);
        print(
          command,
          rows.map(websiteRecord),
          table([['ID', 'DOMAIN', 'TIME ZONE', 'TRACKING ID', 'TEAM'], ...cells]),
        );
      }),
    );
  return website;
}
