import { Command, Option } from 'commander';
import { createAccount, replaceEmail, replacePassword } from '../auth/accounts.ts';
import { createLoginLink } from '../auth/loginLink.ts';
import { removeAllSecondFactors } from '../auth/secondFactors/manage.ts';
import { anonymous } from '../auth/viewer.ts';
import { createContext } from '../request/context.ts';
import { LANGUAGES } from '../texts/languages.ts';
import { warnWithoutBaseUrl } from './environment.ts';
import { isJson, print } from './output.ts';
import { withDatabase } from './run.ts';

/** `footfall account …` */
export function accountCommand(): Command {
  const account = new Command('account').description('Manage accounts: the people who can log in.');
  account
    .command('create')
    .description('Create an account, and a team that it owns.')
    .requiredOption('--email <address>', 'email address of the new account')
    .requiredOption('--password <password>', 'at least 12 characters, and not a common password')
    .addOption(
      new Option('--language <code>', 'language of emails to the account (default: English)').choices(
        Object.keys(LANGUAGES),
      ),
    )
    .option('--json', 'print {"id","email"}')
    .action((options: { email: string; password: string; language?: string }, command: Command) =>
      withDatabase(async (deps) => {
        const { id, email } = await createAccount(options, deps);
        print(command, { id, email }, `Created account ${id} for ${email}.`);
      }),
    );
  account
    .command('password')
    .description('Set a new password for an account, and end all of its sessions.')
    .requiredOption('--email <address>', 'email address of the account')
    .requiredOption('--password <password>', 'at least 12 characters, and not a common password')
    .option('--json', 'print {"id","email"}')
    .action((options: { email: string; password: string }, command: Command) =>
      withDatabase(async (deps) => {
        const { id, email } = await replacePassword(options, deps);
        print(command, { id, email }, `Changed the password of ${email}, and ended all of its sessions.`);
      }),
    );
  account
    .command('email')
    .description('Change the email address of an account. No mail is sent.')
    .requiredOption('--email <address>', 'present email address of the account')
    .requiredOption('--to <address>', 'new email address of the account')
    .option('--json', 'print {"id","email"}')
    .action((options: { email: string; to: string }, command: Command) =>
      withDatabase(async (deps) => {
        const { id, email } = await replaceEmail(options, deps);
        print(command, { id, email }, `Changed the email address of account ${id} to ${email}.`);
      }),
    );
  account
    .command('second-factor')
    .description(
      'Remove the second factors and recovery codes of an account, for a person who has lost them.',
    )
    .requiredOption('--email <address>', 'email address of the account')
    .requiredOption('--off', 'remove them: logins then require the password only')
    .option('--json', 'print {"id","email","removed"}')
    .action((options: { email: string }, command: Command) =>
      withDatabase(async (deps) => {
        const { account, names } = await removeAllSecondFactors(options.email, deps);
        const { id, email } = account;
        const message =
          names.length === 0
            ? `${email} has no second factor.`
            : `Removed the second factors of ${email}: ${names.join(', ')}.`;
        print(command, { id, email, removed: names }, message);
      }),
    );
  account
    .command('login-link')
    .description('Print an address that logs in once, without password and second factor.')
    .requiredOption('--email <address>', 'email address of the account')
    .option('--json', 'print {"id","email","url"}')
    .action(({ email: address }: { email: string }, command: Command) =>
      withDatabase(async (deps) => {
        const { account, url } = await createLoginLink(address, createContext(deps, anonymous));
        const { id, email } = account;
        if (!isJson(command)) warnWithoutBaseUrl('The address', deps.config.baseUrl, 'create another link');
        const text = `This address logs in as ${email}, once, for ten minutes:\n${url}`;
        print(command, { id, email, url }, text);
      }),
    );
  return account;
}
