import { hash } from 'node:crypto';
import type { Rows } from '../db/cachedRows.ts';
import { AppError, unauthenticated } from '../errors.ts';
import type { ApiKey, Session, SharedLink, Website } from '../generated/prisma/client.ts';
import { limitKey } from '../validation/address.ts';
import { isOver } from '../validation/expiry.ts';
import type { HashClient } from './hashing.ts';

/** The scopes of API keys. */
export const SCOPES = ['websites:read', 'websites:write', 'stats:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** Values of `privacy`, as integers in REST and by these names in GraphQL. */
export const PRIVACY = { public: 0, private: 1, password: 2 } as const;
export type PrivacyValue = (typeof PRIVACY)[keyof typeof PRIVACY];

/** The fields of a website that decide who may see it. */
export type Guarded = Pick<Website, 'id' | 'accountId' | 'trackingId' | 'privacy' | 'passwordHash'>;

/** The rows that say who a viewer is, and what the viewer may read. */
export interface ViewerRows {
  /** By the hash of the key. */
  apiKeys: Rows<string, ApiKey>;
  sessions: Rows<string, Session>;
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

/** The sender of a request. */
export type Viewer = (
  | {
      kind: 'anonymous';
      /** Absent for a request without a shared link. */
      link?: LinkOfViewer;
    }
  | {
      kind: 'account';
      accountId: number;
      scopes: ReadonlySet<Scope>;
      /** The only website that the key has access to; null for all of the account's websites. */
      websiteId: number | null;
      /** The segment of that website under which the key reads all statistics; null for all hits. */
      segmentId: number | null;
      /** The API key of the request; null without one, as for a session or the command line. */
      key: { id: number; lastUsedAt: Date | null; expires: boolean } | null;
      /** Id of the browser session; null for other viewers. */
      session: string | null;
    }
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
  readonly key: Pick<ApiKey, 'accountId' | 'name'>;

  constructor(key: Pick<ApiKey, 'accountId' | 'name'>) {
    super('unauthenticated', unauthenticated().message);
    this.key = key;
  }
}

/**
 * Returns the viewer of an API key.
 * @param key null if there is none: the viewer is then anonymous.
 * @throws AppError `unauthenticated` unless the key is valid, neither expired nor revoked.
 */
export async function authenticate(
  key: string | null,
  cache: Pick<ViewerRows, 'apiKeys'>,
  now: number,
): Promise<Viewer> {
  if (key === null) return anonymous;
  const [row] = await cache.apiKeys([hashKey(key)]);
  if (!row) throw unauthenticated();
  if (row.revokedAt || isOver(row.expiresAt, now)) throw new RefusedKey(row);
  return {
    kind: 'account',
    accountId: row.accountId,
    scopes: new Set(row.scopes.split(' ') as Scope[]),
    websiteId: row.websiteId,
    segmentId: row.segmentId,
    key: { id: row.id, lastUsedAt: row.lastUsedAt, expires: row.expiresAt !== null },
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
 * Whether the viewer's key is restricted to one website. Such a key has no access to the account's own data.
 */
export function isBound(viewer: Viewer): boolean {
  return viewer.kind === 'account' && viewer.websiteId !== null;
}
