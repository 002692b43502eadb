import type { StatName } from '../../engine/registry/statistics.ts';
import { notFound } from '../../errors.ts';
import { liveRefresh, openStream, periodRefresh } from '../../live/open.ts';
import {
  findLiveVisitors,
  type LiveHit,
  type LiveRow,
  type LiveVisitors,
  ROWS,
  readLiveVisitors,
} from '../../live/visitors.ts';
import { FEED, MINUTES, type MinuteCount } from '../../live/window.ts';
import { statLabel } from '../../stats/labels.ts';
import { readPeriod } from '../../stats/periods.ts';
import { builder } from './builder.ts';
import { optionalId, segmentId, websiteId } from './ids.ts';
import { PeriodRef, periodCost, periodFilterArgs } from './period.ts';
import { StatRef } from './stat.ts';
import { WebsiteRef } from './website.ts';

/** Points of the live numbers, which are read once for all streams of a website. */
const LIVE = 100;

const MinuteRef = builder.objectRef<MinuteCount>('LiveMinute').implement({
  description: 'The numbers of one minute.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'Time at which the minute begins.',
      resolve: ({ at }) => new Date(at),
    }),
    visitors: t.exposeInt('visitors', { description: 'Number of visitors with a hit in this minute.' }),
    pageviews: t.exposeInt('pageviews', { description: 'Number of pageviews in this minute.' }),
  }),
});

const HitRef = builder.objectRef<LiveHit>('LiveHit').implement({
  description:
    'One pageview or event. It has nothing that would connect it with other hits of the same visitor.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'Time of the hit, in whole seconds.',
      resolve: ({ at }) => new Date(at),
    }),
    page: t.exposeString('page', {
      nullable: true,
      description: 'Path of the page. Null if the viewer’s shared link does not show pages.',
    }),
    event: t.exposeString('event', {
      nullable: true,
      description:
        'Name of the event. Null for a pageview, and if the viewer’s shared link does not show events.',
    }),
    country: t.exposeString('country', {
      nullable: true,
      description:
        'Country of the visitor, ISO 3166-1 alpha-2; empty if unknown. Null if the viewer’s shared link ' +
        'does not show countries.',
    }),
    countryName: t.string({
      nullable: true,
      description: 'English name of the country, `Unknown` if unknown. Null where `country` is null.',
      resolve: ({ country }) => (country === null ? null : statLabel('country', country)),
    }),
  }),
});

const rows = (name: StatName, list: LiveRow[] | null) =>
  list?.map(({ value, count }) => ({ name, value, count })) ?? null;

const LiveVisitorsRef = builder.objectRef<LiveVisitors>('LiveVisitors').implement({
  description:
    'The present visitors of a website, and its latest hits. A visitor is present for five minutes after ' +
    `each hit. Rows count present visitors, the ${ROWS} most frequent values each; rows with counts below ` +
    'the website’s `hideBelow` are one row `(few)` for viewers other than its team.',
  fields: (t) => ({
    visitors: t.exposeInt('visitors', {
      description: 'Number of visitors with a hit in the last five minutes.',
    }),
    pages: t.field({
      type: [StatRef],
      nullable: true,
      description:
        'Present visitors by the page of their latest hit. Null if the viewer’s shared link does not show ' +
        'pages.',
      cost: { times: ROWS },
      resolve: ({ pages }) => rows('page', pages),
    }),
    referrers: t.field({
      type: [StatRef],
      nullable: true,
      description:
        'Present visitors by the referrer of their visit. Null if the viewer’s shared link does not show ' +
        'referrers.',
      cost: { times: ROWS },
      resolve: ({ referrers }) => rows('referrer', referrers),
    }),
    countries: t.field({
      type: [StatRef],
      nullable: true,
      description: 'Present visitors by country. Null if the viewer’s shared link does not show countries.',
      cost: { times: ROWS },
      resolve: ({ countries }) => rows('country', countries),
    }),
    minutes: t.field({
      type: [MinuteRef],
      description: `The last ${MINUTES} minutes, oldest first. The last one is the current minute.`,
      cost: { times: MINUTES },
      resolve: ({ minutes }) => minutes,
    }),
    hits: t.field({
      type: [HitRef],
      description:
        `The latest hits of the last ${MINUTES} minutes, newest first, at most ${FEED}. Empty for viewers ` +
        'from whom the website hides small counts (`hideBelow`).',
      cost: { times: FEED },
      resolve: ({ hits }) => hits,
    }),
  }),
});

builder.objectField(WebsiteRef, 'live', (t) =>
  t.field({
    type: LiveVisitorsRef,
    nullable: true,
    description:
      'The present visitors of the website, and its latest hits. The subscription `liveVisitors` sends ' +
      'them whenever they change. Null if the viewer’s API key or shared link is limited to a segment.',
    cost: LIVE,
    resolve: (website, _args, context) => findLiveVisitors(website, context),
  }),
);

const WEBSITE_ID = 'Global id of the website, or its id in the REST API.';

builder.subscriptionFields((t) => ({
  liveVisitors: t.field({
    type: LiveVisitorsRef,
    description:
      'The present visitors of a website, and its latest hits. An error for API keys and shared links that ' +
      'are limited to a segment.',
    cost: LIVE,
    args: { websiteId: t.arg.id({ required: true, description: WEBSITE_ID }) },
    subscribe: (_root, args, context) => openStream(websiteId(args.websiteId), liveRefresh, context),
    resolve: async (_message, args, context) => {
      const website = await context.loaders.website.load(websiteId(args.websiteId));
      if (!website) throw notFound();
      return readLiveVisitors(website, context);
    },
  }),
  period: t.field({
    type: PeriodRef,
    description:
      'A period of a website’s statistics, as `Website.period`. A named period moves on with the days.',
    cost: periodCost,
    args: {
      websiteId: t.arg.id({ required: true, description: WEBSITE_ID }),
      ...periodFilterArgs(t),
    },
    subscribe: (_root, args, context) => openStream(websiteId(args.websiteId), periodRefresh, context),
    resolve: async (_message, { websiteId: id, segment, ...args }, context) => {
      const website = await context.loaders.website.load(websiteId(id));
      if (!website) throw notFound();
      return readPeriod(website, { ...args, segment: optionalId(segment, segmentId) }, context);
    },
  }),
}));
