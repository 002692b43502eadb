import { Command } from 'commander';
import { operator } from '../auth/keys.ts';
import type { Goal } from '../generated/prisma/client.ts';
import { createContext } from '../request/context.ts';
import { createGoal, deleteGoal } from '../websites/goals/changes.ts';
import { findGoal, listGoals } from '../websites/goals/read.ts';
import { findWebsite } from '../websites/list.ts';
import { print, table } from './output.ts';
import { withDatabase } from './run.ts';
import { jsonOption, WEBSITE_HELP } from './values.ts';

interface CreateOptions {
  website: string;
  name: string;
  filter: string;
}

const EXAMPLE = '{"event": {"in": ["Signup"]}}';

const recordOf = ({ id, websiteId, name, filter, createdAt, updatedAt }: Goal) => ({
  id,
  website: websiteId,
  name,
  filter: JSON.parse(filter) as unknown,
  created_at: createdAt,
  updated_at: updatedAt,
});

/** `footfall goal …` */
export function goalCommand(): Command {
  const goal = new Command('goal').description('Manage goals of a website: named conditions on hits.');

  goal
    .command('create')
    .description('Create a goal. It applies to all days, also those before.')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .requiredOption('--name <name>', 'name of the goal, unique for its website')
    .requiredOption('--filter <json>', `condition, as FilterInput of GraphQL, for example '${EXAMPLE}'`)
    .option('--json', 'print the goal')
    .action(({ website: id, name, filter }: CreateOptions, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(id, deps);
        const context = createContext(deps, operator(website.teamId));
        const args = { website_id: website.id, name, filter: jsonOption('filter', filter, EXAMPLE) };
        const row = await createGoal(args, context);
        print(command, recordOf(row), `Created goal ${row.id} (${row.name}) of ${website.domain}.`);
      }),
    );

  goal
    .command('list')
    .description('List the goals of a website.')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .option('--json', 'print a list of objects')
    .action(({ website: id }: { website: string }, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(id, deps);
        const rows = await listGoals(website, createContext(deps, operator(website.teamId)));
        const cells = rows.map((row) => [String(row.id), row.name, row.filter]);
        print(command, rows.map(recordOf), table([['ID', 'NAME', 'FILTER'], ...cells]));
      }),
    );

  goal
    .command('delete')
    .description('Delete a goal that no segment or funnel uses.')
    .argument('<id>', 'id of the goal, as shown by `footfall goal list`')
    .option('--json', 'print {"id","deleted"}')
    .action((id: string, _options: object, command: Command) =>
      withDatabase(async (deps) => {
        const row = await findGoal(id, deps);
        await deleteGoal(row.id, createContext(deps, operator(row.website.teamId)));
        print(command, { id: row.id, deleted: true }, `Deleted goal ${row.id} (${row.name}).`);
      }),
    );
  return goal;
}
