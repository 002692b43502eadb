import type { PrivacyValue } from '../../auth/viewer.ts';
import { invalid } from '../../errors.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { pixelSnippet, snippet } from '../../tracker/snippet.ts';
import type { Page } from '../../validation/paging.ts';
import { readDrops } from '../../websites/drops.ts';
import { listWebsites, visibleWebsite } from '../../websites/list.ts';
import type { EmailEvery as EmailEveryValue } from '../../websites/settings.ts';
import { dropsOf } from '../cost/period.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP, rowsAsked } from './connection.ts';
import { DropRef } from './drop.ts';
import { EmailEvery, Privacy, SortOrder } from './enums.ts';
import { websiteId } from './ids.ts';
import { ReportRef } from './report.ts';
import { StatConnection, statArgs, statConnection, statCost } from './stat.ts';

/** Settings are the owner's business: for anybody else who may see the website they are null. */
const ownerOnly = {
  nullable: true,
  authScopes: (website: Website) => ({ settings: website }),
  unauthorizedResolver: () => null,
} as const;

export const WebsiteRef = builder.prismaNode('Website', {
  description: 'A registered website.',
  id: { field: 'id', description: 'Global id: opaque, and valid for `node`.' },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id that the REST API knows it by.' }),
    url: t.exposeString('url', { description: 'Its address.' }),
    domain: t.exposeString('domain', {
      description: 'Host of the address in lower case, without `www.`; one website per domain in an account.',
    }),
    trackingId: t.exposeString('trackingId', { description: 'Public id, used in the tracking snippet.' }),
    snippet: t.string({
      description: 'The script tag to put on every page of the website.',
      resolve: (website, _args, { config }) => snippet(config, website.trackingId),
    }),
    pixelSnippet: t.string({
      description:
        'An image for visitors without JavaScript, in a `noscript` element: to put on pages beside the script tag.',
      resolve: (website, _args, { config }) => pixelSnippet(config, website.trackingId),
    }),
    timezone: t.exposeString('timezone', {
      description: 'IANA name; its days and hours are those of this zone.',
    }),
    privacy: t.field({
      type: Privacy,
      description: 'Who may read its statistics.',
      resolve: ({ privacy }) => privacy as PrivacyValue,
    }),
    email: t.exposeBoolean('email', {
      ...ownerOnly,
      description: 'Whether periodic email reports are sent. Null unless the viewer owns it.',
    }),
    emailEvery: t.field({
      type: EmailEvery,
      ...ownerOnly,
      description: 'How often they are sent, where they are. Null unless the viewer owns it.',
      resolve: ({ emailEvery }) => emailEvery as EmailEveryValue,
    }),
    reports: t.field({
      type: [ReportRef],
      ...ownerOnly,
      description:
        'Its email reports of the last 90 days, the newest first, and what became of them. Null unless the viewer owns it.',
      // Thirteen weeks or three months.
      cost: { points: 20, times: 16 },
      resolve: ({ id }, _args, { loaders }) => loaders.reports.load(id),
    }),
    excludeBots: t.exposeBoolean('excludeBots', {
      ...ownerOnly,
      description: 'Whether common bots are not counted. Null unless the viewer owns it.',
    }),
    excludeIps: t.stringList({
      ...ownerOnly,
      // Of 20,000 characters.
      cost: { times: 200 },
      description: 'Addresses and CIDR ranges that are not counted. Null unless the viewer owns it.',
      resolve: ({ excludeIps }) => excludeIps?.split('\n') ?? [],
    }),
    dailyLimit: t.exposeInt('dailyLimit', {
      ...ownerOnly,
      description:
        'How many hits are counted a day; further ones are dropped as `quota`. 0 for no limit. Null where the server’s default holds, and unless the viewer owns it.',
    }),
    trimSlash: t.exposeBoolean('trimSlash', {
      ...ownerOnly,
      description: 'Whether `/about/` counts as `/about`. Null unless the viewer owns it.',
    }),
    hasPassword: t.boolean({
      ...ownerOnly,
      description: 'Whether a password of the statistics page is set. Null unless the viewer owns it.',
      resolve: ({ passwordHash }) => passwordHash !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its settings were last changed.',
    }),
    stats: t.field({
      type: StatConnection,
      description: 'One statistic over a range of days, as rows of value and count.',
      cost: statCost,
      args: {
        ...statArgs(t),
        from: t.arg({ type: 'Date', required: true, description: 'First day, in the website’s time zone.' }),
        to: t.arg({ type: 'Date', required: true, description: 'Last day, included.' }),
      },
      resolve: (website, args, context) => statConnection(website, args, context),
    }),
    dropped: t.field({
      type: [DropRef],
      ...ownerOnly,
      authScopes: (website) => ({ drops: website }),
      description: 'Hits that were not counted, by day and reason. Null unless the viewer owns it.',
      cost: (args, scope) => ({ points: 20, times: dropsOf(args, scope) }),
      args: {
        from: t.arg({ type: 'Date', required: true, description: 'First day, in the website’s time zone.' }),
        to: t.arg({ type: 'Date', required: true, description: 'Last day, included.' }),
      },
      resolve: (website, args, context) => readDrops(website, args, context),
    }),
  }),
});

export const WebsiteConnection = builder.connectionObject(
  {
    type: WebsiteRef,
    name: 'WebsiteConnection',
    description: 'A page of websites.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of websites over all pages.',
        resolve: (page) => (page as unknown as Page<Website>).total,
      }),
    }),
  },
  { name: 'WebsiteEdge', description: 'A website and its place.' },
);

/** The row's key that the arguments of `website` name. */
function websiteKey({
  id,
  trackingId,
}: {
  id?: string | null | undefined;
  trackingId?: string | null | undefined;
}) {
  if (id && !trackingId) return { id: websiteId(id) };
  if (trackingId && !id) return { trackingId };
  throw invalid({ id: ['Must be given, or else trackingId, but not both.'] });
}

builder.queryFields((t) => ({
  website: t.field({
    type: WebsiteRef,
    nullable: true,
    description: 'A website, by one of its ids; null where it does not exist or is not for the viewer.',
    args: {
      id: t.arg.id({ description: 'The global id, or the id that the REST API knows it by.' }),
      trackingId: t.arg.string({ description: 'The public id of the tracking snippet.' }),
    },
    resolve: (_root, args, context) => visibleWebsite(websiteKey(args), context),
  }),
  websites: t.field({
    type: WebsiteConnection,
    description: 'The websites of the viewer’s account, by address.',
    cost: ({ first }) => ({ points: 100, below: { rows: rowsAsked(first) } }),
    args: {
      search: t.arg.string({ description: 'Text that the address must contain, in any case, literally.' }),
      sort: t.arg({ type: SortOrder, description: 'Order; `ASC` by default.' }),
      first: t.arg.int({ description: PAGING_HELP.first }),
      after: t.arg.string({ description: PAGING_HELP.after }),
    },
    resolve: async (_root, { first, ...args }, context) =>
      connection(await listWebsites({ ...args, per_page: first }, context), (website) => website),
  }),
}));
