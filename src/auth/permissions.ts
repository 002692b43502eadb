import { AppError, notFound, unauthenticated } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { isAtLeast, type Role } from '../validation/roles.ts';
import { type Guarded, openLink, PRIVACY, type Scope, type Viewer } from './viewer.ts';

interface Action {
  /** The lowest role that allows the action. */
  role: Role;
  /** The scope that an API key needs; null for none. */
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
  see: { role: 'viewer', scope: null, open: true, limited: true },
  /** Act as a member, with any key that has access to the website. */
  own: { role: 'viewer', scope: null, open: false, limited: true },
  /** Read statistics: with a limited key those of its segment (stats/access.ts). */
  readStats: { role: 'viewer', scope: 'stats:read', open: true, limited: true },
  /** Read what only members see: segments, and statistics over REST. */
  readOwnStats: { role: 'viewer', scope: 'stats:read', open: false, limited: true },
  /** Read dropped hits, which no segment selects. */
  readDrops: { role: 'viewer', scope: 'stats:read', open: false, limited: false },
  /** Read annotations that are not public. They are about all hits. */
  readAnnotations: { role: 'viewer', scope: 'stats:read', open: false, limited: false },
  /** Export every single hit. */
  export: { role: 'editor', scope: 'stats:read', open: false, limited: false },
  readSettings: { role: 'viewer', scope: 'websites:read', open: false, limited: true },
  /** Read imports, which are about all hits. */
  readImports: { role: 'viewer', scope: 'websites:read', open: false, limited: false },
  /** Change the website, or send a report on it. */
  change: { role: 'editor', scope: 'websites:write', open: false, limited: false },
  /** Delete the website with its statistics. */
  delete: { role: 'admin', scope: 'websites:write', open: false, limited: false },
} as const satisfies Record<string, Action>;

/** The actions on a team. An API key that is restricted to one website may do none of them. */
const TEAM_ACTIONS = {
  /** Register a website. Members who are limited to websites may not: they would not see it. */
  createWebsite: { role: 'editor', scope: 'websites:write' },
  /** Read and change members and invitations, except owners. */
  manageMembers: { role: 'admin', scope: 'members:write' },
  /** Read the security log, and manage API keys. */
  administer: { role: 'admin', scope: null },
  /** Change the team, and appoint owners. */
  manageTeam: { role: 'owner', scope: 'members:write' },
} as const satisfies Record<string, Pick<Action, 'role' | 'scope'>>;

export type TeamAction = keyof typeof TEAM_ACTIONS;

/** All actions, for the documentation of permissions. */
export const PERMISSIONS = { website: ACTIONS, team: TEAM_ACTIONS } as const;

export type ActionName = keyof typeof ACTIONS;

type AccountViewer = Extract<Viewer, { kind: 'account' }>;
/** A viewer who belongs to a team. */
export type TeamViewer = AccountViewer & { teamId: number };

/** Whether the viewer may perform an action on a website. */
export function can<Name extends ActionName>(
  viewer: Viewer,
  action: Name,
  website: (typeof ACTIONS)[Name]['open'] extends true ? Guarded : Pick<Website, 'id' | 'teamId'>,
): boolean {
  if (ACTIONS[action].open && isOpen(viewer, website as Guarded)) return true;
  return hasAccess(viewer, website) && refusal(viewer, action) === null;
}

/**
 * Returns the website if the viewer may perform an action on it.
 * @throws AppError `not_found` if the website is missing, or the viewer has no access to it; its existence is
 *   not revealed. `forbidden` if the member's role does not allow it, the key lacks the scope or is limited
 *   to a segment, or the team requires a second factor that the session lacks.
 */
export function authorize(viewer: Viewer, action: ActionName, website: Website | null): Website {
  if (!website) throw notFound();
  if (can(viewer, action, website)) return website;
  if (!hasAccess(viewer, website)) throw isBlocked(viewer, website) ? lacksFactor() : notFound();
  throw refusal(viewer, action) ?? notFound();
}

/** Why a member may not perform an action on a website that it has access to; null if it may. */
function refusal(viewer: AccountViewer, action: ActionName): AppError | null {
  const { role, scope, limited } = ACTIONS[action];
  if (scope !== null && !viewer.scopes.has(scope)) return lacksScope(scope);
  if (!limited && viewer.segmentId !== null)
    return new AppError('forbidden', 'The API key is limited to a segment of the website.');
  return isAtLeast(viewer.role, role) ? null : lacksRole(viewer.role, role);
}

/**
 * Returns the viewer if it is a member of a team, with the scope.
 * @throws AppError `unauthenticated` or `forbidden`.
 */
export function requireScope(viewer: Viewer, scope: Scope): TeamViewer {
  if (viewer.kind === 'anonymous') throw unauthenticated();
  if (!viewer.scopes.has(scope)) throw lacksScope(scope);
  return withTeam(viewer);
}

/** Whether the viewer may perform an action on its team. */
export const canForTeam = (viewer: Viewer, action: TeamAction): viewer is TeamViewer =>
  viewer.kind === 'account' && teamRefusal(viewer, action) === null;

/**
 * Returns the viewer if it may perform an action on its team.
 * @throws AppError `unauthenticated` or `forbidden`.
 */
export function requireForTeam(viewer: Viewer, action: TeamAction): TeamViewer {
  if (viewer.kind === 'anonymous') throw unauthenticated();
  const refused = teamRefusal(viewer, action);
  if (refused) throw refused;
  return withTeam(viewer);
}

function teamRefusal(viewer: AccountViewer, action: TeamAction): AppError | null {
  const { role, scope } = TEAM_ACTIONS[action];
  if (scope !== null && !viewer.scopes.has(scope)) return lacksScope(scope);
  if (viewer.websiteId !== null) {
    const what = action === 'createWebsite' ? 'add another' : 'do this';
    return new AppError('forbidden', `The API key is restricted to one website and cannot ${what}.`);
  }
  if (viewer.teamId === null) return withoutTeam(viewer);
  if (!isAtLeast(viewer.role, role)) return lacksRole(viewer.role, role);
  if (action === 'createWebsite' && viewer.websites !== null)
    return new AppError('forbidden', 'Members who are limited to websites cannot add another one.');
  return null;
}

function withTeam(viewer: AccountViewer): TeamViewer {
  if (viewer.teamId === null) throw withoutTeam(viewer);
  return viewer as TeamViewer;
}

const withoutTeam = ({ blockedTeamId }: AccountViewer) =>
  blockedTeamId === null
    ? new AppError('forbidden', 'You belong to no team. Ask for an invitation.')
    : lacksFactor();

/** The team of the session requires a second factor that the session lacks. */
export const lacksFactor = () =>
  new AppError(
    'forbidden',
    'The team requires a second factor. Add one to your account, or log in with the one that you have.',
  );

const lacksRole = (role: Role, least: Role) =>
  new AppError('forbidden', `The role ${role} is not allowed to do this. It requires the role ${least}.`);

const lacksScope = (scope: Scope) => new AppError('forbidden', `The API key lacks the scope ${scope}.`);

/** Whether the website belongs to the viewer's team, and the member and the key have access to it. */
export function hasAccess(viewer: Viewer, website: Pick<Website, 'id' | 'teamId'>): viewer is AccountViewer {
  return viewer.kind === 'account' && viewer.teamId === website.teamId && isInReach(viewer, website.id);
}

/** Whether the viewer would have access to the website if the session had a second factor. */
export const isBlocked = (viewer: Viewer, website: Pick<Website, 'id' | 'teamId'>): boolean =>
  viewer.kind === 'account' && viewer.blockedTeamId === website.teamId && isInReach(viewer, website.id);

/** Whether a website of the team is one of those that the member and the key are limited to. */
export const isInReach = ({ websiteId, websites }: AccountViewer, id: number): boolean =>
  (websiteId === null || websiteId === id) && (websites === null || websites.has(id));

/** The only websites of its team that a viewer has access to; null for all. */
export function reachOf(viewer: AccountViewer): number[] | null {
  const { websiteId, websites } = viewer;
  if (websiteId !== null) return isInReach(viewer, websiteId) ? [websiteId] : [];
  return websites && [...websites];
}

/**
 * Whether the statistics page is public, the viewer gave its password, or has a shared link to it. With a
 * link nothing else is open, so that the viewer sees what the link shows, of a public website too.
 */
function isOpen(viewer: Viewer, website: Guarded): boolean {
  if (viewer.kind === 'anonymous' && viewer.link) return openLink(viewer)?.websiteId === website.id;
  return website.privacy === PRIVACY.public || viewer.opens(website);
}
