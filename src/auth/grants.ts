import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { invalid } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { parseInput, required, text } from '../validation/rules.ts';
import { TooManyAttempts } from './attempts.ts';
import type { AuthContext } from './context.ts';
import { guessPassword, pageLock, rememberFor } from './guess.ts';
import { can, isBlocked } from './permissions.ts';
import { recordStranger, sayOnly } from './securityLog.ts';
import type { Signer } from './signer.ts';
import { PRIVACY } from './viewer.ts';

/** How long a statistics page stays open after its password was given. */
export const GRANT_MS = 24 * 3_600_000;

type Guarded = Pick<Website, 'trackingId' | 'privacy' | 'passwordHash'>;

/** Signs the password hash, too: a change or removal of the password invalidates earlier grants. */
const signature = (signer: Signer, { trackingId, passwordHash }: Guarded, until: number) =>
  signer.sign('grant', `${trackingId} ${until} ${passwordHash}`);

/** Creates a grant, the proof that the password was given: its expiry and its signature. */
function createGrant(signer: Signer, website: Guarded, now: number): string {
  const until = now + GRANT_MS;
  return `${until}.${signature(signer, website, until)}`;
}

/** Whether a grant gives access to a website's statistics now. */
export function isGranted(grant: string, website: Guarded, signer: Signer, now: number): boolean {
  const [, until, given] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(grant) ?? [];
  if (!until || !given || website.privacy !== PRIVACY.password || Number(until) <= now) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(signer, website, Number(until))));
}

/**
 * Access to the statistics page of a website: open, after its password is given, after the session got the
 * second factor that the team requires, or none.
 */
export type StatisticsAccess = 'open' | 'password' | 'second_factor' | 'none';

/**
 * Returns the viewer's access to the statistics page with a tracking id. It is `none` both for a private page
 * and for one that does not exist. With a shared link, it is also `none` if the link has expired or is for
 * another page.
 */
export async function statisticsAccess(trackingId: string, context: AuthContext): Promise<StatisticsAccess> {
  const website = await context.loaders.websiteByTrackingId.load(trackingId);
  if (!website) return 'none';
  const { viewer } = context;
  if (can(viewer, 'see', website)) return 'open';
  if (viewer.kind === 'anonymous' && viewer.link)
    return viewer.link.row?.websiteId === website.id ? 'password' : 'none';
  if (website.privacy === PRIVACY.password && website.passwordHash !== null) return 'password';
  return isBlocked(viewer, website) ? 'second_factor' : 'none';
}

const schema = z.object({ tracking_id: required(text(64)), password: required(text(128)) });

/**
 * Checks the password of a statistics page, and gives the browser access to it for a day.
 * @param args `tracking_id`, `password`; unchecked.
 * @throws AppError `invalid`, on `tracking_id` if no page with a password has it; `too_many_requests`.
 */
export async function unlockStatistics(args: object, context: AuthContext): Promise<Website> {
  const { tracking_id: trackingId, password } = parseInput(schema, args);
  const website = await context.loaders.websiteByTrackingId.load(trackingId);
  const hash = website?.privacy === PRIVACY.password ? website.passwordHash : null;
  if (!website || hash === null)
    throw invalid({ tracking_id: ['No statistics page with a password has this tracking id.'] });
  const lock = pageLock(trackingId);
  const right = await guessPassword(lock, { passwordHash: hash, password }, context).catch((error) => {
    const { teamId, domain: subject } = website;
    if (error instanceof TooManyAttempts && error.first)
      recordStranger(context, { kind: 'page_locked_out', teamId, subject });
    throw error;
  });
  sayOnly(context, right ? 'page_opened' : 'page_password_wrong', {
    teamId: website.teamId,
    subject: website.domain,
  });
  if (!right) throw invalid({ password: ['The password is wrong.'] });
  const grant = createGrant(await context.signer(), website, context.now());
  context.cookies.grant(trackingId, grant);
  await rememberFor(lock, context);
  const { viewer } = context;
  // The viewer also has access in the rest of this operation.
  context.viewer = { ...viewer, opens: (other) => other.id === website.id || viewer.opens(other) };
  return website;
}
