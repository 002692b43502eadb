import { Command } from 'commander';
import { createAccount, replacePassword } from '../auth/accounts.ts';
import { print } from './output.ts';
import { withDatabase } from './run.ts';

/** `footfall account …` */
export function accountCommand(): Command {
  const account = new Command('account').description('Accounts, which own websites and API keys.');
  account
    .command('create')
    .description('Create an account.')
    .requiredOption('--email <address>', 'what the person signs in with')
    .requiredOption('--password <password>', 'at least 12 characters, and no common ones')
    .option('--json', 'print {"id","email"}')
    .action((options: { email: string; password: string }, command: Command) =>
      withDatabase(async (deps) => {
        const { id, email } = await createAccount(options, deps);
        print(command, { id, email }, `Account ${id} created for ${email}.`);
      }),
    );
  account
    .command('password')
    .description('Give an account another password. Ends all its sessions.')
    .requiredOption('--email <address>', 'the account')
    .requiredOption('--password <password>', 'at least 12 characters, and no common ones')
    .option('--json', 'print {"id","email"}')
    .action((options: { email: string; password: string }, command: Command) =>
      withDatabase(async (deps) => {
        const { id, email } = await replacePassword(options, deps);
        print(command, { id, email }, `${email} has another password; all its sessions are ended.`);
      }),
    );
  return account;
}
