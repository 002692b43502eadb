import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { invalid } from '../errors.ts';
import type { SharedLink } from '../generated/prisma/client.ts';
import { isOver } from '../validation/expiry.ts';
import { parseInput, required, text } from '../validation/rules.ts';
import { TooManyAttempts } from './attempts.ts';
import type { AuthContext } from './context.ts';
import { GRANT_MS } from './grants.ts';
import { guessPassword, linkLock } from './guess.ts';
import { recordStranger, sayOnly } from './securityLog.ts';
import type { Signer } from './signer.ts';
import { type LinkOfViewer, opensNothing, type Viewer, type ViewerRows } from './viewer.ts';

const TOKEN_BYTES = 24;
/** A token in base64url. */
const TOKEN = /^[\w-]{32}$/;
const GRANT = /^(\d{1,15})\.([0-9a-f]{64})$/;

/** What a request sends to use a shared link. */
export interface LinkHeaders {
  token: string;
  /** The proof that the password was given; empty for none. */
  grant: string;
}

/** Creates the token of a new link: 24 random bytes. */
export const newToken = (random: (bytes: number) => Uint8Array): string =>
  Buffer.from(random(TOKEN_BYTES)).toString('base64url');

const isValid = ({ expiresAt }: SharedLink, now: number) => !isOver(expiresAt, now);

/** Signs the password hash, too: a change or removal of the password invalidates earlier grants. */
const signature = (signer: Signer, { id, token, passwordHash }: SharedLink, until: number) =>
  signer.sign('link', `${id} ${token} ${until} ${passwordHash}`);

function isGranted(grant: string, link: SharedLink, signer: Signer, now: number): boolean {
  const [, until, given] = GRANT.exec(grant) ?? [];
  if (!until || !given || Number(until) <= now) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(signer, link, Number(until))));
}

/**
 * Returns the viewer of a request with a shared link. The viewer is anonymous, and sees only what the link
 * shows: nothing if it is unknown or has expired, or while its password is missing.
 */
export async function viewerOfLink(
  { token, grant }: LinkHeaders,
  {
    cache,
    signer,
    now,
  }: { cache: Pick<ViewerRows, 'sharedLinks'>; signer: () => Promise<Signer>; now: number },
): Promise<Viewer> {
  const of = (link: LinkOfViewer): Viewer => ({ kind: 'anonymous', link, opens: opensNothing });
  const [found] = TOKEN.test(token) ? await cache.sharedLinks([token]) : [];
  const row = found && isValid(found, now) ? found : null;
  if (!row) return of({ row, isOpen: false });
  return of({ row, isOpen: row.passwordHash === null || isGranted(grant, row, await signer(), now) });
}

const schema = z.object({ token: required(text(64)), password: required(text(128)) });

/** The proof that the password of a link was given, for the header `Footfall-Link-Grant`. */
export interface LinkGrant {
  grant: string;
  expiresAt: Date;
}

/**
 * Checks the password of a shared link. Sets no cookies, because browsers keep none for a page in a frame of
 * another website.
 * @param args `token`, `password`; unchecked.
 * @throws AppError `invalid`, on `token` if no valid link with a password has it; `too_many_requests`.
 */
export async function unlockSharedLink(args: object, context: AuthContext): Promise<LinkGrant> {
  const { token, password } = parseInput(schema, args);
  const link = TOKEN.test(token)
    ? await context.db.read.sharedLink.findUnique({ where: { token }, include: { website: true } })
    : null;
  if (!link || link.passwordHash === null || !isValid(link, context.now()))
    throw invalid({ token: ['No shared link with a password has this token.'] });
  const { passwordHash, website, name: detail } = link;
  const right = await guessPassword(linkLock(link.id), { passwordHash, password }, context).catch((error) => {
    const { teamId, domain: subject } = website;
    if (error instanceof TooManyAttempts && error.first)
      recordStranger(context, { kind: 'page_locked_out', teamId, subject, detail });
    throw error;
  });
  sayOnly(context, right ? 'page_opened' : 'page_password_wrong', {
    teamId: website.teamId,
    subject: website.domain,
    detail,
  });
  if (!right) throw invalid({ password: ['The password is wrong.'] });
  const until = context.now() + GRANT_MS;
  return {
    grant: `${until}.${signature(await context.signer(), link, until)}`,
    expiresAt: new Date(until),
  };
}
