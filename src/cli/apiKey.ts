import { Command } from 'commander';
import { createApiKey, findApiKey, listAllApiKeys, operator, revokeApiKey } from '../auth/keys.ts';
import { SCOPES } from '../auth/viewer.ts';
import { createContext } from '../request/context.ts';
import { print, table } from './output.ts';
import { contextOf, withDatabase } from './run.ts';
import { dateOption, idOption } from './values.ts';

interface CreateOptions {
  email: string;
  team?: string;
  name: string;
  scopes?: string;
  website?: string;
  segment?: string;
  expires?: string;
}

/** `footfall api-key …` */
export function apiKeyCommand(): Command {
  const apiKey = new Command('api-key').description('Manage API keys for REST and GraphQL.');

  apiKey
    .command('create')
    .description('Create an API key. The key is shown only once.')
    .requiredOption('--email <address>', 'email address of the member who owns the key')
    .option('--team <id>', 'team of the key; required for a member of several teams')
    .requiredOption('--name <name>', 'name of the key')
    .option('--scopes <a,b>', `scopes of the key: ${SCOPES.join(', ')} (default: all)`)
    .option('--website <id>', 'restrict the key to one website (default: all websites of the team)')
    .option(
      '--segment <id>',
      'limit the key to the statistics of a segment of that website (default: all hits)',
    )
    .option('--expires <date>', 'expiry date, for example 2027-01-01 (default: never)')
    .option('--json', 'print {"id","key"}')
    .action((options: CreateOptions, command: Command) =>
      withDatabase(async (deps) => {
        const args = keyArgs(options);
        const { apiKey: row, key } = await createApiKey(
          args,
          await contextOf(options.email, deps, idOption('team', options.team)),
        );
        const text = `Created API key ${row.id}. Store the key: it is not shown again.\n${key}`;
        print(command, { id: row.id, key }, text);
      }),
    );

  apiKey
    .command('list')
    .description('List API keys, without the keys themselves.')
    .option('--email <address>', 'only the keys of the person with this email address')
    .option('--json', 'print a list of objects')
    .action(({ email }: { email?: string }, command: Command) =>
      withDatabase(async (deps) => {
        const rows = await listAllApiKeys(email, deps);
        const list = rows.map(({ member, hash: _, memberId: __, scopes, websiteId, segmentId, ...row }) => ({
          id: row.id,
          email: member.account?.email ?? '',
          team: member.teamId,
          name: row.name,
          scopes: scopes.split(' '),
          website: websiteId,
          segment: segmentId,
          expires_at: row.expiresAt,
          last_used_at: row.lastUsedAt,
          revoked_at: row.revokedAt,
          created_at: row.createdAt,
        }));
        const cells = list.map((key) => [
          String(key.id),
          key.email,
          key.name,
          key.scopes.join(','),
          key.website === null ? 'all' : String(key.website),
          key.segment === null ? 'all hits' : String(key.segment),
          key.revoked_at ? 'revoked' : (key.expires_at?.toISOString().slice(0, 10) ?? 'never'),
          key.last_used_at?.toISOString().slice(0, 16) ?? 'never',
        ]);
        print(
          command,
          list,
          table([
            ['ID', 'ACCOUNT', 'NAME', 'SCOPES', 'WEBSITE', 'SEGMENT', 'EXPIRES', 'LAST USED'],
            ...cells,
          ]),
        );
      }),
    );

  apiKey
    .command('revoke')
    .description('Revoke an API key, with immediate effect.')
    .argument('<id>', 'id of the key, as shown by `footfall api-key list`')
    .option('--json', 'print {"id","revoked"}')
    .action((id: string, _options: object, command: Command) =>
      withDatabase(async (deps) => {
        const row = await findApiKey(id, deps);
        await revokeApiKey(row.id, createContext(deps, operator(row.member.teamId)));
        print(command, { id: row.id, revoked: true }, `Revoked API key ${row.id} (${row.name}).`);
      }),
    );
  return apiKey;
}

function keyArgs({ name, scopes, website, segment, expires }: CreateOptions) {
  return {
    name,
    scopes: scopes?.split(',').map((scope) => scope.trim()),
    website_id: idOption('website', website),
    segment_id: idOption('segment', segment),
    expires_at: dateOption('expires', expires),
  };
}
