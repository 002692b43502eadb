import { Command } from 'commander';
import { operator } from '../auth/keys.ts';
import { invalid } from '../errors.ts';
import type { SharedLink, Website } from '../generated/prisma/client.ts';
import { createContext } from '../request/context.ts';
import { createSharedLink, deleteSharedLink } from '../websites/links/changes.ts';
import { panelsOf } from '../websites/links/panels.ts';
import { findSharedLink, linkAddress, listAllSharedLinks } from '../websites/links/read.ts';
import { findWebsite } from '../websites/list.ts';
import { warnWithoutBaseUrl } from './environment.ts';
import { isJson, print, table } from './output.ts';
import { withDatabase } from './run.ts';
import { dateOption, idOption, WEBSITE_HELP } from './values.ts';

interface CreateOptions {
  website: string;
  name: string;
  password?: string;
  expires?: string;
  segment?: string;
  panels?: string;
}

/** `footfall link …` */
export function linkCommand(): Command {
  const link = new Command('link').description('Manage shared links to the statistics of websites.');

  link
    .command('create')
    .description('Create a link that shows the statistics of a website to whoever has it.')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .requiredOption('--name <name>', 'name of the link; people who use the link do not see it')
    .option('--password <password>', 'password besides the link: at least 8 characters, and not a common one')
    .option('--expires <date>', 'expiry date, for example 2027-01-01 (default: never)')
    .option('--segment <id>', 'limit the link to a segment of the website (default: all hits)')
    .option('--panels <a,b>', 'panels besides the totals, for example page,country,goals (default: all)')
    .option('--json', 'print {"id","url"}')
    .action((options: CreateOptions, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(options.website, deps);
        const context = createContext(deps, operator(website.teamId));
        const row = await createSharedLink(linkArgs(website, options), context);
        if (!isJson(command)) warnWithoutBaseUrl('The link', deps.config.baseUrl, 'run footfall link list');
        const url = linkAddress(deps.config, website, row);
        print(command, { id: row.id, url }, `Created shared link ${row.id} to ${website.domain}:\n${url}`);
      }),
    );

  link
    .command('list')
    .description('List shared links, with their addresses.')
    .option('--website <id>', 'only the links to the website with this id, of any team')
    .option('--json', 'print a list of objects')
    .action(({ website }: { website?: string }, command: Command) =>
      withDatabase(async (deps) => {
        const only = website === undefined ? null : await findWebsite(website, deps);
        const rows = await listAllSharedLinks(only, deps);
        const list = rows.map((row) => linkRecord(row, linkAddress(deps.config, row.website, row)));
        const cells = list.map((one) => [
          ...[String(one.id), String(one.website), one.name, one.has_password ? 'yes' : 'no'],
          one.segment === null ? 'all hits' : String(one.segment),
          one.panels?.join(',') ?? 'all',
          one.expires_at?.toISOString().slice(0, 10) ?? 'never',
          one.last_used_at?.toISOString().slice(0, 16) ?? 'never',
          one.url,
        ]);
        const head = [
          'ID',
          'WEBSITE',
          'NAME',
          'PASSWORD',
          'SEGMENT',
          'PANELS',
          'EXPIRES',
          'LAST USED',
          'URL',
        ];
        print(command, list, table([head, ...cells]));
      }),
    );

  link
    .command('revoke')
    .description('Delete a shared link. It stops working at once.')
    .argument('<id>', 'id of the link, as shown by `footfall link list`')
    .option('--json', 'print {"id","revoked"}')
    .action((id: string, _options: object, command: Command) =>
      withDatabase(async (deps) => {
        const { website, ...row } = await findSharedLink(id, deps);
        await deleteSharedLink(row.id, createContext(deps, operator(website.teamId)));
        print(command, { id: row.id, revoked: true }, `Deleted shared link ${row.id} (${row.name}).`);
      }),
    );
  return link;
}

const linkRecord = (row: SharedLink, url: string) => ({
  id: row.id,
  website: row.websiteId,
  name: row.name,
  url,
  has_password: row.passwordHash !== null,
  segment: row.segmentId,
  panels: panelsOf(row),
  expires_at: row.expiresAt,
  last_used_at: row.lastUsedAt,
  created_at: row.createdAt,
});

function linkArgs(website: Website, { name, password, expires, segment, panels }: CreateOptions) {
  if (password === '') throw invalid({ password: ['Must not be empty. Leave the option out for none.'] });
  return {
    website_id: website.id,
    name,
    password,
    expires_at: dateOption('expires', expires),
    segment_id: idOption('segment', segment),
    panels: panels?.split(',').flatMap((panel) => panel.trim() || []),
  };
}
