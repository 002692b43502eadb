import { ConfirmationRequired } from '../../auth/confirmation.ts';
import { createApiKey, revokeApiKey } from '../../auth/keys.ts';
import { SCOPES, type Scope } from '../../auth/viewer.ts';
import { builder } from './builder.ts';
import { ScopeEnum } from './enums.ts';
import { apiKeyId, optionalId, segmentId, websiteId } from './ids.ts';
import { SegmentRef } from './segment.ts';
import { CONFIRMED_SESSION, outcome, withUserErrors } from './userErrors.ts';
import { WebsiteRef } from './website.ts';

export const ApiKeyRef = builder.prismaNode('ApiKey', {
  description: 'An API key for REST and GraphQL. The key itself is shown once, when it is created.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node`.' },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the API key, chosen by its owner.' }),
    scopes: t.field({
      type: [ScopeEnum],
      cost: { times: SCOPES.length },
      description: 'Scopes of the API key.',
      resolve: ({ scopes }) => scopes.split(' ') as Scope[],
    }),
    website: t.field({
      type: WebsiteRef,
      nullable: true,
      description: 'The only website that the API key can access; null if it can access all.',
      resolve: ({ websiteId: id }, _args, { loaders }) => (id === null ? null : loaders.website.load(id)),
    }),
    segment: t.field({
      type: SegmentRef,
      nullable: true,
      description:
        'The segment of the website to which the API key is limited: it reads all statistics under it. ' +
        'Null if it reads the statistics of all hits.',
      resolve: ({ segmentId: id }, _args, { loaders }) =>
        id === null ? null : loaders.rows.Segment.load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the API key was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the API key expires; null if it does not expire.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the API key was last used, to the minute; null if it was never used.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the API key was revoked; null if it was not revoked.',
    }),
  }),
});

const Created = builder.objectRef<Awaited<ReturnType<typeof createApiKey>>>('CreatedApiKey').implement({
  description: 'A newly created API key.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key itself. Store it, because it is not shown again.' }),
    apiKey: t.expose('apiKey', { type: ApiKeyRef, description: 'Stored data of the API key.' }),
  }),
});

const CreateInput = builder.inputType('CreateApiKeyInput', {
  description: 'An API key to create.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the API key.' }),
    scopes: t.field({
      type: [ScopeEnum],
      description:
        'Scopes of the API key. By default all scopes, or with `segmentId` all except `WEBSITES_WRITE`, ' +
        'which such a key cannot have.',
    }),
    websiteId: t.id({
      description: 'Id of the only website that the API key can access; all websites by default.',
    }),
    segmentId: t.id({
      description:
        'Id of a segment of that website. The API key then reads all statistics under this segment. ' +
        'It cannot read dropped hits or other segments.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time when the API key expires; never by default.',
    }),
  }),
});

const RevokeInput = builder.inputType('RevokeApiKeyInput', {
  description: 'An API key to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the API key.' }) }),
});

builder.mutationFields((t) => ({
  createApiKey: t.field({
    cost: 500,
    type: Created,
    description:
      `Creates an API key. Requires ${CONFIRMED_SESSION}, or an API key with all scopes, for all websites ` +
      'and without expiry.',
    errors: outcome(
      'CreateApiKey',
      'The API key was created.',
      { name: 'created', description: 'The new API key.' },
      [ConfirmationRequired],
    ),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The API key to create.' }) },
    resolve: (
      _root,
      { input: { name, scopes, websiteId: website, segmentId: segment, expiresAt } },
      context,
    ) =>
      withUserErrors(() =>
        createApiKey(
          {
            name,
            scopes,
            expires_at: expiresAt,
            website_id: optionalId(website, websiteId),
            segment_id: optionalId(segment, segmentId),
          },
          context,
        ),
      ),
  }),
  revokeApiKey: t.field({
    cost: 500,
    type: ApiKeyRef,
    description:
      'Revokes an API key immediately. Requires a session, or an API key with all scopes, ' +
      'for all websites and without expiry.',
    errors: outcome('RevokeApiKey', 'The API key was revoked.', {
      name: 'apiKey',
      description: 'The revoked API key.',
    }),
    args: { input: t.arg({ type: RevokeInput, required: true, description: 'The API key to revoke.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => revokeApiKey(apiKeyId(input.id), context)),
  }),
}));
