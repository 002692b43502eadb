import { hash } from 'node:crypto';
import type { Rows } from '../db/cachedRows.ts';
import { AppError, unauthenticated } from '../errors.ts';
import type { ApiKey, Member, Session, SharedLink, Team, Website } from '../generated/prisma/client.ts';
import { limitKey } from '../validation/address.ts';
import { isOver } from '../validation/expiry.ts';
import type { Role } from '../validation/roles.ts';
import type { HashClient } from './hashing.ts';

/** The scopes of API keys. */
export const SCOPES = ['websites:read', 'websites:write', 'stats:read', 'members:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** Values of `privacy`, as integers in REST and by these names in GraphQL. */
export const PRIVACY = { public: 0, private: 1, password: 2 } as const;
export type PrivacyValue = (typeof PRIVACY)[keyof typeof PRIVACY];

/** The fields of a website that decide who may see it. */
export type Guarded = Pick<Website, 'id' | 'teamId' | 'trackingId' | 'privacy' | 'passwordHash'>;

/** The rows that say who a viewer is, and what the viewer may read. */
export interface ViewerRows {
  /** By the hash of the key. */
  apiKeys: Rows<string, ApiKey>;
  sessions: Rows<string, Session>;
  members: Rows<number, Member>;
  teams: Rows<number, Team>;
  /** By the token. */
  sharedLinks: Rows<string, SharedLink>;
  websites: Rows<number, Website>;
}

/** Access to websites by password (grants.ts). */
interface Opening {
  opens: (website: Guarded) => boolean;
}

/** The shared link of an anonymous viewer (sharedLinks.ts). Nothing else is open to that viewer. */
export interface LinkOfViewer {
  /** The link; null if there is none with the token of the request, or it has expired. */
  row: SharedLink | null;
  /** Whether the viewer may use it: it has no password, or the viewer gave it. False without a link. */
  isOpen: boolean;
}

/** The rights of a viewer in a team. */
export interface Membership {
  /** Id of the row; null for the command line. */
  memberId: number | null;
  /** The team whose websites the viewer has access to; null for a person without a team. */
  teamId: number | null;
  /**
   * The team of the session if the viewer has no access to it, because it requires a second factor that the
   * session lacks. `teamId` is then null.
   */
  blockedTeamId: number | null;
  role: Role;
  /** The only websites that the member has access to; null for all websites of the team. */
  websites: ReadonlySet<number> | null;
}

/** The rights of a person who belongs to no team. */
const NO_TEAM: Membership = {
  memberId: null,
  teamId: null,
  blockedTeamId: null,
  role: 'viewer',
  websites: new Set(),
};

/** Returns the rights of a stored membership; those of a person without a team if there is none. */
export function membershipOf(row: Member | null): Membership {
  if (!row) return NO_TEAM;
  const { id: memberId, teamId, role } = row;
  return { memberId, teamId, blockedTeamId: null, role: role as Role, websites: websitesOf(row) };
}

/**
 * Returns the rights of a session in a team. A session that was opened with the password alone has none in a
 * team that requires a second factor.
 * @param method the LoginMethod of the session.
 */
export function membershipOfSession(
  row: Member | null,
  team: Pick<Team, 'requiresSecondFactor'> | null,
  method: string,
): Membership {
  const membership = membershipOf(row);
  if (method !== 'password' || !team?.requiresSecondFactor) return membership;
  return { ...membership, teamId: null, blockedTeamId: membership.teamId };
}

/** The only websites that a member has access to; null for all. */
export const websitesOf = ({ websites }: Pick<Member, 'websites'>): ReadonlySet<number> | null =>
  websites === null ? null : new Set(websites.split(' ').filter(Boolean).map(Number));

/** The sender of a request. */
export type Viewer = (
  | {
      kind: 'anonymous';
      /** Absent for a request without a shared link. */
      link?: LinkOfViewer;
    }
  | (Membership & {
      kind: 'account';
      /** The person; null for the command line. */
      accountId: number | null;
      scopes: ReadonlySet<Scope>;
      /** The only website that the key has access to; null for all of the member's websites. */
      websiteId: number | null;
      /** The segment of that website under which the key reads all statistics; null for all hits. */
      segmentId: number | null;
      /** The API key of the request; null without one, as for a session or the command line. */
      key: { id: number; lastUsedAt: Date | null; expires: boolean } | null;
      /** Id of the browser session; null for other viewers. */
      session: string | null;
    })
) &
  Opening;

/**
 * Returns the client for hashing. Signed-in viewers have limits by session or key, anonymous ones by
 * address.
 */
export function hashClientOf(viewer: Viewer, address: string): HashClient {
  if (viewer.kind === 'anonymous') return { client: limitKey(address), trusted: false };
  const client = viewer.session ?? (viewer.key ? `key ${viewer.key.id}` : '');
  return { client, trusted: true };
}

export const opensNothing = () => false;

export const anonymous: Viewer = { kind: 'anonymous', opens: opensNothing };

/** Returns the SHA-256 of an API key, in hexadecimal. The database stores only this hash. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The API key of the request has expired or was revoked. Clients see the same as for an unknown key. */
export class RefusedKey extends AppError {
  readonly key: { name: string; teamId: number };

  constructor(key: RefusedKey['key']) {
    super('unauthenticated', unauthenticated().message);
    this.key = key;
  }
}

/**
 * Returns the viewer of an API key: a program with the rights of the member who created the key, at most.
 * @param key null if there is none: the viewer is then anonymous.
 * @throws AppError `unauthenticated` unless the key is valid, neither expired nor revoked.
 */
export async function authenticate(
  key: string | null,
  cache: Pick<ViewerRows, 'apiKeys' | 'members'>,
  now: number,
): Promise<Viewer> {
  if (key === null) return anonymous;
  const [row] = await cache.apiKeys([hashKey(key)]);
  const [member] = row ? await cache.members([row.memberId]) : [];
  if (!row || !member) throw unauthenticated();
  const { name, websiteId, segmentId, lastUsedAt, expiresAt } = row;
  if (row.revokedAt || isOver(expiresAt, now)) throw new RefusedKey({ name, teamId: member.teamId });
  return {
    kind: 'account',
    ...membershipOf(member),
    accountId: member.accountId,
    scopes: new Set(row.scopes.split(' ') as Scope[]),
    websiteId,
    segmentId,
    key: { id: row.id, lastUsedAt, expires: expiresAt !== null },
    session: null,
    opens: opensNothing,
  };
}

/** The shared link that the viewer uses; null without one, and before its password is given. */
export function openLink(viewer: Viewer): SharedLink | null {
  return viewer.kind === 'anonymous' && viewer.link?.isOpen ? viewer.link.row : null;
}

/** The segment under which the viewer reads all statistics of a website; null for all hits. */
export function segmentOf(viewer: Viewer, websiteId: number): number | null {
  const limits = viewer.kind === 'anonymous' ? openLink(viewer) : viewer;
  // Other websites, which an API key can read if they are public, have no such limit.
  return limits?.websiteId === websiteId ? limits.segmentId : null;
}

/** Whether there is a website of which the viewer reads all statistics under a segment. */
export function hasSegment(viewer: Viewer): boolean {
  return (viewer.kind === 'anonymous' ? openLink(viewer) : viewer)?.segmentId != null;
}

/**
 * Whether the viewer's key is restricted to one website. Such a key has no access to data of the
 * team or the person.
 */
export function isBound(viewer: Viewer): boolean {
  return viewer.kind === 'account' && viewer.websiteId !== null;
}

/**
 * Whether the viewer is a person with a browser session. Only they may read sessions and the security log.
 */
export function isPerson(
  viewer: Viewer,
): viewer is Extract<Viewer, { kind: 'account' }> & { session: string; accountId: number } {
  return viewer.kind === 'account' && viewer.session !== null;
}
