import { createHash } from 'node:crypto';
import type { Cache } from '../cache.ts';
import { AppError, notFound, unauthenticated } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { limitKey } from '../validation/address.ts';
import type { Requester } from './hashing.ts';

/** What an API key may be allowed. */
export const SCOPES = ['websites:read', 'websites:write', 'stats:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** Values of `privacy`, as integers in REST and by these names in GraphQL. */
export const PRIVACY = { public: 0, private: 1, password: 2 } as const;
export type PrivacyValue = (typeof PRIVACY)[keyof typeof PRIVACY];

/** What decides who may see a website. */
export type Guarded = Pick<Website, 'id' | 'accountId' | 'trackingId' | 'privacy' | 'passwordHash'>;

/** Whether somebody was shown a website by its password (grants.ts). */
interface Opening {
  opens: (website: Guarded) => boolean;
}

/** Who asks. */
export type Viewer = (
  | { kind: 'anonymous' }
  | {
      kind: 'account';
      accountId: number;
      scopes: ReadonlySet<Scope>;
      /** Where set, the only website that the key reaches. */
      websiteId: number | null;
      /** The API key that was shown; null where the account acts otherwise (the command line). */
      key: { id: number; lastUsedAt: Date | null; expires: boolean } | null;
      /** Id of the session of a person at a browser; null for anybody else. */
      session: string | null;
    }
) &
  Opening;

/** For whom a signed-in viewer's passwords are hashed; strangers are known by their address. */
export function requesterOf(viewer: Viewer, address: string): Requester {
  if (viewer.kind === 'anonymous') return { client: limitKey(address), trusted: false };
  const client = viewer.session ?? (viewer.key ? `key ${viewer.key.id}` : '');
  return { client, trusted: true };
}

export const opensNothing = () => false;

export const anonymous: Viewer = { kind: 'anonymous', opens: opensNothing };

/** SHA-256 of an API key, in hexadecimal: what the database knows of it. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * The viewer behind an `Authorization` header.
 * @param header undefined where there was none: then the viewer is anonymous.
 * @throws AppError `unauthenticated` for anything but a valid, unexpired, unrevoked key.
 */
export async function authenticate(
  header: string | undefined,
  cache: Pick<Cache, 'apiKeys'>,
  now: number,
): Promise<Viewer> {
  if (header === undefined) return anonymous;
  const key = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (!key) throw unauthenticated();
  const [row] = await cache.apiKeys([hashKey(key)]);
  if (!row || row.revokedAt || (row.expiresAt && row.expiresAt.getTime() <= now)) throw unauthenticated();
  return {
    kind: 'account',
    accountId: row.accountId,
    scopes: new Set(row.scopes.split(' ') as Scope[]),
    websiteId: row.websiteId,
    key: { id: row.id, lastUsedAt: row.lastUsedAt, expires: row.expiresAt !== null },
    session: null,
    opens: opensNothing,
  };
}

type AccountViewer = Extract<Viewer, { kind: 'account' }>;

/**
 * The viewer, known to be an account with that scope.
 * @throws AppError `unauthenticated` or `forbidden`.
 */
export function requireScope(viewer: Viewer, scope: Scope): AccountViewer {
  if (viewer.kind === 'anonymous') throw unauthenticated();
  if (!viewer.scopes.has(scope)) throw new AppError('forbidden', `The API key lacks the scope ${scope}.`);
  return viewer;
}

/** The same for a viewer with at least one of the scopes. */
export function requireAnyScope(viewer: Viewer, scopes: [Scope, ...Scope[]]): AccountViewer {
  const held = scopes.find((scope) => viewer.kind === 'account' && viewer.scopes.has(scope));
  return requireScope(viewer, held ?? scopes[0]);
}

/** Whether the viewer owns the website, and its key has the scope. */
export function ownsWith(viewer: Viewer, website: Pick<Website, 'id' | 'accountId'>, scope: Scope): boolean {
  return owns(viewer, website) && viewer.kind === 'account' && viewer.scopes.has(scope);
}

/** Whether the viewer's key reaches one website only: then its account's own data is not for it. */
export function isBound(viewer: Viewer): boolean {
  return viewer.kind === 'account' && viewer.websiteId !== null;
}

/** Whether the website belongs to the viewer, and the viewer's key reaches it. */
export function owns(viewer: Viewer, website: Pick<Website, 'id' | 'accountId'>): boolean {
  return (
    viewer.kind === 'account' &&
    viewer.accountId === website.accountId &&
    (viewer.websiteId === null || viewer.websiteId === website.id)
  );
}

/**
 * The website, known to be the viewer's own.
 * @throws AppError `not_found` also for a website of another account: its existence is nobody's business.
 */
export function requireOwned(viewer: Viewer, website: Website | null): Website {
  if (!website || !owns(viewer, website)) throw notFound();
  return website;
}

/** Whether the viewer may see the website as anybody may: where it is public, or by the password that was given. */
export function isShown(viewer: Viewer, website: Guarded): boolean {
  return website.privacy === PRIVACY.public || viewer.opens(website);
}

/** Whether the viewer may see that the website exists: its owner always, others where it is shown to them. */
export function maySee(viewer: Viewer, website: Guarded): boolean {
  return isShown(viewer, website) || owns(viewer, website);
}

/**
 * Lets pass who may read the website's statistics: whom it is shown to, and its owner.
 * @throws AppError `not_found` to strangers, `forbidden` to an owner's key without the scope.
 */
export function requireStats(viewer: Viewer, website: Guarded): void {
  if (isShown(viewer, website)) return;
  if (!owns(viewer, website)) throw notFound();
  requireScope(viewer, 'stats:read');
}
