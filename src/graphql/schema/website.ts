import type { PrivacyValue } from '../../auth/viewer.ts';
import { invalid } from '../../errors.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { listRankedWebsites } from '../../stats/rankedWebsites.ts';
import { pixelSnippet, snippet } from '../../tracker/snippet.ts';
import type { Page } from '../../validation/paging.ts';
import { MAX_DOMAINS } from '../../websites/dropLoader.ts';
import { readDrops, readSpamDomains } from '../../websites/drops.ts';
import { listWebsites, visibleWebsite } from '../../websites/list.ts';
import type { EmailEvery as EmailEveryValue } from '../../websites/settings.ts';
import { daysOf, dropsOf } from '../cost/period.ts';
import { totalsOfWebsite } from '../cost/stat.ts';
import { rangeArgs } from './args.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP, rowsAsked } from './connection.ts';
import { DropRef, SPAM_DOMAINS_HELP, SpamDomainRef } from './drop.ts';
import { EmailEvery, PeriodNameEnum, Privacy, SortDirection, SortOrder } from './enums.ts';
import { websiteId } from './ids.ts';
import { MetricEnum } from './metrics.ts';
import { ReportRef } from './report.ts';
import { filteredStatCost, StatConnection, statArgs, statConnection, statCost } from './stat.ts';

/** Only the team can read settings. For other viewers who may see the website, they are null. */
export const ownerOnly = {
  nullable: true,
  authScopes: (website: Website) => ({ settings: website }),
  unauthorizedResolver: () => null,
} as const;

export const WebsiteRef = builder.prismaNode('Website', {
  description: 'A website that belongs to a team.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node`.' },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Id of the website in the REST API.' }),
    url: t.exposeString('url', { description: 'Address of the website.' }),
    domain: t.exposeString('domain', {
      description:
        'Host of the address in lower case, without `www.`. A team has at most one website per domain.',
    }),
    trackingId: t.exposeString('trackingId', {
      description: 'Public id of the website, used in the tracking snippet.',
    }),
    snippet: t.string({
      description: 'The script tag for every page of the website.',
      resolve: (website, _args, { config }) => snippet(config, website.trackingId),
    }),
    pixelSnippet: t.string({
      description:
        'An image in a `noscript` element that counts visitors without JavaScript. ' +
        'It belongs next to the script tag on each page.',
      resolve: (website, _args, { config }) => pixelSnippet(config, website.trackingId),
    }),
    timezone: t.exposeString('timezone', {
      description: 'IANA name of the website’s time zone, which determines its days and hours.',
    }),
    privacy: t.field({
      type: Privacy,
      description: 'Read access to the website’s statistics.',
      resolve: ({ privacy }) => privacy as PrivacyValue,
    }),
    email: t.exposeBoolean('email', {
      ...ownerOnly,
      description:
        'Whether periodic email reports are sent. Null unless the viewer is in the website’s team.',
    }),
    emailEvery: t.field({
      type: EmailEvery,
      ...ownerOnly,
      description:
        'Frequency of the email reports, if they are sent. Null unless the viewer is in the website’s team.',
      resolve: ({ emailEvery }) => emailEvery as EmailEveryValue,
    }),
    reports: t.field({
      type: [ReportRef],
      ...ownerOnly,
      description:
        'Email reports of the website from the last 90 days, newest first, with their states. ' +
        'Null unless the viewer is in the website’s team.',
      // 90 days have about thirteen weekly or three monthly reports.
      cost: { points: 20, times: 16 },
      resolve: ({ id }, _args, { loaders }) => loaders.reports.load(id),
    }),
    excludeBots: t.exposeBoolean('excludeBots', {
      ...ownerOnly,
      description:
        'Whether common bots are excluded from counting. Null unless the viewer is in the website’s team.',
    }),
    excludeIps: t.stringList({
      ...ownerOnly,
      // The whole list has at most 20,000 characters.
      cost: { times: 200 },
      description:
        'IP addresses and CIDR ranges that are excluded from counting. ' +
        'Null unless the viewer is in the website’s team.',
      resolve: ({ excludeIps }) => excludeIps?.split('\n') ?? [],
    }),
    excludeSpam: t.exposeBoolean('excludeSpam', {
      ...ownerOnly,
      description:
        'Whether hits whose referrer is on the list of known referrer spam are excluded from counting. ' +
        'Null unless the viewer is in the website’s team.',
    }),
    hosts: t.stringList({
      ...ownerOnly,
      cost: { times: 50 },
      description:
        'Further hosts of the website, and schemes of packaged applications that contain it. ' +
        'Null unless the viewer is in the website’s team.',
      resolve: ({ hosts }) => hosts?.split('\n') ?? [],
    }),
    query: t.stringList({
      ...ownerOnly,
      cost: { times: 50 },
      description:
        'Names of the query parameters that are part of the page. ' +
        'Null unless the viewer is in the website’s team.',
      resolve: ({ query }) => query?.split('\n') ?? [],
    }),
    aliases: t.stringList({
      ...ownerOnly,
      cost: { times: 50 },
      description:
        'Ids of the website in other products, by which the server finds it for hits from their trackers. ' +
        'Null unless the viewer is in the website’s team.',
      resolve: ({ aliases }) => aliases?.split('\n') ?? [],
    }),
    dailyLimit: t.exposeInt('dailyLimit', {
      ...ownerOnly,
      description:
        'Maximum number of hits counted per day; further hits are dropped as `quota`. 0 means no limit. ' +
        'Null means the server’s default, or that the viewer is not in the website’s team.',
    }),
    hideBelow: t.exposeInt('hideBelow', {
      nullable: true,
      description:
        'Smallest count of a row that viewers other than the website’s team see in statistics and ' +
        'breakdowns. The other rows are summed in one row `(few)`, the last one. These viewers cannot use ' +
        '`filter` and `segment`. Null if all rows are shown.',
    }),
    trimSlash: t.exposeBoolean('trimSlash', {
      ...ownerOnly,
      description: 'Whether `/about/` counts as `/about`. Null unless the viewer is in the website’s team.',
    }),
    hasPassword: t.boolean({
      ...ownerOnly,
      description:
        'Whether the statistics page has a password. Null unless the viewer is in the website’s team.',
      resolve: ({ passwordHash }) => passwordHash !== null,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the website was registered.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time when the website’s settings were last changed.',
    }),
    stats: t.field({
      type: StatConnection,
      description:
        'One statistic over a range of days, as rows of value and count. For viewers other than the ' +
        'website’s team, rows with counts below `hideBelow` are one row `(few)`, the last one; ' +
        'a `search` leaves it out.',
      cost: (args, scope) =>
        scope.filtered
          ? filteredStatCost(args, { days: daysOf({ from: args.from, to: args.to }) })
          : statCost(args, scope),
      args: {
        ...statArgs(t),
        ...rangeArgs(t),
      },
      resolve: (website, args, context) => statConnection(website, args, context),
    }),
    dropped: t.field({
      type: [DropRef],
      ...ownerOnly,
      authScopes: (website) => ({ drops: website }),
      description:
        'Hits that were not counted, by day and reason. Null unless the viewer is in the website’s team, ' +
        'and for an API key that is limited to a segment.',
      cost: (args, scope) => ({ points: 20, times: dropsOf(args, scope) }),
      args: rangeArgs(t),
      resolve: (website, args, context) => readDrops(website, args, context),
    }),
    spamDomains: t.field({
      type: [SpamDomainRef],
      ...ownerOnly,
      authScopes: (website) => ({ drops: website }),
      description: SPAM_DOMAINS_HELP,
      cost: (args, scope) => ({ points: 20 + dropsOf(args, scope), times: MAX_DOMAINS }),
      args: rangeArgs(t),
      resolve: (website, args, context) => readSpamDomains(website, args, context),
    }),
  }),
});

const WebsiteConnection = builder.connectionObject(
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
  { name: 'WebsiteEdge', description: 'A website and its cursor.' },
);

/**
 * Converts the arguments of `website` to the key of a row.
 * @throws AppError `invalid` unless exactly one argument is given.
 */
function websiteKey({
  id,
  trackingId,
}: {
  id?: string | null | undefined;
  trackingId?: string | null | undefined;
}) {
  if (id && !trackingId) return { id: websiteId(id) };
  if (trackingId && !id) return { trackingId };
  throw invalid({ id: ['Exactly one of id and trackingId must be given.'] });
}

const WebsiteOrderInput = builder.inputType('WebsiteOrder', {
  description:
    'Order of websites by a metric of a period. Websites with equal numbers are ordered by address; ' +
    'websites without the metric, such as the bounce rate without visits, come last.',
  fields: (t) => ({
    metric: t.field({
      type: MetricEnum,
      required: true,
      description: 'Metric by which the websites are ordered.',
    }),
    direction: t.field({ type: SortDirection, description: 'Direction of the order; `DESC` by default.' }),
    period: t.field({
      type: PeriodNameEnum,
      description: 'Name of the period of the metric, in place of `from` and `to`.',
    }),
    from: t.field({ type: 'Date', description: 'First day of the period, in each website’s time zone.' }),
    to: t.field({ type: 'Date', description: 'Last day of the period, inclusive.' }),
  }),
});

builder.queryFields((t) => ({
  website: t.field({
    type: WebsiteRef,
    nullable: true,
    description:
      'Returns a website by one of its ids; null if it does not exist or the viewer may not see it.',
    args: {
      id: t.arg.id({ description: 'Global id of the website, or its id in the REST API.' }),
      trackingId: t.arg.string({ description: 'Public id of the website, as in the tracking snippet.' }),
    },
    resolve: (_root, args, context) => visibleWebsite(websiteKey(args), context),
  }),
  websites: t.field({
    type: WebsiteConnection,
    description: 'Websites of the viewer’s team, ordered by address, or by a metric.',
    cost: ({ first, orderBy }) => ({
      points: 100,
      // An order by a metric reads the totals of each website.
      perWebsite: orderBy ? totalsOfWebsite(daysOf({ ...orderBy, name: orderBy.period })) : 0,
      below: { rows: rowsAsked(first) },
    }),
    args: {
      search: t.arg.string({
        description: 'Text that the address must contain, matched literally and without regard to case.',
      }),
      sort: t.arg({
        type: SortOrder,
        description: 'Order by address; `ASC` by default. Has no effect with `orderBy`.',
      }),
      orderBy: t.arg({
        type: WebsiteOrderInput,
        description:
          'Order by a metric in place of the address, for at most 1,000 matching websites. ' +
          'Requires the scope `STATS_READ`.',
      }),
      first: t.arg.int({ description: PAGING_HELP.first }),
      after: t.arg.string({ description: PAGING_HELP.after }),
    },
    async resolve(_root, { first, orderBy, ...rest }, context) {
      const args = { ...rest, per_page: first };
      const page = await (orderBy ? listRankedWebsites(args, orderBy, context) : listWebsites(args, context));
      return connection(page, (website) => website);
    },
  }),
}));
