import { authorize, can } from '../auth/permissions.ts';
import { openLink, type Viewer } from '../auth/viewer.ts';
import type { Config } from '../config.ts';
import type { Context, Deps } from '../context.ts';
import { invalid } from '../errors.ts';
import type { SharedLink, Website } from '../generated/prisma/client.ts';
import type { Language } from '../texts/languages.ts';
import { type PanelName, panelsOf } from './panels.ts';

/** Whether the viewer may share the statistics of a website. */
export const canShare = (viewer: Viewer, website: Pick<Website, 'id' | 'accountId'>): boolean =>
  can(viewer, 'change', website) && can(viewer, 'readOwnStats', website);

/**
 * Returns the website if the viewer may share its statistics. Reading the links requires the same as changing
 * them: they contain the secret addresses.
 * @throws AppError `not_found` or `forbidden`.
 */
export function authorizeSharing(viewer: Viewer, website: Website | null): Website {
  authorize(viewer, 'change', website);
  return authorize(viewer, 'readOwnStats', website);
}

/**
 * Lists the shared links of a website, including expired ones, oldest first.
 * @throws AppError `not_found` or `forbidden` unless the viewer may share the statistics.
 */
export async function listSharedLinks(website: Website, { viewer, loaders }: Context): Promise<SharedLink[]> {
  authorizeSharing(viewer, website);
  return loaders.sharedLinks.load(website.id);
}

/** Returns a shared link by its id; null if it does not exist or the viewer may not share the statistics. */
export async function visibleSharedLink(
  id: number,
  { viewer, loaders }: Context,
): Promise<SharedLink | null> {
  const link = await loaders.sharedLink.load(id);
  const website = link && (await loaders.website.load(link.websiteId));
  return website && canShare(viewer, website) ? link : null;
}

/** Returns the address of the statistics page of a website. */
export const pageAddress = (
  { baseUrl }: Pick<Config, 'baseUrl'>,
  { trackingId }: Pick<Website, 'trackingId'>,
): string => `${baseUrl}/s/${trackingId}`;

/** Returns the address of the page that a link shows. */
export const linkAddress = (
  config: Pick<Config, 'baseUrl'>,
  website: Pick<Website, 'trackingId'>,
  { token }: Pick<SharedLink, 'token'>,
): string => `${pageAddress(config, website)}/${token}`;

/** Color schemes of an embedded page; `system` follows the visitor's system. */
export const THEMES = {
  light: 'Light colors, whatever the system prefers.',
  dark: 'Dark colors, whatever the system prefers.',
  system: 'The colors that the visitor’s system prefers.',
} as const;
export type Theme = keyof typeof THEMES;

/** How an embedded page looks. */
export interface EmbedStyle {
  theme: Theme;
  /** Null for the language of the viewer's browser. */
  language: Language | null;
}

/** The path of the script that gives frames the height of their content (src/web/embed). */
export const EMBED_SCRIPT = '/embed.js';

/**
 * Returns the HTML that shows a statistics page in another page, with the script that adjusts its height.
 * @param address of the page.
 */
export function embedCode(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  { domain }: Pick<Website, 'domain'>,
  address: string,
  { theme, language }: EmbedStyle,
): string {
  const query = [
    'embed=1',
    ...(theme === 'system' ? [] : [`theme=${theme}`]),
    ...(language === null ? [] : [`lang=${language}`]),
  ].join('&amp;');
  return [
    `<iframe src="${address}?${query}" title="Statistics of ${domain}" loading="lazy"`,
    '  style="width: 100%; height: 1600px; border: 0"></iframe>',
    `<script defer src="${baseUrl}${EMBED_SCRIPT}"></script>`,
  ].join('\n');
}

/** What the viewer's shared link shows; null without a link, and before its password is given. */
export interface SharedView {
  /** The name of its segment; null for all hits. */
  segment: string | null;
  /** Null for all panels. */
  panels: PanelName[] | null;
}

export async function readSharedView({ viewer, loaders }: Context): Promise<SharedView | null> {
  const link = openLink(viewer);
  if (!link) return null;
  const segment = link.segmentId === null ? null : await loaders.segment.load(link.segmentId);
  return { segment: segment?.name ?? null, panels: panelsOf(link) };
}

type LinkWithWebsite = SharedLink & { website: Website };

/**
 * Returns a shared link by its id as a person entered it. For the command line.
 * @throws AppError `invalid` if there is none.
 */
export async function findSharedLink(id: string, { db }: Pick<Deps, 'db'>): Promise<LinkWithWebsite> {
  const include = { website: true };
  const row =
    /^\d{1,9}$/.test(id) && (await db.read.sharedLink.findUnique({ where: { id: Number(id) }, include }));
  if (row) return row;
  throw invalid({ id: ['There is no shared link with this id. List them with `footfall link list`.'] });
}

/** Lists all shared links, or those of one website, oldest first. For the command line. */
export function listAllSharedLinks(
  website: Website | null,
  { db }: Pick<Deps, 'db'>,
): Promise<LinkWithWebsite[]> {
  const where = website === null ? {} : { websiteId: website.id };
  return db.read.sharedLink.findMany({ where, include: { website: true }, orderBy: { id: 'asc' } });
}
