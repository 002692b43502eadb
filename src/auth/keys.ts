import { z } from 'zod';
import type { Transaction } from '../db/database.ts';
import { AppError, type FieldErrors, invalid, notFound, unauthenticated } from '../errors.ts';
import type { Account, ApiKey } from '../generated/prisma/client.ts';
import { isOver } from '../validation/expiry.ts';
import { nameRule } from '../validation/nameRule.ts';
import { checkInput, oneOf, optional } from '../validation/rules.ts';
import { accountByEmail } from './accounts.ts';
import { requireConfirmation } from './confirmation.ts';
import type { AuthContext, AuthDeps } from './context.ts';
import { can } from './permissions.ts';
import { audited } from './securityLog.ts';
import { hashKey, opensNothing, SCOPES, type Viewer } from './viewer.ts';

const KEY_BYTES = 32;
/** Maximum number of API keys of an account. New keys replace revoked and expired ones. */
export const MAX_KEYS = 100;

const keySchema = z.object({
  name: nameRule,
  scopes: optional(z.array(oneOf(SCOPES)).min(1, 'Must contain at least one scope.')),
  website_id: optional(z.number().int()),
  segment_id: optional(z.number().int()),
  expires_at: optional(z.date({ error: 'Must be a date or time, for example 2027-01-01.' })),
});

/**
 * Returns the account whose keys the viewer may manage. A restricted key may manage none: it could create a
 * key with more rights or a later expiry than its own.
 * @throws AppError `unauthenticated` or `forbidden`.
 */
function keyManager(viewer: Viewer): number {
  if (viewer.kind === 'anonymous') throw unauthenticated();
  const bounded =
    viewer.websiteId !== null || viewer.key?.expires || SCOPES.some((scope) => !viewer.scopes.has(scope));
  if (bounded) {
    throw new AppError(
      'forbidden',
      'Only an API key with all scopes, access to all websites and no expiry can manage API keys.',
    );
  }
  return viewer.accountId;
}

/**
 * Creates an API key: `ff_` and 32 random bytes in base64url.
 * @param args `name`, `scopes` (by default all that the key can have), `website_id`, `segment_id`,
 *   `expires_at`; unchecked.
 * @returns the row, and the key itself, which is not stored.
 * @throws AppError `invalid`, `unauthenticated`, `forbidden`; ConfirmationRequired if the session has not
 *   confirmed its password recently.
 */
export async function createApiKey(
  args: object,
  context: AuthContext,
): Promise<{ apiKey: ApiKey; key: string }> {
  const accountId = keyManager(context.viewer);
  const { data, fields } = checkInput(keySchema, args);
  const wrong = { ...fields };
  const { website_id: websiteId, expires_at: expiresAt } = args as Given;
  if (typeof websiteId === 'number' && !(await ownsWebsite(websiteId, context))) {
    wrong.website_id = ['Must be the id of a website of the account.'];
  }
  Object.assign(wrong, await segmentErrors(args as Given, context));
  if (expiresAt instanceof Date && isOver(expiresAt, context.now()))
    wrong.expires_at = ['Must be in the future.'];
  if (!data || Object.keys(wrong).length > 0) throw invalid(wrong);
  await requireConfirmation(context);

  const key = `ff_${Buffer.from(context.random(KEY_BYTES)).toString('base64url')}`;
  const apiKey = await audited(context, async (tx, record) => {
    record({ kind: 'api_key_created', accountId, subject: data.name });
    await makeRoom(tx, accountId, context.now());
    const segmentId = data.segment_id ?? null;
    // It may have been deleted since it was checked.
    if (segmentId !== null && !(await tx.segment.findUnique({ where: { id: segmentId } })))
      throw invalid({ segment_id: [NO_SEGMENT] });
    return tx.apiKey.create({
      data: {
        accountId,
        name: data.name,
        hash: hashKey(key),
        scopes: (data.scopes ?? defaultScopes(segmentId)).join(' '),
        websiteId: data.website_id ?? null,
        segmentId,
        expiresAt: data.expires_at ?? null,
        createdAt: new Date(context.now()),
      },
    });
  });
  context.loaders.apiKeys.clear(accountId);
  return { apiKey, key };
}

/** The arguments of a new key that depend on others, or on stored rows. */
interface Given {
  scopes?: unknown;
  website_id?: unknown;
  segment_id?: unknown;
  expires_at?: unknown;
}

const NO_SEGMENT = 'Must be the id of a segment of the website.';

/**
 * A key that is limited to a segment cannot change the website: it could make the statistics public, or
 * change the segment.
 */
const SEGMENT_SCOPES = SCOPES.filter((scope) => scope !== 'websites:write');

const defaultScopes = (segmentId: number | null) => (segmentId === null ? SCOPES : SEGMENT_SCOPES);

async function segmentErrors(
  { scopes, website_id: websiteId, segment_id: segmentId }: Given,
  { loaders }: AuthContext,
): Promise<FieldErrors> {
  if (typeof segmentId !== 'number') return {};
  const errors: FieldErrors = {};
  if (websiteId == null) errors.website_id = ['Is required for an API key that is limited to a segment.'];
  else if ((await loaders.rows.Segment.load(segmentId))?.websiteId !== websiteId)
    errors.segment_id = [NO_SEGMENT];
  if (Array.isArray(scopes) && scopes.includes('websites:write'))
    errors.scopes = ['Must not contain websites:write for an API key that is limited to a segment.'];
  return errors;
}

/**
 * Deletes as many of an account's oldest revoked and expired keys as one more key needs.
 * @throws AppError `invalid` if too many keys are valid.
 */
async function makeRoom(tx: Transaction, accountId: number, now: number): Promise<void> {
  const keys = await tx.apiKey.findMany({
    where: { accountId },
    select: { id: true, revokedAt: true, expiresAt: true },
    orderBy: { id: 'asc' },
  });
  const excess = keys.length + 1 - MAX_KEYS;
  if (excess <= 0) return;
  const dead = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= now),
  );
  if (dead.length < excess) {
    throw invalid({
      name: [`The account already has the maximum of ${MAX_KEYS} valid API keys. Revoke one of them.`],
    });
  }
  const ids = dead.slice(0, excess).map(({ id }) => id);
  await tx.apiKey.deleteMany({ where: { id: { in: ids } } });
}

async function ownsWebsite(id: number, { loaders, viewer }: AuthContext): Promise<boolean> {
  const website = await loaders.website.load(id);
  return website !== null && can(viewer, 'own', website);
}

/**
 * Revokes a key of the viewer's account, with immediate effect. Does nothing if it is revoked already.
 * @throws AppError `not_found`, `unauthenticated`, `forbidden`.
 */
export async function revokeApiKey(id: number, context: AuthContext): Promise<ApiKey> {
  const accountId = keyManager(context.viewer);
  context.loaders.apiKeys.clear(accountId);
  return audited(context, async (tx, record) => {
    const row = await tx.apiKey.findUnique({ where: { id } });
    if (row?.accountId !== accountId) throw notFound();
    if (row.revokedAt) return row;
    record({ kind: 'api_key_revoked', accountId, subject: row.name });
    return tx.apiKey.update({ where: { id }, data: { revokedAt: new Date(context.now()) } });
  });
}

/**
 * Lists all keys of the viewer's account, including revoked ones, oldest first.
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function listApiKeys(context: AuthContext): Promise<ApiKey[]> {
  const accountId = keyManager(context.viewer);
  return context.loaders.apiKeys.load(accountId);
}

/**
 * Returns an API key by its id as a person entered it, revoked or not. For the command line.
 * @throws AppError `invalid` if there is none.
 */
export async function findApiKey(id: string, { db }: Pick<AuthDeps, 'db'>): Promise<ApiKey> {
  const row = /^\d{1,9}$/.test(id) && (await db.read.apiKey.findUnique({ where: { id: Number(id) } }));
  if (row) return row;
  throw invalid({ id: ['There is no API key with this id. List them with `footfall api-key list`.'] });
}

/** Lists all keys, or those of one account, with their accounts, oldest first. For the command line. */
export async function listAllApiKeys(
  email: string | undefined,
  deps: Pick<AuthDeps, 'db'>,
): Promise<(ApiKey & { account: Account })[]> {
  const where = email === undefined ? {} : { accountId: (await accountByEmail(email, deps)).id };
  return deps.db.read.apiKey.findMany({ where, include: { account: true }, orderBy: { id: 'asc' } });
}

/** The viewer of the command line: the account without restrictions. */
export function operator(accountId: number): Viewer {
  return {
    kind: 'account',
    accountId,
    scopes: new Set(SCOPES),
    websiteId: null,
    segmentId: null,
    key: null,
    session: null,
    opens: opensNothing,
  };
}
