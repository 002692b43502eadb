import { listApiKeys, MAX_KEYS } from '../../auth/keys.ts';
import { isBound } from '../../auth/viewer.ts';
import { languageFrom } from '../../texts/languages.ts';
import { ApiKeyRef } from './apiKey.ts';
import { builder } from './builder.ts';
import { LanguageEnum } from './enums.ts';

export const AccountRef = builder.prismaNode('Account', {
  description: 'A person who can log in: the viewer, or the person who created the viewer’s API key.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node`.' },
  fields: (t) => ({
    email: t.string({
      nullable: true,
      description: 'Email address of the person; null for an API key that is restricted to one website.',
      resolve: ({ email }, _args, { viewer }) => (isBound(viewer) ? null : email),
    }),
    language: t.field({
      type: LanguageEnum,
      description:
        'Language of the mails to the account, such as email reports. English unless another one was chosen.',
      resolve: ({ language }) => languageFrom(language),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the account was created.' }),
    apiKeys: t.field({
      type: [ApiKeyRef],
      nullable: true,
      cost: { points: 50, times: MAX_KEYS },
      description:
        'API keys of the viewer’s team, including revoked ones. Requires the role `ADMIN`, and a session ' +
        'or an API key with all scopes, for all websites and without expiry.',
      resolve: (_account, _args, context) => listApiKeys(context),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: AccountRef,
    nullable: true,
    description: 'The person whose API key or session sent the request; null without either.',
    cost: 20,
    resolve: (_root, _args, { viewer, loaders }) =>
      viewer.kind === 'account' && viewer.accountId !== null ? loaders.account.load(viewer.accountId) : null,
  }),
);
