import { canCreateOwner, changeLanguage, isUnclaimed } from '../../auth/accounts.ts';
import { statisticsAccess, unlockStatistics } from '../../auth/grants.ts';
import { SecondFactorRequired } from '../../auth/secondFactors/verify.ts';
import { changePassword, createOwner, logIn, logOut } from '../../auth/sessions.ts';
import type { Account } from '../../generated/prisma/client.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { LanguageEnum, StatisticsAccess } from './enums.ts';
import { outcome, withUserErrors } from './userErrors.ts';
import { WebsiteRef } from './website.ts';

export const CODE_HELP =
  'Code of the account’s authenticator app, or a recovery code. Blanks and dashes are ignored. ' +
  'Required if the account has a second factor, unless `passkey` is given.';
export const PASSKEY_HELP =
  'Answer of the browser to `passkeyOptions` of `SecondFactorRequired`, as JSON ' +
  '(`AuthenticationResponseJSON`).';

const account = { name: 'viewer', description: 'The account of the session.' };

const LogInInput = builder.inputType('LogInInput', {
  description: 'Credentials to log in with.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Email address of the account.' }),
    password: t.string({ required: true, description: 'Password of the account.' }),
    code: t.string({ description: CODE_HELP }),
    passkey: t.string({ description: PASSKEY_HELP }),
  }),
});

const CreateOwnerInput = builder.inputType('CreateOwnerInput', {
  description: 'The owner account of a new server.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token from the first-start link in the server’s log.' }),
    email: t.string({ required: true, description: 'Email address of the account.' }),
    password: t.string({
      required: true,
      description: 'Password of the account: 12 to 128 characters, and not a common password.',
    }),
    language: t.field({
      type: LanguageEnum,
      description: 'Language of the mails to the account. English by default.',
    }),
  }),
});

const LogOutInput = builder.inputType('LogOutInput', {
  description: 'The sessions to end.',
  fields: (t) => ({
    everywhere: t.boolean({
      description:
        'Whether to end the account’s sessions in all browsers. ' +
        'By default, only the session of this browser ends.',
    }),
  }),
});

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'The current and the new password of the account.',
  fields: (t) => ({
    current: t.string({ required: true, description: 'Current password of the account.' }),
    password: t.string({
      required: true,
      description: 'New password of the account: 12 to 128 characters, and not a common password.',
    }),
  }),
});

const ChangeLanguageInput = builder.inputType('ChangeLanguageInput', {
  description: 'The new language of the account.',
  fields: (t) => ({
    language: t.field({
      type: LanguageEnum,
      required: true,
      description: 'Language of the mails to the account.',
    }),
  }),
});

const UnlockInput = builder.inputType('UnlockStatisticsInput', {
  description: 'The password of a statistics page.',
  fields: (t) => ({
    trackingId: t.string({ required: true, description: 'The public id of the website.' }),
    password: t.string({ required: true, description: 'Password that the owner set for the page.' }),
  }),
});

builder.queryField('statisticsAccess', (t) =>
  t.field({
    type: StatisticsAccess,
    description: 'The viewer’s access to the statistics page of a website.',
    cost: 5,
    args: { trackingId: t.arg.string({ required: true, description: 'The public id of the website.' }) },
    resolve: (_root, { trackingId }, context) => statisticsAccess(trackingId, context),
  }),
);

builder.queryField('needsOwner', (t) =>
  t.boolean({
    cost: 100,
    description:
      'Whether no account exists yet. The link that creates the first account is in the server’s log.',
    resolve: (_root, _args, context) => isUnclaimed(context),
  }),
);

builder.queryField('canCreateOwner', (t) =>
  t.boolean({
    cost: 100,
    description:
      'Whether a first-start link can create the first account: the link is valid and no account exists yet.',
    args: { token: t.arg.string({ required: true, description: 'Token from the first-start link.' }) },
    resolve: (_root, { token }, context) => canCreateOwner(token, context),
  }),
);

builder.queryField('clientAddress', (t) =>
  t.string({
    description:
      'The IP address of the client, as the tracking endpoint sees it. ' +
      'Exclude it so that your own hits are not counted.',
    resolve: (_root, _args, { address }) => address,
  }),
);

const ProxyProblemEnum = builder.enumType('ProxyProblem', {
  description:
    'How the X-Forwarded-For header of a request contradicts TRUST_PROXY, the number of reverse proxies in ' +
    'front of the server. In each case, visitors may share one address and count as one.',
  values: {
    HEADER_IGNORED: {
      value: 'header_ignored',
      description: 'The request has the header, but TRUST_PROXY is 0: the address is that of the proxy.',
    },
    HEADER_MISSING: {
      value: 'header_missing',
      description: 'The request does not have the header, but TRUST_PROXY is 1 or more.',
    },
    HEADER_TOO_SHORT: {
      value: 'header_too_short',
      description:
        'The header has fewer addresses than TRUST_PROXY: a proxy replaces it, or there are fewer.',
    },
  } as const,
});

builder.queryField('proxyProblem', (t) =>
  t.field({
    type: ProxyProblemEnum,
    nullable: true,
    description:
      'The contradiction between the server’s TRUST_PROXY and the headers of this request; ' +
      'null if there is none.',
    resolve: (_root, _args, context) => context.proxyProblem,
  }),
);

builder.mutationFields((t) => ({
  logIn: t.field({
    cost: 1000,
    type: AccountRef,
    description:
      'Logs in to an account. The response sets a session cookie. ' +
      'The session lasts for 14 days without use, and for at most 30 days. ' +
      'If the account has a second factor, the result without it is `SecondFactorRequired`.',
    errors: outcome('LogIn', 'The person is logged in.', account, [SecondFactorRequired]),
    args: {
      input: t.arg({ type: LogInInput, required: true, description: 'The credentials to log in with.' }),
    },
    resolve: (_root, { input }, context): Promise<Account> => withUserErrors(() => logIn(input, context)),
  }),
  createOwner: t.field({
    cost: 1000,
    type: AccountRef,
    description: 'Creates the owner account with the first-start link, and logs in.',
    errors: outcome('CreateOwner', 'The account was created.', account),
    args: {
      input: t.arg({ type: CreateOwnerInput, required: true, description: 'The owner account to create.' }),
    },
    resolve: (_root, { input }, context): Promise<Account> =>
      withUserErrors(() => createOwner(input, context)),
  }),
  logOut: t.boolean({
    cost: 500,
    description: 'Logs out by ending the session of the cookie. Returns true, even if there is no session.',
    args: { input: t.arg({ type: LogOutInput, required: true, description: 'The sessions to end.' }) },
    resolve: async (_root, { input }, context) => {
      await logOut(input.everywhere ?? false, context);
      return true;
    },
  }),
  changePassword: t.field({
    cost: 2000,
    type: AccountRef,
    description:
      'Changes the password of the account, and ends the sessions of all other browsers. Requires a session.',
    errors: outcome('ChangePassword', 'The password is changed.', account),
    args: {
      input: t.arg({
        type: ChangePasswordInput,
        required: true,
        description: 'The current and the new password.',
      }),
    },
    resolve: (_root, { input }, context): Promise<Account> =>
      withUserErrors(() => changePassword(input, context)),
  }),
  changeLanguage: t.field({
    cost: 500,
    type: AccountRef,
    description:
      'Changes the language of the mails to the account, such as email reports. Requires a session. ' +
      'The language of the pages belongs to the browser and does not change.',
    errors: outcome('ChangeLanguage', 'The language is changed.', account),
    args: {
      input: t.arg({
        type: ChangeLanguageInput,
        required: true,
        description: 'The new language of the account.',
      }),
    },
    resolve: (_root, { input }, context): Promise<Account> =>
      withUserErrors(() => changeLanguage(input, context)),
  }),
  unlockStatistics: t.field({
    cost: 1000,
    type: WebsiteRef,
    description:
      'Unlocks password-protected statistics. ' +
      'The response sets a cookie that gives access to them for 24 hours.',
    errors: outcome('UnlockStatistics', 'The statistics are unlocked for the browser.', {
      name: 'website',
      description: 'The website of the statistics.',
    }),
    args: {
      input: t.arg({
        type: UnlockInput,
        required: true,
        description: 'The password of the statistics page.',
      }),
    },
    resolve: (_root, { input: { trackingId, password } }, context) =>
      withUserErrors(() => unlockStatistics({ tracking_id: trackingId, password }, context)),
  }),
}));
