import { Command } from 'commander';
import { operator } from '../auth/keys.ts';
import { createTeamFor, findTeam, listAllTeams } from '../auth/members/operators.ts';
import { deleteTeam, updateTeam } from '../auth/members/teams.ts';
import { invalid } from '../errors.ts';
import type { Team } from '../generated/prisma/client.ts';
import { type Context, createContext } from '../request/context.ts';
import { print, table } from './output.ts';
import { withDatabase } from './run.ts';
import { idOption } from './values.ts';

const ID = 'id of the team, as shown by `footfall team list`';

/** Runs a command on a team. @param change gets a context with the rights of an owner. */
const withTeam = (id: string, change: (context: Context, team: Team) => Promise<void>) =>
  withDatabase(async (deps) => {
    const team = await findTeam(idOption('team', id), deps);
    await change(createContext(deps, operator(team.id)), team);
  });

/** `footfall team …` */
export function teamCommand(): Command {
  const team = new Command('team').description('Manage teams, which own websites.');

  team
    .command('create')
    .description('Create a team.')
    .requiredOption('--name <name>', 'name of the team')
    .requiredOption('--email <address>', 'email address of its owner, who has an account')
    .option('--json', 'print {"id","name"}')
    .action((options: { name: string; email: string }, command: Command) =>
      withDatabase(async (deps) => {
        const { id, name } = await createTeamFor(options, deps);
        print(command, { id, name }, `Created team ${id}, ${name}.`);
      }),
    );

  team
    .command('list')
    .description('List all teams.')
    .option('--json', 'print a list of {"id","name","requires_second_factor","members","websites"}')
    .action((_options: object, command: Command) =>
      withDatabase(async (deps) => {
        const rows = (await listAllTeams(deps)).map(({ id, name, requiresSecondFactor, _count }) => ({
          id,
          name,
          requires_second_factor: requiresSecondFactor,
          ..._count,
        }));
        const cells = rows.map((row) => [
          String(row.id),
          row.name,
          row.requires_second_factor ? 'required' : 'optional',
          String(row.members),
          String(row.websites),
        ]);
        print(command, rows, table([['ID', 'NAME', 'SECOND FACTOR', 'MEMBERS', 'WEBSITES'], ...cells]));
      }),
    );

  team
    .command('rename')
    .description('Change the name of a team.')
    .argument('<id>', ID)
    .requiredOption('--name <name>', 'new name of the team')
    .option('--json', 'print {"id","name"}')
    .action((id: string, options: { name: string }, command: Command) =>
      withTeam(id, async (context) => {
        const { id, name } = await updateTeam(options, context);
        print(command, { id, name }, `Renamed team ${id} to ${name}.`);
      }),
    );

  team
    .command('second-factor')
    .description('Set whether sessions need a second factor for access to a team.')
    .argument('<id>', ID)
    .option('--require', 'require it; members without one lose access until they add one')
    .option('--off', 'do not require it any more')
    .option('--json', 'print {"id","requires_second_factor"}')
    .action((id: string, { require, off }: { require?: true; off?: true }, command: Command) =>
      withTeam(id, async (context, { name }) => {
        if (require === off) throw invalid({ require: ['Give either --require or --off.'] });
        const { requiresSecondFactor } = await updateTeam(
          { requires_second_factor: require === true },
          context,
        );
        const text = requiresSecondFactor ? 'requires a second factor' : 'requires no second factor';
        print(command, { id: Number(id), requires_second_factor: requiresSecondFactor }, `${name} ${text}.`);
      }),
    );

  team
    .command('delete')
    .description('Delete a team without websites. Its members and their API keys lose access.')
    .argument('<id>', ID)
    .option('--json', 'print {"id","deleted"}')
    .action((id: string, _options: object, command: Command) =>
      withTeam(id, async (context, team) => {
        const { id, name } = await deleteTeam(team.id, context);
        print(command, { id, deleted: true }, `Deleted team ${id}, ${name}.`);
      }),
    );
  return team;
}
