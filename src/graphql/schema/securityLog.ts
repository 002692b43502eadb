import { encodeGlobalID } from '@pothos/plugin-relay';
import { ACTORS, type Actor, SECURITY_EVENTS, type SecurityEventKind } from '../../auth/securityEvents.ts';
import { listSecurityEvents } from '../../auth/sessionList.ts';
import type { Account, SecurityEvent } from '../../generated/prisma/client.ts';
import { countryName } from '../../stats/labelFormats.ts';
import type { Page } from '../../validation/paging.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP, rowsAsked } from './connection.ts';
import { upperCase } from './enums.ts';

type LoggedEvent = SecurityEvent & { account: Account | null };

const Kind = builder.enumType('SecurityEventKind', {
  description: 'Kind of an event in the security log.',
  values: upperCase<SecurityEventKind>(SECURITY_EVENTS),
});

const ActorEnum = builder.enumType('SecurityEventActor', {
  description: 'Actor that caused an event in the security log.',
  values: upperCase<Actor>(ACTORS),
});

const SecurityEventRef = builder.objectRef<LoggedEvent>('SecurityEvent').implement({
  description: 'An event in the security log of a person or a team. IP addresses are never stored.',
  fields: (t) => ({
    id: t.id({
      description: 'Opaque id of the event.',
      resolve: ({ id }) => encodeGlobalID('SecurityEvent', id),
    }),
    kind: t.field({
      type: Kind,
      description: 'Kind of the event.',
      resolve: ({ kind }) => kind as SecurityEventKind,
    }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'Time of the event; for a repeated event, the last time.',
    }),
    firstAt: t.expose('firstAt', {
      type: 'DateTime',
      description: 'Time of the first occurrence of a repeated event; otherwise the same as `at`.',
    }),
    count: t.exposeInt('count', {
      description:
        'Number of occurrences. ' +
        'Events of clients without a session or an API key are combined within an hour.',
    }),
    actor: t.field({
      type: ActorEnum,
      description: 'Actor that caused the event.',
      resolve: ({ actor }) => actor as Actor,
    }),
    email: t.string({
      nullable: true,
      description:
        'Email address of the person who caused the event, or of the owner of the API key; null if unknown.',
      resolve: ({ account }) => account?.email ?? null,
    }),
    device: t.string({
      nullable: true,
      description: 'Browser and operating system, such as `Firefox on Windows`; null if unknown or several.',
      resolve: ({ device }) => device || null,
    }),
    apiKeyName: t.exposeString('apiKey', {
      nullable: true,
      description: 'Name of the API key that caused the event; null for any other actor.',
    }),
    country: t.string({
      nullable: true,
      description: 'Country of the request, ISO 3166-1 alpha-2; null if unknown or several.',
      resolve: ({ country }) => country || null,
    }),
    countryName: t.string({
      nullable: true,
      description: 'English name of the country; null if unknown or several.',
      resolve: ({ country }) => countryName(country),
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description:
        'Subject of the event: the domain of a website, the name of an API key or the email address of a ' +
        'member; null for the account itself.',
    }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: 'Details of the change, such as `private → public`; null if the event has no details.',
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
        resolve: (page) => (page as unknown as Page<LoggedEvent>).total,
      }),
    }),
  },
  { name: 'SecurityEventEdge', description: 'An edge of a page of the security log.' },
);

builder.objectField(AccountRef, 'securityLog', (t) =>
  t.field({
    type: SecurityEventConnection,
    nullable: true,
    description:
      'Security events of the viewer, and for the role `ADMIN` also those of the team, newest first: at ' +
      'most 1,000 of each from the last year. Null for an API key, because the log requires a session.',
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
