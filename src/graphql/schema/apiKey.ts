import { ConfirmationRequired } from '../../auth/confirmation.ts';
import { createApiKey, revokeApiKey } from '../../auth/keys.ts';
import { SCOPES, type Scope } from '../../auth/viewer.ts';
import { builder } from './builder.ts';
import { ScopeEnum } from './enums.ts';
import { apiKeyId, websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';
import { WebsiteRef } from './website.ts';

export const ApiKeyRef = builder.prismaNode('ApiKey', {
  description: 'A key for REST and GraphQL alike. The key itself is shown once, when it is created.',
  id: { field: 'id', description: 'Global id: opaque, and valid for `node`.' },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What its owner calls it.' }),
    scopes: t.field({
      type: [ScopeEnum],
      cost: { times: SCOPES.length },
      description: 'What it may do.',
      resolve: ({ scopes }) => scopes.split(' ') as Scope[],
    }),
    website: t.field({
      type: WebsiteRef,
      nullable: true,
      description: 'The only website that it reaches; null if it reaches all.',
      resolve: ({ websiteId: id }, _args, { loaders }) => (id === null ? null : loaders.website.load(id)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From when on it is refused.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked.',
    }),
  }),
});

const Created = builder.objectRef<Awaited<ReturnType<typeof createApiKey>>>('CreatedApiKey').implement({
  description: 'A new API key.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key itself: keep it, it is not shown again.' }),
    apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'What is stored of it.' }),
  }),
});

const CreateInput = builder.inputType('CreateApiKeyInput', {
  description: 'An API key to create.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What to call it.' }),
    scopes: t.field({ type: [ScopeEnum], description: 'What it may do; everything by default.' }),
    websiteId: t.id({ description: 'The only website that it is to reach; all by default.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'From when on it is refused; never by default.' }),
  }),
});

const RevokeInput = builder.inputType('RevokeApiKeyInput', {
  description: 'An API key to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Which key.' }) }),
});

builder.objectType(ConfirmationRequired, {
  name: 'ConfirmationRequired',
  description: 'The person has to give the password again first, by `confirmPassword`; nothing was changed.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'What to do, in a sentence for people.' }),
  }),
});

builder.mutationFields((t) => ({
  createApiKey: t.field({
    cost: 500,
    type: Created,
    description:
      'Creates an API key. Takes a session whose person gave the password in the last ten minutes ' +
      '(`confirmPassword`), or a key that may do everything.',
    errors: outcome('CreateApiKey', 'The key is created.', { name: 'created', description: 'The key.' }, [
      ConfirmationRequired,
    ]),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The key.' }) },
    resolve: (_root, { input: { name, scopes, websiteId: id, expiresAt } }, context) =>
      withUserErrors(() =>
        createApiKey(
          { name, scopes, website_id: id ? websiteId(id) : undefined, expires_at: expiresAt },
          context,
        ),
      ),
  }),
  revokeApiKey: t.field({
    cost: 500,
    type: ApiKeyRef,
    description: 'Revokes an API key at once. Takes a session, or a key that may do everything.',
    errors: outcome('RevokeApiKey', 'The key is revoked.', { name: 'apiKey', description: 'The key.' }),
    args: { input: t.arg({ type: RevokeInput, required: true, description: 'Which key.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => revokeApiKey(apiKeyId(input.id), context)),
  }),
}));
