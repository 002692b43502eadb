import { can, isBlocked, isInReach, lacksFactor } from '../auth/permissions.ts';
import type { Viewer } from '../auth/viewer.ts';
import { AppError } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { Reauthentication } from './context.ts';

/** A viewer who may still read a website. */
export interface Admitted {
  viewer: Viewer;
  /** The rows that decide what the viewer sees: those of the website and of the shared link. */
  basis: readonly unknown[];
}

/**
 * Identifies the viewer of a stream again, and checks that the viewer may still read the website.
 * @param first the viewer who opened the stream.
 * @throws AppError that says why the stream ends.
 */
export async function readmit(
  first: Viewer,
  websiteId: number,
  reauthentication: Reauthentication,
): Promise<Admitted> {
  const viewer = await reauthentication.viewer().catch((error) => {
    if (error instanceof AppError && error.kind === 'unauthenticated') throw keyEnded();
    throw error;
  });
  if (first.kind === 'account' && !isSameMember(first, viewer)) throw sessionEnded();
  const website = await reauthentication.website(websiteId);
  if (first.kind === 'anonymous' && first.link && !isOpenLink(viewer)) throw linkEnded();
  if (!website || !can(viewer, 'readStats', website))
    throw website && isBlocked(viewer, website) ? lacksFactor() : websiteEnded(first, website);
  // A public website stays readable for a member who has lost or gained access to it, with other numbers.
  if (visibilityKey(viewer, websiteId) !== visibilityKey(first, websiteId))
    throw isBlocked(viewer, website) ? lacksFactor() : accessChanged();
  return { viewer, basis: [website, viewer.kind === 'anonymous' ? viewer.link?.row : undefined] };
}

const isSameMember = (first: Viewer & { kind: 'account' }, viewer: Viewer) =>
  viewer.kind === 'account' && viewer.memberId === first.memberId && viewer.session === first.session;

const isOpenLink = (viewer: Viewer) => viewer.kind === 'anonymous' && viewer.link?.isOpen === true;

/**
 * Returns a name that is the same for viewers who see the same numbers of a website that they may read. What
 * only members see depends on the team, on the websites that a member is limited to, and on the limits of an
 * API key; what a shared link shows depends on the link.
 */
export function visibilityKey(viewer: Viewer, websiteId: number): string {
  if (viewer.kind === 'anonymous') return viewer.link?.row ? `link ${viewer.link.row.id}` : 'anyone';
  if (viewer.key) return `key ${viewer.key.id}`;
  return isInReach(viewer, websiteId) ? `team ${viewer.teamId}` : 'anyone';
}

/** The context in which a stream was opened. @throws Error for a command, which opens no streams. */
export function reauthenticationOf<Of extends Reauthentication>({
  reauthentication,
}: {
  reauthentication: Of | null;
}): Of {
  if (!reauthentication) throw new Error('A command cannot open a stream.');
  return reauthentication;
}

const keyEnded = () =>
  new AppError('unauthenticated', 'The API key was revoked or has expired. Use another key.');
const sessionEnded = () => new AppError('unauthenticated', 'The session has ended. Log in again.');
const accessChanged = () =>
  new AppError('forbidden', 'Your access to this website has changed. Load the page again.');
const linkEnded = () =>
  new AppError(
    'not_found',
    'The shared link was revoked, has expired, or has a new password. Ask its owner for the link.',
  );

/** Strangers are not told whether a website that they cannot see any more exists. */
function websiteEnded(first: Viewer, website: Website | null): AppError {
  if (!website && first.kind === 'account') return new AppError('not_found', 'The website was deleted.');
  return new AppError(
    'not_found',
    'The statistics of this website are not open to you any more: they were made private, have a new ' +
      'password, or the website was deleted.',
  );
}
