import { AppError } from '../../errors.ts';
import type { Account, Identity } from '../../generated/prisma/client.ts';
import type { IdentityProvider } from '../../validation/identityProviders.ts';
import type { Role } from '../../validation/roles.ts';
import { addAccount, NO_PASSWORD } from '../accounts.ts';
import { TooManyAttempts } from '../attempts.ts';
import { setConfirmed } from '../confirmation.ts';
import type { AuthContext } from '../context.ts';
import { findInvitation, join } from '../members/invitations.ts';
import { notify } from '../secondFactors/manage.ts';
import { audited, originOf, recordEvent, sayOnly, sayUnknown } from '../securityLog.ts';
import { startSession } from '../sessions.ts';
import { isPerson } from '../viewer.ts';
import { type SignOnAttempt, type SignOnPurpose, takeAttempt } from './attempt.ts';
import { identify } from './identify.ts';
import { addIdentity, findIdentity } from './identities.ts';
import { addMember, followGroups, type Joining, teamOf } from './membership.ts';
import { type ProvidedPerson, roleOfDomain, roleOfGroups } from './person.ts';
import { SignOnError } from './problems.ts';

/** What was done, as the page shows it (`signOn.…`). A login needs no message. */
const DONE = { log_in: null, link: 'linked', confirm: 'confirmed' } as const;

/** The end of a login with an identity provider. */
interface Answer {
  provider: IdentityProvider;
  person: ProvidedPerson;
  attempt: SignOnAttempt;
}

/**
 * Finishes a login when the provider sends the person back.
 * @param id the provider of the callback's address.
 * @param search the query of the callback's address, with what the provider says.
 * @returns the path of the page to show next, which says what happened by a short code (`sign_on`).
 */
export async function finishSingleSignOn(id: string, search: string, context: AuthContext): Promise<string> {
  const attempt = await takeAttempt(context);
  const provider = context.config.identityProviders.find((one) => one.id === id);
  try {
    if (!provider) throw new SignOnError('expired', 'unknown provider');
    if (attempt?.provider !== id) throw new SignOnError('expired', 'not started in this browser');
    requireSession(attempt, context);
    const person = await identify(provider, search, attempt, context);
    await FINISH[attempt.purpose]({ provider, person, attempt }, context);
    return pathAfter(attempt, DONE[attempt.purpose], context);
  } catch (error) {
    const { problem, message: reason } = toProblem(error);
    sayUnknown(context, 'single_sign_on_failed', { provider: provider?.id ?? '', reason });
    return pathAfter(attempt, problem, context);
  }
}

/** @throws the error itself if it is a defect or a failure of the database. */
function toProblem(error: unknown): SignOnError {
  if (error instanceof SignOnError) return error;
  if (error instanceof TooManyAttempts) return new SignOnError('busy');
  if (error instanceof AppError && error.kind === 'invalid') return new SignOnError('invitation');
  // The session ended since it was checked.
  if (error instanceof AppError && error.kind === 'unauthenticated') return new SignOnError('session');
  throw error;
}

/** Pages of the account area, to which a confirmed session returns. */
const ACCOUNT_AREA = /^\/(account|websites)(?=$|[/?])/;

function pathAfter(attempt: SignOnAttempt | null, code: string | null, { viewer }: AuthContext): string {
  const next = attempt?.next ?? '';
  const withNext = next === '' ? {} : { next };
  if (code === null) return next === '' ? '/websites' : address('/login', withNext);
  // The login page opens only pages of this server.
  if (!isPerson(viewer)) return address('/login', { ...withNext, sign_on: code });
  return address(isInAccountArea(next) ? next : '/account', { sign_on: code });
}

/** Whether a path is of the account area, also after its dots are resolved: `/account/..//evil.example`. */
const isInAccountArea = (next: string) => ACCOUNT_AREA.test(next) && ACCOUNT_AREA.test(address(next, {}));

/** A path with further parameters. */
function address(path: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(path, 'http://localhost');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** @throws SignOnError `session` if the session of the attempt is not that of the request. */
function requireSession({ session }: SignOnAttempt, { viewer }: AuthContext): void {
  if (session !== null && !(isPerson(viewer) && viewer.session === session)) throw new SignOnError('session');
}

const FINISH: Readonly<Record<SignOnPurpose, (answer: Answer, context: AuthContext) => Promise<void>>> = {
  log_in: logInWithIdentity,
  link: linkIdentity,
  confirm: confirmWithIdentity,
};

async function linkIdentity({ provider, person }: Answer, context: AuthContext): Promise<void> {
  const { viewer, now } = context;
  if (!isPerson(viewer)) throw new SignOnError('session');
  const { accountId } = viewer;
  const added = await audited(context, async (tx, record) => {
    const known = await findIdentity(tx, person);
    if (known && known.accountId !== accountId) throw new SignOnError('other_person');
    return known ? null : addIdentity(provider, person, accountId, { tx, record, now: now() });
  });
  if (added) notify(added.account, { kind: 'identity_linked', name: provider.label }, context);
}

async function confirmWithIdentity({ person }: Answer, context: AuthContext): Promise<void> {
  const { viewer, db } = context;
  if (!isPerson(viewer)) throw new SignOnError('session');
  const { accountId } = viewer;
  const identity = await findIdentity(db.read, person);
  if (identity?.accountId !== accountId) {
    await recordEvent(context, { kind: 'confirmation_failed', accountId });
    throw new SignOnError('other_person');
  }
  sayOnly(context, 'single_sign_on_confirmed', { accountId });
  await setConfirmed(context);
}

/** An account with its identity, and how it came. */
interface Found {
  identity: Identity & { account: Account };
  isNew: boolean;
  /** The membership of an invitation that was accepted. */
  member?: number;
}

async function logInWithIdentity(answer: Answer, context: AuthContext): Promise<void> {
  const { provider, attempt } = answer;
  const { identity, isNew, member } = attempt.invitation
    ? await acceptWithIdentity(answer, attempt.invitation, context)
    : await findOrJoin(answer, context);
  const kind = isNew ? 'account_created' : 'logged_in';
  const login = { kind, method: 'oidc', detail: provider.label } as const;
  await startSession(identity.account, login, context, member);
}

/** The origin of changes by a person who has just proved the identity. */
const byPerson = (context: AuthContext) =>
  ({ ...originOf(context), actor: 'browser', accountId: null }) as const;

/** Finds the account of an identity, or creates one if the person may join by itself. */
function findOrJoin({ provider, person }: Omit<Answer, 'attempt'>, context: AuthContext): Promise<Found> {
  return audited(
    context,
    async (tx, record) => {
      const joining = { tx, record, now: context.now() };
      const known = await findIdentity(tx, person);
      const identity = known ?? (await newcomer(provider, person, joining));
      const groupRole = await followGroups(provider, person, identity, joining);
      const data = { groupRole, provider: provider.id, lastUsedAt: new Date(joining.now) };
      await tx.identity.update({ where: { id: identity.id }, data });
      return { identity, isNew: known === null };
    },
    byPerson(context),
  );
}

/** Creates the account of a person who may join by itself. @throws SignOnError */
async function newcomer(
  provider: IdentityProvider,
  person: ProvidedPerson,
  joining: Joining,
): Promise<Found['identity']> {
  const { tx, now } = joining;
  const { email } = person;
  // Whoever has the address at the provider need not be the person of the account. Only the owner of the
  // address learns that there is an account.
  if (email !== null && (await tx.account.findUnique({ where: { email } })))
    throw new SignOnError('not_connected');
  const role: Role | null = roleOfGroups(person, provider) ?? roleOfDomain(person, provider);
  if (role === null) throw new SignOnError('refused');
  // Otherwise, somebody could have an account with the address of another person, and wait for the rights
  // that are given to this address.
  if (email === null) throw new SignOnError('unverified');
  const teamId = await teamOf(provider, tx);
  if (teamId === null) throw new SignOnError('team', 'set OIDC_…_TEAM to the id of a team');
  const account = await addAccount(tx, { email, passwordHash: NO_PASSWORD, language: null }, new Date(now));
  await addMember(teamId, account, role, joining);
  return addIdentity(provider, person, account.id, joining);
}

/** Accepts an invitation with an identity that is unknown, or that of the invited person. */
async function acceptWithIdentity(
  { provider, person }: Answer,
  token: string,
  context: AuthContext,
): Promise<Found> {
  const { now, db } = context;
  const invitation = await findInvitation(token, context);
  const { email } = invitation;
  const known = await findIdentity(db.read, person);
  if (known && known.account.email !== email) throw new SignOnError('other_person');
  const joined = await join(
    invitation,
    async (tx, record) => {
      if (known) return known.account;
      if (await tx.account.findUnique({ where: { email } })) throw new SignOnError('has_account');
      const at = new Date(now());
      const account = await addAccount(tx, { email, passwordHash: NO_PASSWORD, language: null }, at);
      await addIdentity(provider, person, account.id, { tx, record, now: now() });
      return account;
    },
    context,
  );
  const found = await findOrJoin({ provider, person }, context);
  return { ...found, isNew: known === null, member: joined.id };
}
