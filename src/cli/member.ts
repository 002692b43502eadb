import { Command } from 'commander';
import { operator } from '../auth/keys.ts';
import { inviteMember } from '../auth/members/invitations.ts';
import { emailOf, removeMember, statusOf } from '../auth/members/members.ts';
import { findMember, findTeam, listAllMembers } from '../auth/members/operators.ts';
import { createContext } from '../request/context.ts';
import { memberRecord } from '../rest/members.ts';
import { ROLE_NAMES } from '../validation/roles.ts';
import { warnWithoutBaseUrl } from './environment.ts';
import { isJson, print, table } from './output.ts';
import { withDatabase } from './run.ts';
import { idOption } from './values.ts';

interface InviteOptions {
  email: string;
  role: string;
  websites?: string;
  team?: string;
}

const TEAM = 'id of the team; only needed on a server with several teams';

/** `footfall member …` */
export function memberCommand(): Command {
  const member = new Command('member').description('Manage the members of a team: people and their roles.');

  member
    .command('invite')
    .description(
      'Invite a person to a team. Prints the address to send to the person, and mails it with SMTP_URL.',
    )
    .requiredOption('--email <address>', 'email address of the person')
    .requiredOption('--role <role>', `role of the person: ${ROLE_NAMES.join(', ')}`)
    .option('--websites <list>', 'ids of the only websites, separated by commas (default: all)')
    .option('--team <id>', TEAM)
    .option('--json', 'print {"id","url","mailed"}')
    .action(({ team, ...args }: InviteOptions, command: Command) =>
      withDatabase(async (deps) => {
        const { id: teamId, name } = await findTeam(idOption('team', team), deps);
        const { member: row, url, mailed } = await inviteMember(args, createContext(deps, operator(teamId)));
        if (!isJson(command))
          warnWithoutBaseUrl('The address', deps.config.baseUrl, 'invite the person again');
        const text = `Invited ${emailOf(row)} to ${name} as ${row.role}.`;
        const how = mailed ? ' A mail with it is on its way.' : '';
        print(
          command,
          { id: row.id, url, mailed },
          `${text} The address is valid once, for 7 days.${how}\n${url}`,
        );
      }),
    );

  member
    .command('list')
    .description('List the members of a team, and invitations.')
    .option('--team <id>', TEAM)
    .option('--json', 'print a list of REST records')
    .action(({ team }: { team?: string }, command: Command) =>
      withDatabase(async (deps) => {
        const rows = await listAllMembers(await findTeam(idOption('team', team), deps), deps);
        const records = rows.map((row) => memberRecord(row, deps.now()));
        const cells = records.map(({ id, email, role, websites, status }) => [
          String(id),
          email,
          role,
          websites?.join(',') ?? 'all',
          status,
        ]);
        print(command, records, table([['ID', 'EMAIL', 'ROLE', 'WEBSITES', 'STATUS'], ...cells]));
      }),
    );

  member
    .command('remove')
    .description('Remove a member, whose API keys end, or revoke an invitation.')
    .argument('<id>', 'id of the member, as shown by `footfall member list`')
    .option('--json', 'print {"id","removed"}')
    .action((id: string, _options: object, command: Command) =>
      withDatabase(async (deps) => {
        const row = await findMember(id, deps);
        const wasInvited = statusOf(row, deps.now()) !== 'joined';
        await removeMember(row.id, createContext(deps, operator(row.teamId)));
        const text = wasInvited ? 'Revoked the invitation of' : 'Removed';
        print(command, { id: row.id, removed: true }, `${text} ${emailOf(row)}.`);
      }),
    );
  return member;
}
