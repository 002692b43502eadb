import { Command } from 'commander';
import { z } from 'zod';
import { createApiKey, listAllApiKeys, operator, revokeApiKey } from '../auth/keys.ts';
import { createContext } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { print, table } from './output.ts';
import { contextOf, withDatabase } from './run.ts';

interface CreateOptions {
  email: string;
  name: string;
  scopes?: string;
  website?: string;
  expires?: string;
}

/** `footfall api-key …` */
export function apiKeyCommand(): Command {
  const apiKey = new Command('api-key').description('API keys, for REST and GraphQL alike.');

  apiKey
    .command('create')
    .description('Create an API key. It is shown once.')
    .requiredOption('--email <address>', 'the account that it belongs to')
    .requiredOption('--name <name>', 'what to call it')
    .option('--scopes <a,b>', 'what it may do: websites:read, websites:write, stats:read (default: all)')
    .option('--website <id>', 'the only website that it reaches (default: all)')
    .option('--expires <date>', 'from when on it is refused, for example 2027-01-01 (default: never)')
    .option('--json', 'print {"id","key"}')
    .action((options: CreateOptions, command: Command) =>
      withDatabase(async (deps) => {
        const context = await contextOf(options.email, deps);
        const { apiKey: row, key } = await createApiKey(keyArgs(options), context);
        print(command, { id: row.id, key }, `API key ${row.id}; keep it, it is not shown again:\n${key}`);
      }),
    );

  apiKey
    .command('list')
    .description('List API keys, without the keys themselves.')
    .option('--email <address>', 'only those of one account')
    .option('--json', 'print a list of objects')
    .action(({ email }: { email?: string }, command: Command) =>
      withDatabase(async (deps) => {
        const rows = await listAllApiKeys(email, deps);
        const list = rows.map(({ account, hash: _, accountId: __, scopes, websiteId, ...row }) => ({
          id: row.id,
          email: account.email,
          name: row.name,
          scopes: scopes.split(' '),
          website: websiteId,
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
          key.revoked_at ? 'revoked' : (key.expires_at?.toISOString().slice(0, 10) ?? 'never'),
          key.last_used_at?.toISOString().slice(0, 16) ?? 'never',
        ]);
        print(
          command,
          list,
          table([['ID', 'ACCOUNT', 'NAME', 'SCOPES', 'WEBSITE', 'EXPIRES', 'USED'], ...cells]),
        );
      }),
    );

  apiKey
    .command('revoke')
    .description('Revoke an API key at once.')
    .argument('<id>', 'its id, as `api-key list` shows it')
    .option('--json', 'print {"id","revoked"}')
    .action((id: string, _options: object, command: Command) =>
      withDatabase(async (deps) => {
        const row = /^\d{1,9}$/.test(id)
          ? await deps.db.read.apiKey.findUnique({ where: { id: Number(id) } })
          : null;
        if (!row) throw notFound();
        await revokeApiKey(row.id, createContext(deps, operator(row.accountId)));
        print(command, { id: row.id, revoked: true }, `API key ${row.id} (${row.name}) is revoked.`);
      }),
    );
  return apiKey;
}

function keyArgs({ name, scopes, website, expires }: CreateOptions) {
  if (website !== undefined && !/^\d{1,9}$/.test(website))
    throw invalid({ website: ['Must be the id of a website.'] });
  const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
  if (expires !== undefined && !date.safeParse(expires).success) {
    throw invalid({ expires: ['Must be a date, for example 2027-01-01.'] });
  }
  return {
    name,
    scopes: scopes?.split(',').map((scope) => scope.trim()),
    website_id: website === undefined ? undefined : Number(website),
    expires_at: expires === undefined ? undefined : new Date(expires),
  };
}
