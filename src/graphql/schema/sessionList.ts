import { encodeGlobalID } from '@pothos/plugin-relay';
import { ConfirmationRequired, confirmPassword } from '../../auth/confirmation.ts';
import { LOGIN_METHODS, type LoginMethod } from '../../auth/secondFactors/kinds.ts';
import { SecondFactorRequired } from '../../auth/secondFactors/verify.ts';
import { endSessions, listSessions } from '../../auth/sessionList.ts';
import { invalid } from '../../errors.ts';
import type { Session } from '../../generated/prisma/client.ts';
import { countryName } from '../../stats/labelFormats.ts';
import type { Page } from '../../validation/paging.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP, rowsAsked } from './connection.ts';
import { upperCase } from './enums.ts';
import { sessionId } from './ids.ts';
import { CODE_HELP, PASSKEY_HELP } from './session.ts';
import { CONFIRMED_SESSION, outcome, withUserErrors } from './userErrors.ts';

const LoginMethodEnum = builder.enumType('LoginMethod', {
  description: 'How a person logged in.',
  values: upperCase<LoginMethod>(LOGIN_METHODS),
});

const SessionRef = builder.objectRef<Session>('Session').implement({
  description: 'A session: a browser that is logged in to the account.',
  fields: (t) => ({
    id: t.id({
      description: 'Opaque global id of the session, for `endSession`.',
      resolve: ({ id }) => encodeGlobalID('Session', id),
    }),
    current: t.boolean({
      description: 'Whether this is the session of the viewer.',
      resolve: ({ id }, _args, { viewer }) => viewer.kind === 'account' && viewer.session === id,
    }),
    device: t.string({
      nullable: true,
      description: 'Browser and operating system at login, such as `Firefox on Windows`; null if unknown.',
      resolve: ({ device }) => device || null,
    }),
    country: t.string({
      nullable: true,
      description: 'Country at login, ISO 3166-1 alpha-2; null if unknown.',
      resolve: ({ country }) => country || null,
    }),
    countryName: t.string({
      nullable: true,
      description: 'English name of the country; null if unknown.',
      resolve: ({ country }) => countryName(country),
    }),
    method: t.field({
      type: LoginMethodEnum,
      description: 'How the person logged in.',
      resolve: ({ method }) => method as LoginMethod,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the person logged in.' }),
    lastSeenAt: t.field({
      type: 'DateTime',
      description: 'Time when the session was last used, to the hour.',
      resolve: ({ lastSeenAt, createdAt }) => lastSeenAt ?? createdAt,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time when the session ends if it is not used; at the latest 30 days after login.',
    }),
  }),
});

const SessionConnection = builder.connectionObject(
  {
    type: SessionRef,
    name: 'SessionConnection',
    description: 'A page of sessions.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of sessions over all pages.',
        resolve: (page) => (page as unknown as Page<Session>).total,
      }),
    }),
  },
  { name: 'SessionEdge', description: 'An edge of a page of sessions.' },
);

builder.objectField(AccountRef, 'sessions', (t) =>
  t.field({
    type: SessionConnection,
    nullable: true,
    description:
      'Sessions of the account, most recently used first. ' +
      'Null for an API key, because the list requires a session.',
    cost: ({ first }) => ({ points: 200, below: { rows: rowsAsked(first) } }),
    args: {
      first: t.arg.int({ description: PAGING_HELP.first }),
      after: t.arg.string({ description: PAGING_HELP.after }),
    },
    resolve: async (_account, { first, after }, context) => {
      const page = await listSessions({ per_page: first, after }, context);
      return page && connection(page, (session) => session);
    },
  }),
);

const EndInput = builder.inputType('EndSessionInput', {
  description: 'The sessions to end. Exactly one field must be given.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of one session.' }),
    others: t.boolean({ description: 'True to end all sessions except that of the viewer.' }),
  }),
});

const ConfirmInput = builder.inputType('ConfirmPasswordInput', {
  description: 'The password of the signed-in account, and its second factor.',
  fields: (t) => ({
    password: t.string({ required: true, description: 'The password of the signed-in account.' }),
    code: t.string({ description: CODE_HELP }),
    passkey: t.string({ description: PASSKEY_HELP }),
  }),
});

/**
 * Returns the sessions that the input names.
 * @throws AppError `invalid` unless the input names exactly one session or all others.
 */
function sessionsOf({ id, others }: typeof EndInput.$inferInput): { id: string } | 'others' {
  if (others === true && (id === null || id === undefined)) return 'others';
  if (others !== true && id) return { id: sessionId(id) };
  throw invalid({ id: ['Exactly one of id and others must be given; others must be true.'] });
}

builder.mutationFields((t) => ({
  endSession: t.int({
    cost: 500,
    description: `Ends sessions of the account. Browsers must log in again. Requires ${CONFIRMED_SESSION}.`,
    errors: outcome(
      'EndSession',
      'The sessions were ended.',
      { name: 'ended', description: 'Number of sessions that were ended.' },
      [ConfirmationRequired],
    ),
    args: { input: t.arg({ type: EndInput, required: true, description: 'The sessions to end.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => endSessions(sessionsOf(input), context)),
  }),
  confirmPassword: t.field({
    cost: 1000,
    type: AccountRef,
    description:
      'Confirms the password of the account, and its second factor if it has one. ' +
      'For ten minutes, mutations of the session do not fail with `ConfirmationRequired`. ' +
      'Requires a session.',
    errors: outcome(
      'ConfirmPassword',
      'The password was confirmed.',
      { name: 'viewer', description: 'The account of the session.' },
      [SecondFactorRequired],
    ),
    args: { input: t.arg({ type: ConfirmInput, required: true, description: 'The password to confirm.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => confirmPassword(input, context)),
  }),
}));
