import { encodeGlobalID } from '@pothos/plugin-relay';
import { ACTORS, type Actor, SECURITY_EVENTS, type SecurityEventKind } from '../auth/securityEvents.ts';
import type { SecurityEvent } from '../generated/prisma/client.ts';
import type { Page } from '../resolvers/paging.ts';
import { listSecurityEvents } from '../resolvers/sessionList.ts';
import { countryName } from '../stats/labels.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP, rowsAsked } from './connection.ts';
import { upperCase } from './enums.ts';

const Kind = builder.enumType('SecurityEventKind', {
  description: 'What happened to the security of an account.',
  values: upperCase<SecurityEventKind>(SECURITY_EVENTS),
});

const ActorEnum = builder.enumType('SecurityEventActor', {
  description: 'Who caused an event of the security log.',
  values: upperCase<Actor>(ACTORS),
});

const SecurityEventRef = builder.objectRef<SecurityEvent>('SecurityEvent').implement({
  description: 'Something that matters for the security of the account. It has no IP address.',
  fields: (t) => ({
    id: t.id({
      description: 'Id of the event: opaque.',
      resolve: ({ id }) => encodeGlobalID('SecurityEvent', id),
    }),
    kind: t.field({
      type: Kind,
      description: 'What happened.',
      resolve: ({ kind }) => kind as SecurityEventKind,
    }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'When it happened; the last time where it was repeated.',
    }),
    firstAt: t.expose('firstAt', {
      type: 'DateTime',
      description: 'When it happened the first time; `at` unless it was repeated.',
    }),
    count: t.exposeInt('count', {
      description: 'How often it happened: what strangers repeat within an hour is one event.',
    }),
    actor: t.field({
      type: ActorEnum,
      description: 'Who caused it.',
      resolve: ({ actor }) => actor as Actor,
    }),
    device: t.string({
      nullable: true,
      description:
        'Families of browser and system, such as `Firefox on Windows`; null if unknown, or where several were seen.',
      resolve: ({ device }) => device || null,
    }),
    apiKeyName: t.exposeString('apiKey', {
      nullable: true,
      description: 'Name of the API key that caused it; null for any other actor.',
    }),
    country: t.string({
      nullable: true,
      description: 'Country that it came from, ISO 3166-1 alpha-2; null if unknown, or for several.',
      resolve: ({ country }) => country || null,
    }),
    countryName: t.string({
      nullable: true,
      description: 'English name of that country; null if unknown, or for several.',
      resolve: ({ country }) => countryName(country),
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description:
        'What it happened to: the domain of a website, or the name of an API key; null for the account.',
    }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: 'What changed, such as `private → public`; null where the kind says it all.',
    }),
  }),
});

const SecurityEventConnection = builder.connectionObject(
  {
    type: SecurityEventRef,
    name: 'SecurityEventConnection',
    description: 'A page of the security log.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of events over all pages.',
        resolve: (page) => (page as unknown as Page<SecurityEvent>).total,
      }),
    }),
  },
  { name: 'SecurityEventEdge', description: 'An event of the security log and its place.' },
);

builder.objectField(AccountRef, 'securityLog', (t) =>
  t.field({
    type: SecurityEventConnection,
    nullable: true,
    description:
      'What happened to the security of the account, the latest first: at most 1,000 events of the last year. ' +
      'Null for an API key: only a person sees it.',
    cost: ({ first }) => ({ points: 300, below: { rows: rowsAsked(first) } }),
    args: {
      first: t.arg.int({ description: PAGING_HELP.first }),
      after: t.arg.string({ description: PAGING_HELP.after }),
    },
    resolve: async (_account, { first, after }, context) => {
      const page = await listSecurityEvents({ per_page: first, after }, context);
      return page && connection(page, (event) => event);
    },
  }),
);
