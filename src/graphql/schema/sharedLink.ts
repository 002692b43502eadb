import { PRIVACY } from '../../auth/viewer.ts';
import { MAX_LINKS } from '../../websites/entities.ts';
import { PANELS, panelsOf } from '../../websites/links/panels.ts';
import {
  embedCode,
  linkAddress,
  listSharedLinks,
  pageAddress,
  readSharedView,
  type SharedView,
  THEMES,
  type Theme,
} from '../../websites/links/read.ts';
import type { ArgBuilder } from './args.ts';
import { builder } from './builder.ts';
import { LanguageEnum, PanelEnum, upperCase } from './enums.ts';
import { SegmentRef } from './segment.ts';
import { WebsiteRef } from './website.ts';

const EmbedTheme = builder.enumType('EmbedTheme', {
  description: 'Color scheme of an embedded statistics page.',
  values: upperCase<Theme>(THEMES),
});

/** The arguments of the code that embeds a page. */
const embedArgs = ({ arg }: ArgBuilder) => ({
  theme: arg({
    type: EmbedTheme,
    required: true,
    defaultValue: 'system',
    description: 'Color scheme of the page.',
  }),
  language: arg({
    type: LanguageEnum,
    description: 'Language of the page; null for the one of each viewer’s browser.',
  }),
});

export const SharedLinkRef = builder.prismaNode('SharedLink', {
  description: 'A link that shows the statistics of a website to whoever has it.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node`.' },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Id of the shared link on the command line.' }),
    name: t.exposeString('name', {
      description: 'Name of the shared link. Viewers of the link do not see it.',
    }),
    url: t.string({
      nullable: true,
      description: 'The address to share. Whoever has it can open the page. Null if the website was deleted.',
      resolve: async ({ websiteId, token }, _args, { config, loaders }) => {
        const website = await loaders.website.load(websiteId);
        return website && linkAddress(config, website, { token });
      },
    }),
    embedCode: t.string({
      nullable: true,
      description:
        'HTML that shows the page in another website: an iframe, and a script that gives it the height of ' +
        'its content. Null if the website was deleted.',
      args: embedArgs(t),
      resolve: async ({ websiteId, token }, { theme, language = null }, { config, loaders }) => {
        const website = await loaders.website.load(websiteId);
        return (
          website && embedCode(config, website, linkAddress(config, website, { token }), { theme, language })
        );
      },
    }),
    hasPassword: t.boolean({
      description: 'Whether viewers need a password besides the link.',
      resolve: ({ passwordHash }) => passwordHash !== null,
    }),
    segment: t.field({
      type: SegmentRef,
      nullable: true,
      description:
        'The segment of the website under which the link shows all statistics; null if it shows all hits.',
      resolve: ({ segmentId: id }, _args, { loaders }) =>
        id === null ? null : loaders.rows.Segment.load(id),
    }),
    panels: t.field({
      type: [PanelEnum],
      nullable: true,
      cost: { times: PANELS.length },
      description:
        'The panels that the link shows, besides totals and the chart, which every link shows; null for all.',
      resolve: panelsOf,
    }),
    website: t.field({
      type: WebsiteRef,
      nullable: true,
      description: 'The website of the shared link.',
      resolve: ({ websiteId: id }, _args, { loaders }) => loaders.website.load(id),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the link stops working; null if it does not expire.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when statistics were last read with the link, to the hour; null if never.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the link was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time when the settings of the link were last changed.',
    }),
  }),
});

builder.objectField(WebsiteRef, 'sharedLinks', (t) =>
  t.field({
    type: [SharedLinkRef],
    nullable: true,
    authScopes: (website) => ({ links: website }),
    unauthorizedResolver: () => null,
    cost: { points: 20, times: MAX_LINKS },
    description:
      'Shared links to the statistics of the website, including expired ones, oldest first. ' +
      'Null unless the viewer is in the website’s team and may change it and read its statistics.',
    resolve: (website, _args, context) => listSharedLinks(website, context),
  }),
);

builder.objectFields(WebsiteRef, (t) => ({
  statisticsUrl: t.string({
    description:
      'The address of the statistics page. Who can open it, and whether with a password, ' +
      'follows from `privacy`.',
    resolve: (website, _args, { config }) => pageAddress(config, website),
  }),
  embedCode: t.string({
    nullable: true,
    description:
      'HTML that shows the statistics page in another website: an iframe, and a script that gives it the ' +
      'height of its content. Null unless the website is public; see `SharedLink.embedCode` for the others.',
    args: embedArgs(t),
    resolve: (website, { theme, language = null }, { config }) =>
      website.privacy === PRIVACY.public
        ? embedCode(config, website, pageAddress(config, website), { theme, language })
        : null,
  }),
}));

const SharedViewRef = builder.objectRef<SharedView>('SharedView').implement({
  description: 'The limits of the statistics that a shared link shows.',
  fields: (t) => ({
    segment: t.exposeString('segment', {
      nullable: true,
      description: 'Name of the segment under which all statistics are counted; null for all hits.',
    }),
    panels: t.expose('panels', {
      type: [PanelEnum],
      nullable: true,
      cost: { times: PANELS.length },
      description: 'The panels that the link shows, besides totals and the chart; null for all.',
    }),
  }),
});

builder.queryField('sharedView', (t) =>
  t.field({
    type: SharedViewRef,
    nullable: true,
    cost: 20,
    description:
      'The view of the shared link with which the request was sent (header `Footfall-Link`). Null without ' +
      'a valid link, and before its password is given.',
    resolve: (_root, _args, context) => readSharedView(context),
  }),
);
