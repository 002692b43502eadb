import { z } from 'zod';
import type { Transaction } from '../db/database.ts';
import { AppError, type FieldErrors, invalid, notFound, unauthenticated } from '../errors.ts';
import type { Account, ApiKey, Member } from '../generated/prisma/client.ts';
import { isOver } from '../validation/expiry.ts';
import { nameRule } from '../validation/nameRule.ts';
import { checkInput, oneOf, optional } from '../validation/rules.ts';
import { accountByEmail } from './accounts.ts';
import { requireConfirmation } from './confirmation.ts';
import type { AuthContext, AuthDeps } from './context.ts';
import { can, canForTeam, requireForTeam, type TeamViewer } from './permissions.ts';
import { audited } from './securityLog.ts';
import { hashKey, opensNothing, SCOPES, type Scope, type Viewer } from './viewer.ts';

const KEY_BYTES = 32;
/** Maximum number of API keys of a member. New keys replace revoked and expired ones. */
export const MAX_KEYS = 100;

const keySchema = z.object({
  name: nameRule,
  scopes: optional(z.array(oneOf(SCOPES)).min(1, 'Must contain at least one scope.')),
  website_id: optional(z.number().int()),
  segment_id: optional(z.number().int()),
  expires_at: optional(z.date({ error: 'Must be a date or time, for example 2027-01-01.' })),
});

/**
 * Returns the viewer if it may manage the API keys of its team. A restricted key may manage none: it could
 * create a key with more rights or a later expiry than its own.
 * @throws AppError `unauthenticated` or `forbidden`.
 */
function keyManager(viewer: Viewer): TeamViewer {
  if (viewer.kind === 'anonymous') throw unauthenticated();
  if (isRestricted(viewer)) {
    throw new AppError(
      'forbidden',
      'Only an API key with all scopes, access to all websites and no expiry can manage API keys.',
    );
  }
  return requireForTeam(viewer, 'administer');
}

const isRestricted = ({ websiteId, key, scopes }: Extract<Viewer, { kind: 'account' }>): boolean =>
  websiteId !== null || Boolean(key?.expires) || WEBSITE_SCOPES.some((scope) => !scopes.has(scope));

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
  const { teamId, memberId: ownId, scopes: own } = keyManager(context.viewer);
  const { data, fields } = checkInput(keySchema, args);
  const wrong = { ...fields };
  const { website_id: websiteId, expires_at: expiresAt } = args as Given;
  const isForeign = typeof websiteId === 'number' && !(await ownsWebsite(websiteId, context));
  if (isForeign) wrong.website_id = ['Must be the id of a website of the team.'];
  const ofSegment = await segmentErrors(args as Given, isForeign, context);
  Object.assign(wrong, scopeErrors(args as Given, own), ofSegment);
  if (expiresAt instanceof Date && isOver(expiresAt, context.now()))
    wrong.expires_at = ['Must be in the future.'];
  if (!data || Object.keys(wrong).length > 0) throw invalid(wrong);
  await requireConfirmation(context);

  const key = `ff_${Buffer.from(context.random(KEY_BYTES)).toString('base64url')}`;
  const apiKey = await audited(context, async (tx, record) => {
    record({ kind: 'api_key_created', teamId, subject: data.name });
    const memberId = ownId ?? (await firstOwner(tx, teamId)).id;
    await makeRoom(tx, memberId, context.now());
    const { website_id: websiteId = null, segment_id: segmentId = null } = data;
    // It may have been deleted since it was checked.
    if (segmentId !== null && !(await tx.segment.findUnique({ where: { id: segmentId } })))
      throw invalid({ segment_id: [NO_SEGMENT] });
    return tx.apiKey.create({
      data: {
        memberId,
        name: data.name,
        hash: hashKey(key),
        scopes: (data.scopes ?? defaultScopes(own, websiteId, segmentId)).join(' '),
        websiteId,
        segmentId,
        expiresAt: data.expires_at ?? null,
        createdAt: new Date(context.now()),
      },
    });
  });
  context.loaders.apiKeys.clear(teamId);
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

/** The scopes of a key that is restricted to a website. */
const WEBSITE_SCOPES = SCOPES.filter((scope) => scope !== 'members:write');

/**
 * A key that is limited to a segment cannot change the website: it could make the statistics public, or
 * change the segment.
 */
const SEGMENT_SCOPES = WEBSITE_SCOPES.filter((scope) => scope !== 'websites:write');

/** All scopes that the key can have, of those of its creator. */
function defaultScopes(
  own: ReadonlySet<Scope>,
  websiteId: number | null,
  segmentId: number | null,
): readonly Scope[] {
  if (segmentId !== null) return SEGMENT_SCOPES;
  return (websiteId === null ? SCOPES : WEBSITE_SCOPES).filter((scope) => own.has(scope));
}

function scopeErrors({ scopes, website_id: websiteId }: Given, own: ReadonlySet<Scope>): FieldErrors {
  if (!Array.isArray(scopes)) return {};
  const missing = SCOPES.filter((scope) => scopes.includes(scope) && !own.has(scope));
  if (missing.length > 0)
    return { scopes: [`Must not contain ${missing.join(', ')}, which your API key lacks.`] };
  return websiteId != null && scopes.includes('members:write')
    ? { scopes: ['Must not contain members:write for an API key that is restricted to one website.'] }
    : {};
}

/**
 * Returns the errors of a limit to a segment.
 * @param isForeign whether the website is not the team's. Its segments are then not revealed.
 */
async function segmentErrors(
  { scopes, website_id: websiteId, segment_id: segmentId }: Given,
  isForeign: boolean,
  { loaders }: AuthContext,
): Promise<FieldErrors> {
  if (typeof segmentId !== 'number') return {};
  const errors: FieldErrors = {};
  if (websiteId == null) errors.website_id = ['Is required for an API key that is limited to a segment.'];
  else if (!isForeign && (await loaders.rows.Segment.load(segmentId))?.websiteId !== websiteId)
    errors.segment_id = [NO_SEGMENT];
  if (Array.isArray(scopes) && scopes.includes('websites:write'))
    errors.scopes = ['Must not contain websites:write for an API key that is limited to a segment.'];
  return errors;
}

/** The first owner of a team, to whom keys belong that the command line creates for nobody in particular. */
const firstOwner = (tx: Transaction, teamId: number): Promise<Member> =>
  tx.member.findFirstOrThrow({
    where: { teamId, role: 'owner', accountId: { not: null } },
    orderBy: { id: 'asc' },
  });

/**
 * Deletes as many of a member's oldest revoked and expired keys as one more key needs.
 * @throws AppError `invalid` if too many keys are valid.
 */
async function makeRoom(tx: Transaction, memberId: number, now: number): Promise<void> {
  const keys = await tx.apiKey.findMany({
    where: { memberId },
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
      name: [`You already have the maximum of ${MAX_KEYS} valid API keys. Revoke one of them.`],
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
 * Revokes a key of the viewer's team, with immediate effect. Does nothing if it is revoked already.
 * @throws AppError `not_found`, `unauthenticated`, `forbidden`.
 */
export async function revokeApiKey(id: number, context: AuthContext): Promise<ApiKey> {
  const { teamId } = keyManager(context.viewer);
  context.loaders.apiKeys.clear(teamId);
  return audited(context, async (tx, record) => {
    const row = await tx.apiKey.findFirst({ where: { id, member: { teamId } } });
    if (!row) throw notFound();
    if (row.revokedAt) return row;
    record({ kind: 'api_key_revoked', teamId, subject: row.name });
    return tx.apiKey.update({ where: { id }, data: { revokedAt: new Date(context.now()) } });
  });
}

/**
 * Lists all keys of the viewer's team, including revoked ones, oldest first.
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function listApiKeys(context: AuthContext): Promise<ApiKey[]> {
  return context.loaders.apiKeys.load(keyManager(context.viewer).teamId);
}

/** Returns a key of the viewer's team; null if it has none with the id, or the viewer may not manage keys. */
export async function visibleApiKey(id: number, context: AuthContext): Promise<ApiKey | null> {
  const { viewer } = context;
  if (viewer.kind === 'anonymous' || isRestricted(viewer) || !canForTeam(viewer, 'administer')) return null;
  return (await listApiKeys(context)).find((key) => key.id === id) ?? null;
}

/**
 * Returns an API key by its id as a person entered it, revoked or not. For the command line.
 * @throws AppError `invalid` if there is none.
 */
export async function findApiKey(
  id: string,
  { db }: Pick<AuthDeps, 'db'>,
): Promise<ApiKey & { member: Member }> {
  const include = { member: true };
  const row =
    /^\d{1,9}$/.test(id) && (await db.read.apiKey.findUnique({ where: { id: Number(id) }, include }));
  if (row) return row;
  throw invalid({ id: ['There is no API key with this id. List them with `footfall api-key list`.'] });
}

/** Lists all keys, or those of one person, with their members, oldest first. For the command line. */
export async function listAllApiKeys(
  email: string | undefined,
  deps: Pick<AuthDeps, 'db'>,
): Promise<(ApiKey & { member: Member & { account: Account | null } })[]> {
  const where = email === undefined ? {} : { member: { accountId: (await accountByEmail(email, deps)).id } };
  const include = { member: { include: { account: true } } };
  return deps.db.read.apiKey.findMany({ where, include, orderBy: { id: 'asc' } });
}

/**
 * The viewer of the command line: an owner of a team.
 * @param memberId the member to whom new API keys belong; by default the first owner.
 */
export function operator(teamId: number, memberId: number | null = null): Viewer {
  return {
    kind: 'account',
    teamId,
    blockedTeamId: null,
    memberId,
    role: 'owner',
    websites: null,
    accountId: null,
    scopes: new Set(SCOPES),
    websiteId: null,
    segmentId: null,
    key: null,
    session: null,
    opens: opensNothing,
  };
}
