import { timingSafeEqual } from 'node:crypto';
import type { Signer } from '../auth/signer.ts';
import { AppError } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { ReportContext } from './context.ts';

type Named = Pick<Website, 'trackingId'>;

const signature = (signer: Signer, { trackingId }: Named) => signer.sign('unsubscribe', trackingId);

/**
 * The token in the unsubscribe link of a website's reports. It does not expire, because mails are read late.
 */
export const unsubscribeToken = (website: Named, signer: Signer) =>
  `${website.trackingId}.${signature(signer, website)}`;

/**
 * Returns the website whose reports a token switches off.
 * @throws AppError `not_found` if the token is invalid, or the website no longer exists.
 */
export async function subscription(token: string, context: ReportContext): Promise<Website> {
  const [, trackingId, given] = /^([\w-]{1,64})\.([0-9a-f]{64})$/.exec(token) ?? [];
  const signer = await context.signer();
  const right =
    trackingId !== undefined &&
    given !== undefined &&
    timingSafeEqual(Buffer.from(given), Buffer.from(signature(signer, { trackingId })));
  const website = right ? await context.loaders.websiteByTrackingId.load(trackingId) : null;
  if (!website) throw new AppError('not_found', 'This link is invalid, or the website was deleted.');
  return website;
}

/**
 * Switches off the reports of the website that a token belongs to. Idempotent.
 * @throws AppError as {@link subscription}.
 */
export async function unsubscribe(token: string, context: ReportContext): Promise<Website> {
  const { id } = await subscription(token, context);
  const website = await context.db.write((tx) =>
    tx.website.update({ where: { id }, data: { email: false, updatedAt: new Date(context.now()) } }),
  );
  context.loaders.website.clear(id).prime(id, website);
  context.loaders.websiteByTrackingId.clear(website.trackingId).prime(website.trackingId, website);
  context.websiteChanged();
  return website;
}
