import { Command } from 'commander';
import { operator } from '../auth/keys.ts';
import type { Funnel } from '../generated/prisma/client.ts';
import { createContext } from '../request/context.ts';
import { createFunnel, deleteFunnel } from '../websites/funnels/changes.ts';
import { findFunnel, listFunnels } from '../websites/funnels/read.ts';
import { findWebsite } from '../websites/list.ts';
import { print, table } from './output.ts';
import { withDatabase } from './run.ts';
import { jsonOption, WEBSITE_HELP } from './values.ts';

interface CreateOptions {
  website: string;
  name: string;
  steps: string;
  scope?: string;
  strict?: boolean;
  within?: string;
}

const EXAMPLE = '[{"goal": 1}, {"name": "Paid", "filter": {"event": {"in": ["Purchase"]}}}]';

const recordOf = ({ id, websiteId, name, steps, scope, strict, within, ...row }: Funnel) => ({
  id,
  website: websiteId,
  name,
  steps: JSON.parse(steps) as unknown,
  scope,
  strict,
  within,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
});

/** `footfall funnel …` */
export function funnelCommand(): Command {
  const funnel = new Command('funnel').description(
    'Manage saved funnels of a website: things that visitors do one after another.',
  );

  funnel
    .command('create')
    .description('Save a funnel under a name.')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .requiredOption('--name <name>', 'name of the funnel, unique for its website')
    .requiredOption('--steps <json>', `steps, as FunnelStepInput of GraphQL, for example '${EXAMPLE}'`)
    .option('--scope <scope>', 'where the hits of all steps must be: visit or visitor (default: visitor)')
    .option('--strict', 'no other hit may be between those of two steps')
    .option('--within <seconds>', 'maximum time from the first to the last step (default: no limit)')
    .option('--json', 'print the funnel')
    .action(({ website: id, name, steps, scope, strict, within }: CreateOptions, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(id, deps);
        const context = createContext(deps, operator(website.teamId));
        const asked = { name, steps: jsonOption('steps', steps, EXAMPLE), scope, strict, within };
        const row = await createFunnel({ ...asked, website_id: website.id }, context);
        print(command, recordOf(row), `Created funnel ${row.id} (${row.name}) of ${website.domain}.`);
      }),
    );

  funnel
    .command('list')
    .description('List the saved funnels of a website.')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .option('--json', 'print a list of objects')
    .action(({ website: id }: { website: string }, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(id, deps);
        const rows = await listFunnels(website, createContext(deps, operator(website.teamId)));
        const cells = rows.map((row) => [String(row.id), row.name, row.scope, row.steps]);
        print(command, rows.map(recordOf), table([['ID', 'NAME', 'SCOPE', 'STEPS'], ...cells]));
      }),
    );

  funnel
    .command('delete')
    .description('Delete a saved funnel.')
    .argument('<id>', 'id of the funnel, as shown by `footfall funnel list`')
    .option('--json', 'print {"id","deleted"}')
    .action((id: string, _options: object, command: Command) =>
      withDatabase(async (deps) => {
        const row = await findFunnel(id, deps);
        await deleteFunnel(row.id, createContext(deps, operator(row.website.teamId)));
        print(command, { id: row.id, deleted: true }, `Deleted funnel ${row.id} (${row.name}).`);
      }),
    );
  return funnel;
}
