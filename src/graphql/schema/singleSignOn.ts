import { encodeGlobalID } from '@pothos/plugin-relay';
import { NO_PASSWORD } from '../../auth/accounts.ts';
import { ConfirmationRequired } from '../../auth/confirmation.ts';
import { logInWithLink } from '../../auth/loginLink.ts';
import { SIGN_ON_PURPOSES, type SignOnPurpose } from '../../auth/singleSignOn/attempt.ts';
import {
  labelOf,
  listIdentities,
  MAX_IDENTITIES,
  removeIdentity,
} from '../../auth/singleSignOn/identities.ts';
import { startSingleSignOn } from '../../auth/singleSignOn/start.ts';
import { isPerson } from '../../auth/viewer.ts';
import type { Identity } from '../../generated/prisma/client.ts';
import type { Context } from '../../request/context.ts';
import { MAX_PROVIDERS } from '../../validation/identityProviders.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { upperCase } from './enums.ts';
import { identityId } from './ids.ts';
import { CONFIRMED_SESSION, outcome, withUserErrors } from './userErrors.ts';

const ProviderRef = builder
  .objectRef<Context['config']['identityProviders'][number]>('IdentityProvider')
  .implement({
    description: 'An identity provider (OpenID Connect) with which people log in.',
    fields: (t) => ({
      name: t.exposeString('id', { description: 'Name of the provider, for `startSingleSignOn`.' }),
      label: t.exposeString('label', { description: 'Text of the button.' }),
    }),
  });

const LoginOptionsRef = builder.objectRef<Context['config']>('LoginOptions').implement({
  description: 'The ways to log in to this server. Passkeys work on each server.',
  fields: (t) => ({
    passwords: t.exposeBoolean('passwords', {
      description: 'Whether people can log in with passwords.',
    }),
    providers: t.field({
      type: [ProviderRef],
      cost: { times: MAX_PROVIDERS },
      description: 'The identity providers, in the order of their buttons.',
      resolve: ({ identityProviders }) => [...identityProviders],
    }),
  }),
});

builder.queryField('loginOptions', (t) =>
  t.field({
    type: LoginOptionsRef,
    description: 'The ways to log in to this server.',
    resolve: (_root, _args, { config }) => config,
  }),
);

const IdentityRef = builder.objectRef<Identity>('Identity').implement({
  description: 'An identity at an identity provider that is connected with an account.',
  fields: (t) => ({
    id: t.id({
      description: 'Opaque global id of the identity, for `removeIdentity`.',
      resolve: ({ id }) => encodeGlobalID('Identity', id),
    }),
    provider: t.exposeString('provider', { description: 'Name of the provider (`IdentityProvider.name`).' }),
    label: t.string({
      description: 'Text of the provider’s button; its name if the server does not have it any more.',
      resolve: (identity, _args, context) => labelOf(identity, context),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the identity was connected.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last login with the identity; null if there was none.',
    }),
  }),
});

builder.objectFields(AccountRef, (t) => ({
  hasPassword: t.boolean({
    nullable: true,
    description: 'Whether the account has a password. Null for an API key, because it requires a session.',
    resolve: ({ passwordHash }, _args, { viewer }) =>
      isPerson(viewer) ? passwordHash !== NO_PASSWORD : null,
  }),
  identities: t.field({
    type: [IdentityRef],
    nullable: true,
    cost: { points: 50, times: MAX_IDENTITIES },
    description:
      'Identities at identity providers with which the person logs in, oldest first. ' +
      'Null for an API key, because the list requires a session.',
    resolve: (_account, _args, context) => listIdentities(context),
  }),
}));

const PurposeEnum = builder.enumType('SingleSignOnPurpose', {
  description: 'Purpose of a login with an identity provider.',
  values: upperCase<SignOnPurpose>(SIGN_ON_PURPOSES),
});

const StartInput = builder.inputType('StartSingleSignOnInput', {
  description: 'A login with an identity provider.',
  fields: (t) => ({
    provider: t.string({ required: true, description: 'Name of the provider (`IdentityProvider.name`).' }),
    purpose: t.field({ type: PurposeEnum, required: true, description: 'Purpose of the login.' }),
    invitation: t.string({
      description: 'Token of an invitation to accept, with the purpose `LOG_IN`.',
    }),
    next: t.string({ description: 'Path of the page of this server that is shown afterwards.' }),
  }),
});

const RemoveInput = builder.inputType('RemoveIdentityInput', {
  description: 'An identity to disconnect.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Global id of the identity.' }) }),
});

const LinkInput = builder.inputType('LogInWithLinkInput', {
  description: 'A link of `footfall account login-link`.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token of the link: `token` in its address.' }),
  }),
});

const viewer = { name: 'viewer', description: 'The account of the session.' };

builder.mutationFields((t) => ({
  startSingleSignOn: t.string({
    cost: 500,
    description:
      'Starts a login with an identity provider, and returns the address to which the browser has to go. ' +
      'The response sets a cookie for ten minutes, without which the login cannot be finished. The ' +
      'provider then sends the browser back, and the page that follows shows the result. `CONFIRM` ' +
      `requires a session, \`LINK\` ${CONFIRMED_SESSION}.`,
    errors: outcome(
      'StartSingleSignOn',
      'The browser can go to the provider.',
      { name: 'url', description: 'Address of the provider.' },
      [ConfirmationRequired],
    ),
    args: { input: t.arg({ type: StartInput, required: true, description: 'The login to start.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => startSingleSignOn(input, context)),
  }),
  removeIdentity: t.field({
    cost: 500,
    type: AccountRef,
    description:
      'Disconnects an identity from the account, unless it is the only way to log in. Requires ' +
      `${CONFIRMED_SESSION}.`,
    errors: outcome('RemoveIdentity', 'The identity was disconnected.', viewer, [ConfirmationRequired]),
    args: { input: t.arg({ type: RemoveInput, required: true, description: 'The identity to disconnect.' }) },
    resolve: (_root, { input }, context) =>
      withUserErrors(() => removeIdentity(identityId(input.id), context)),
  }),
  logInWithLink: t.field({
    cost: 1000,
    type: AccountRef,
    description:
      'Logs in with a link of `footfall account login-link`, which works once, for ten minutes. It ' +
      'replaces the password and the second factor.',
    errors: outcome('LogInWithLink', 'The person is logged in.', viewer),
    args: { input: t.arg({ type: LinkInput, required: true, description: 'The link to use.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => logInWithLink(input, context)),
  }),
}));
