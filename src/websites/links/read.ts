import type { AuthDeps } from '../../auth/context.ts';
import { authorize } from '../../auth/permissions.ts';
import { openLink } from '../../auth/viewer.ts';
import type { Config } from '../../config.ts';
import type { SharedLink, Website } from '../../generated/prisma/client.ts';
import type { Language } from '../../texts/languages.ts';
import type { WebsiteContext } from '../context.ts';
import { SHARED_LINKS } from '../entities.ts';
import { enteredRow } from '../ofWebsite.ts';
import { type PanelName, panelsOf } from './panels.ts';

/**
 * Lists the shared links of a website, including expired ones, oldest first.
 * @throws AppError `not_found` or `forbidden` unless the viewer may share the statistics.
 */
export async function listSharedLinks(
  website: Website,
  { viewer, loaders }: WebsiteContext,
): Promise<SharedLink[]> {
  for (const action of SHARED_LINKS.change) authorize(viewer, action, website);
  return loaders.rowsOfWebsite.SharedLink.load(website.id);
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

export async function readSharedView({ viewer, loaders }: WebsiteContext): Promise<SharedView | null> {
  const link = openLink(viewer);
  if (!link) return null;
  const segment = link.segmentId === null ? null : await loaders.rows.Segment.load(link.segmentId);
  return { segment: segment?.name ?? null, panels: panelsOf(link) };
}

type LinkWithWebsite = SharedLink & { website: Website };

/**
 * Returns a shared link by its id as a person entered it. For the command line.
 * @throws AppError `invalid` if there is none.
 */
export const findSharedLink = (id: string, deps: Pick<AuthDeps, 'db'>): Promise<LinkWithWebsite> =>
  enteredRow(SHARED_LINKS, id, 'List them with `footfall link list`.', deps);

/** Lists all shared links, or those of one website, oldest first. For the command line. */
export function listAllSharedLinks(
  website: Website | null,
  { db }: Pick<AuthDeps, 'db'>,
): Promise<LinkWithWebsite[]> {
  const where = website === null ? {} : { websiteId: website.id };
  return db.read.sharedLink.findMany({ where, include: { website: true }, orderBy: { id: 'asc' } });
}
