import { forgetWebsite } from '../auth/members/members.ts';
import { authorize, requireForTeam, requireScope } from '../auth/permissions.ts';
import { audited, type SecurityEvent } from '../auth/securityLog.ts';
import { hashClientOf, PRIVACY } from '../auth/viewer.ts';
import type { Reader, Transaction } from '../db/database.ts';
import { invalid } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { WebsiteContext } from './context.ts';
import { deleteStatistics } from './deletion.ts';
import { createInput, updateInput } from './input.ts';
import { noteChange } from './noteChange.ts';
import { DEFAULTS, settingColumns } from './settings.ts';

/** Maximum number of websites of a team. */
const MAX_WEBSITES = 10_000;
const TOO_MANY = `The team already has the maximum of ${MAX_WEBSITES} websites. Delete one first.`;

/**
 * Registers a website.
 * @param args the writable fields of the REST API; unchecked.
 * @throws AppError `invalid`; `unauthenticated`; `forbidden` for a role or a key that may not.
 */
export async function createWebsite(args: object, context: WebsiteContext): Promise<Website> {
  const viewer = requireForTeam(context.viewer, 'createWebsite');
  const stored = { hasPassword: false, privacy: PRIVACY.private, domain: null };
  const { url, password, ...input } = await createInput(args, {
    ...stored,
    isTaken: (domain) => isTaken(context.db.read, viewer.teamId, domain),
  });
  const passwordHash = password ? await hashPassword(password, context) : null;
  const now = new Date(context.now());

  const website = await audited(context, async (tx, record) => {
    record({ kind: 'website_created', teamId: viewer.teamId, subject: url.domain });
    if ((await tx.website.count({ where: { teamId: viewer.teamId } })) >= MAX_WEBSITES)
      throw invalid({ url: [TOO_MANY] });
    // Validated again inside the transaction: another request may have registered the domain meanwhile.
    await createInput(args, { ...stored, isTaken: (domain) => isTaken(tx, viewer.teamId, domain) });
    const created = await tx.website.create({
      data: {
        ...url,
        teamId: viewer.teamId,
        ...DEFAULTS,
        ...settingColumns(input),
        passwordHash,
        emailSince: now,
        trackingId: Buffer.from(context.random(9)).toString('hex'),
        createdAt: now,
        updatedAt: now,
      },
    });
    await noteChange(tx, created.id, [created.domain]);
    return created;
  });
  context.websiteChanged();
  return website;
}

/**
 * Changes the fields that are given, and leaves the others unchanged.
 * @param args the writable fields of the REST API; unchecked.
 * @throws AppError as `createWebsite`, and `not_found`.
 */
export async function updateWebsite(id: number, args: object, context: WebsiteContext): Promise<Website> {
  const viewer = requireScope(context.viewer, 'websites:write');
  const check = (before: Website, db: Reader) =>
    updateInput(args, {
      hasPassword: before.passwordHash !== null,
      privacy: before.privacy,
      domain: before.domain,
      isTaken: (domain) => isTaken(db, viewer.teamId, domain, id),
    });
  const known = authorize(viewer, 'change', await context.loaders.website.load(id));
  const { url, password, ...input } = await check(known, context.db.read);
  const passwordHash = password ? await hashPassword(password, context) : password;

  const website = await audited(context, async (tx, record) => {
    const before = authorize(viewer, 'change', await tx.website.findUnique({ where: { id } }));
    await check(before, tx);
    for (const event of privacyEvents(before, input.privacy, passwordHash)) record(event);
    const now = new Date(context.now());
    const changed = await tx.website.update({
      where: { id },
      data: {
        ...url,
        ...settingColumns(input),
        ...(passwordHash !== undefined && { passwordHash }),
        ...(requestsReportsAnew(before, input) && { emailSince: now }),
        updatedAt: now,
      },
    });
    await noteChange(tx, id, [before.domain, changed.domain]);
    return changed;
  });
  context.loaders.website.clear(id).prime(id, website);
  context.websiteChanged();
  return website;
}

function hashPassword(password: string, { hashing, viewer, address }: WebsiteContext): Promise<string> {
  return hashing.hash(password, hashClientOf(viewer, address));
}

const NAMES = Object.fromEntries(Object.entries(PRIVACY).map(([name, value]) => [value, name]));

/** Returns the security events of a change. A field that is undefined does not change. */
function privacyEvents(
  { teamId, domain: subject, privacy: before }: Website,
  privacy: number | undefined,
  passwordHash: string | null | undefined,
): SecurityEvent[] {
  const events: SecurityEvent[] = [];
  if (privacy !== undefined && privacy !== before) {
    const detail = `${NAMES[before]} → ${NAMES[privacy]}`;
    events.push({ kind: 'privacy_changed', teamId, subject, detail });
  }
  if (passwordHash !== undefined) events.push({ kind: 'page_password_changed', teamId, subject });
  return events;
}

/** Whether email reports start, or change their schedule. Reports that were due before are then not sent. */
function requestsReportsAnew(
  before: Website,
  {
    email = before.email,
    email_every: every = before.emailEvery,
  }: { email?: boolean | undefined; email_every?: string | undefined },
): boolean {
  return email && (!before.email || every !== before.emailEvery);
}

/**
 * Deletes a website and all of its statistics: at once for every reader. The rows of a large one are then
 * deleted in the background (deletion.ts).
 * @returns the website before its deletion.
 */
export async function deleteWebsite(id: number, context: WebsiteContext): Promise<Website> {
  requireScope(context.viewer, 'websites:write');
  const website = await audited(context, async (tx, record) => {
    const before = authorize(context.viewer, 'delete', await tx.website.findUnique({ where: { id } }));
    await lockForDeletion(tx, id);
    await tx.website.delete({ where: { id } });
    await noteChange(tx, id, [before.domain]);
    record({ kind: 'website_deleted', teamId: before.teamId, subject: before.domain });
    await forgetWebsite(tx, before.teamId, id);
    await deleteStatistics(tx, id);
    return before;
  });
  context.loaders.website.clear(id);
  context.websiteChanged();
  context.deletion?.start();
  return website;
}

/** Waits for the batch that is storing hits of the website, and makes later ones drop theirs. */
async function lockForDeletion(tx: Transaction, websiteId: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "WebsiteLock" ("websiteId", "deleted") VALUES (${websiteId}, TRUE)
    ON CONFLICT ("websiteId") DO UPDATE SET "deleted" = TRUE`;
}

/** Whether a website of the team, other than the website `id`, has the domain. */
async function isTaken(db: Reader, teamId: number, domain: string, id?: number): Promise<boolean> {
  const other = await db.website.findUnique({ where: { teamId_domain: { teamId, domain } } });
  return other !== null && other.id !== id;
}
