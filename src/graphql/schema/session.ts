import { canCreateOwner, isUnclaimed } from '../../auth/accounts.ts';
import { statisticsAccess, unlockStatistics } from '../../auth/grants.ts';
import { changePassword, createOwner, logIn, logOut } from '../../auth/sessions.ts';
import type { Account } from '../../generated/prisma/client.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { StatisticsAccess } from './enums.ts';
import { outcome, withUserErrors } from './userErrors.ts';
import { WebsiteRef } from './website.ts';

const account = { name: 'viewer', description: 'The account.' };

const LogInInput = builder.inputType('LogInInput', {
  description: 'Who logs in.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'The account’s address.' }),
    password: t.string({ required: true, description: 'The account’s password.' }),
  }),
});

const CreateOwnerInput = builder.inputType('CreateOwnerInput', {
  description: 'The owner account of a new server.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'What the first-start link in the log carries.' }),
    email: t.string({ required: true, description: 'The account’s address.' }),
    password: t.string({
      required: true,
      description: 'Its password: 12 to 128 characters, and no common one.',
    }),
  }),
});

const LogOutInput = builder.inputType('LogOutInput', {
  description: 'What to end.',
  fields: (t) => ({
    everywhere: t.boolean({
      description: 'Whether to end the account’s sessions of all browsers; only this one’s by default.',
    }),
  }),
});

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'Another password of the account.',
  fields: (t) => ({
    current: t.string({ required: true, description: 'The password so far.' }),
    password: t.string({
      required: true,
      description: 'The new one: 12 to 128 characters, and no common one.',
    }),
  }),
});

const UnlockInput = builder.inputType('UnlockStatisticsInput', {
  description: 'The password of a statistics page.',
  fields: (t) => ({
    trackingId: t.string({ required: true, description: 'The public id of the website.' }),
    password: t.string({ required: true, description: 'What the owner set as its password.' }),
  }),
});

builder.queryField('statisticsAccess', (t) =>
  t.field({
    type: StatisticsAccess,
    description: 'What the statistics page of a website is for the viewer.',
    cost: 5,
    args: { trackingId: t.arg.string({ required: true, description: 'The public id of the website.' }) },
    resolve: (_root, { trackingId }, context) => statisticsAccess(trackingId, context),
  }),
);

builder.queryField('needsOwner', (t) =>
  t.boolean({
    cost: 100,
    description:
      'Whether nobody has an account yet: the link that creates the first one is in the server’s log.',
    resolve: (_root, _args, context) => isUnclaimed(context),
  }),
);

builder.queryField('canCreateOwner', (t) =>
  t.boolean({
    cost: 100,
    description: 'Whether a first-start link creates the first account: it is right, and nobody has one yet.',
    args: { token: t.arg.string({ required: true, description: 'What the link carries.' }) },
    resolve: (_root, { token }, context) => canCreateOwner(token, context),
  }),
);

builder.queryField('clientAddress', (t) =>
  t.string({
    description:
      'The IP address that the request comes from, as tracking sees it: to leave oneself uncounted.',
    resolve: (_root, _args, { address }) => address,
  }),
);

builder.mutationFields((t) => ({
  logIn: t.field({
    cost: 1000,
    type: AccountRef,
    description:
      'Logs a person in: the answer sets the cookie of a session, which lasts for 14 days without use, and 30 days at most.',
    errors: outcome('LogIn', 'The person is logged in.', account),
    args: { input: t.arg({ type: LogInInput, required: true, description: 'Who.' }) },
    resolve: (_root, { input }, context): Promise<Account> => withUserErrors(() => logIn(input, context)),
  }),
  createOwner: t.field({
    cost: 1000,
    type: AccountRef,
    description: 'Creates the owner account by the first-start link, and logs in.',
    errors: outcome('CreateOwner', 'The account is created.', account),
    args: { input: t.arg({ type: CreateOwnerInput, required: true, description: 'The account.' }) },
    resolve: (_root, { input }, context): Promise<Account> =>
      withUserErrors(() => createOwner(input, context)),
  }),
  logOut: t.boolean({
    cost: 500,
    description: 'Logs out: ends the session behind the cookie. True, also where there is none.',
    args: { input: t.arg({ type: LogOutInput, required: true, description: 'What to end.' }) },
    resolve: async (_root, { input }, context) => {
      await logOut(input.everywhere ?? false, context);
      return true;
    },
  }),
  changePassword: t.field({
    cost: 2000,
    type: AccountRef,
    description: 'Changes the password, and ends the sessions of all other browsers. Takes a session.',
    errors: outcome('ChangePassword', 'The password is changed.', account),
    args: { input: t.arg({ type: ChangePasswordInput, required: true, description: 'The passwords.' }) },
    resolve: (_root, { input }, context): Promise<Account> =>
      withUserErrors(() => changePassword(input, context)),
  }),
  unlockStatistics: t.field({
    cost: 1000,
    type: WebsiteRef,
    description:
      'Opens statistics that a password guards: the answer sets a cookie that shows them for 24 hours.',
    errors: outcome('UnlockStatistics', 'The statistics are shown.', {
      name: 'website',
      description: 'The website.',
    }),
    args: { input: t.arg({ type: UnlockInput, required: true, description: 'The password.' }) },
    resolve: (_root, { input: { trackingId, password } }, context) =>
      withUserErrors(() => unlockStatistics({ tracking_id: trackingId, password }, context)),
  }),
}));
