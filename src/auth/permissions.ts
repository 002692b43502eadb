import { AppError, notFound, unauthenticated } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { type Guarded, openLink, PRIVACY, type Scope, type Viewer } from './viewer.ts';

interface Action {
  /** The scope that the owner's API key needs; null for none. */
  scope: Scope | null;
  /**
   * Whether visitors of an open statistics page may do it: a public one, one whose password they gave, or one
   * to which they have a shared link.
   */
  open: boolean;
  /** Whether an API key that is limited to a segment may do it. */
  limited: boolean;
}

/** The actions on a website. */
const ACTIONS = {
  /** Learn that the website exists. */
  see: { scope: null, open: true, limited: true },
  /** Act as the owner, with any key that has access to the website. */
  own: { scope: null, open: false, limited: true },
  /** Read statistics: with a limited key those of its segment (stats/access.ts). */
  readStats: { scope: 'stats:read', open: true, limited: true },
  /** Read what only the owner sees: segments, and statistics over REST. */
  readOwnStats: { scope: 'stats:read', open: false, limited: true },
  /** Read dropped hits, which no segment selects. */
  readDrops: { scope: 'stats:read', open: false, limited: false },
  /** Read annotations that are not public. They are about all hits. */
  readAnnotations: { scope: 'stats:read', open: false, limited: false },
  /** Export every single hit. */
  export: { scope: 'stats:read', open: false, limited: false },
  readSettings: { scope: 'websites:read', open: false, limited: true },
  /** Read imports, which are about all hits. */
  readImports: { scope: 'websites:read', open: false, limited: false },
  /** Change or delete the website, or send a report on it. */
  change: { scope: 'websites:write', open: false, limited: false },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

type AccountViewer = Extract<Viewer, { kind: 'account' }>;

/** Whether the viewer may perform an action on a website. */
export function can<Name extends ActionName>(
  viewer: Viewer,
  action: Name,
  website: (typeof ACTIONS)[Name]['open'] extends true ? Guarded : Pick<Website, 'id' | 'accountId'>,
): boolean {
  const { scope, open, limited } = ACTIONS[action];
  if (open && isOpen(viewer, website as Guarded)) return true;
  return (
    owns(viewer, website) &&
    (scope === null || viewer.scopes.has(scope)) &&
    (limited || viewer.segmentId === null)
  );
}

/**
 * Returns the website if the viewer may perform an action on it.
 * @throws AppError `not_found` if the website is missing, or belongs to another account; its existence is not
 *   revealed. `forbidden` if the owner's key lacks the scope, or is limited to a segment.
 */
export function authorize(viewer: Viewer, action: ActionName, website: Website | null): Website {
  if (!website) throw notFound();
  if (can(viewer, action, website)) return website;
  if (!owns(viewer, website)) throw notFound();
  const { scope } = ACTIONS[action];
  if (scope === null || viewer.scopes.has(scope))
    throw new AppError('forbidden', 'The API key is limited to a segment of the website.');
  throw lacksScope(scope);
}

/**
 * Returns the viewer if it is an account with the scope.
 * @throws AppError `unauthenticated` or `forbidden`.
 */
export function requireScope(viewer: Viewer, scope: Scope): AccountViewer {
  if (viewer.kind === 'anonymous') throw unauthenticated();
  if (!viewer.scopes.has(scope)) throw lacksScope(scope);
  return viewer;
}

const lacksScope = (scope: Scope) => new AppError('forbidden', `The API key lacks the scope ${scope}.`);

/** Whether the website belongs to the viewer's account, and the viewer's key has access to it. */
function owns(viewer: Viewer, website: Pick<Website, 'id' | 'accountId'>): viewer is AccountViewer {
  return (
    viewer.kind === 'account' &&
    viewer.accountId === website.accountId &&
    (viewer.websiteId === null || viewer.websiteId === website.id)
  );
}

/**
 * Whether the statistics page is public, the viewer gave its password, or has a shared link to it. With a
 * link nothing else is open, so that the viewer sees what the link shows, of a public website too.
 */
function isOpen(viewer: Viewer, website: Guarded): boolean {
  if (viewer.kind === 'anonymous' && viewer.link) return openLink(viewer)?.websiteId === website.id;
  return website.privacy === PRIVACY.public || viewer.opens(website);
}
