import { graphql } from '../gql/gql.ts';
import { type Mail, type Mailbox, startMailbox } from './mailbox.ts';
import { LogIn, newPerson, OWNER, type Person } from './person.ts';
import { startTestServer, type TestServer } from './server.ts';
import { eventually } from './site.ts';

export const RequestReset = graphql(`
  mutation RequestReset($email: String!, $language: Language) {
    requestPasswordReset(input: { email: $email, language: $language }) {
      __typename
      ... on UserErrors { errors { path message } }
    }
  }
`);
export const Reset = graphql(`
  mutation Reset($token: String!, $password: String!) {
    resetPassword(input: { token: $token, password: $password }) {
      __typename
      ... on ResetPasswordSuccess { email }
      ... on UserErrors { errors { path message } }
    }
  }
`);
export const ChangeEmail = graphql(`
  mutation ChangeEmailTo($email: String!) {
    changeEmail(input: { email: $email }) {
      __typename
      ... on ChangeEmailSuccess { viewer { email } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
export const ConfirmEmail = graphql(`
  mutation ConfirmEmailWith($token: String!) {
    confirmEmail(input: { token: $token }) {
      __typename
      ... on ConfirmEmailSuccess { email }
      ... on UserErrors { errors { path message } }
    }
  }
`);

export const NEW_PASSWORD = 'staple battery horse';

/** A server that sends mails about accounts, and the mail server that gets them. */
export interface MailingServer {
  server: TestServer;
  mailbox: Mailbox;
  /** Returns the mails so far, as soon as there are this many. */
  mails(count: number): Promise<Mail[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startMailing(env: Record<string, string> = {}): Promise<MailingServer> {
  const mailbox = await startMailbox();
  const smtp = { SMTP_URL: mailbox.url, MAIL_FROM: 'Footfall <footfall@stats.example.com>' };
  const server = await startTestServer({ env: { ...smtp, ...env } });
  return {
    server,
    mailbox,
    async mails(count) {
      await eventually(`${count} mails`, () => mailbox.mails.length >= count);
      return mailbox.mails;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await mailbox.close();
    },
  };
}

/** The token of the link in a mail. */
export function tokenIn(mail: Mail | undefined): string {
  const found = /\?token=([\w-]+)/.exec(String(mail?.text))?.[1];
  if (!found) throw new Error(`No link in the mail: ${mail?.text}`);
  return found;
}

/** A person who is logged in as the owner. */
export async function ownerOf({ server }: Pick<MailingServer, 'server'>): Promise<Person> {
  const person = newPerson(server);
  await person.ask(LogIn, OWNER);
  return person;
}

/** The result of a link that is wrong, was used or has expired. */
export const BROKEN_LINK = {
  __typename: 'UserErrors',
  errors: [
    {
      path: ['input', 'token'],
      message: 'The link is invalid, has expired or has already been used. Request a new one.',
    },
  ],
};
