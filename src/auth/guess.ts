import type { Account } from '../generated/prisma/client.ts';
import { TooManyAttempts } from './attempts.ts';
import type { AuthContext } from './context.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { recordStranger, sayUnknown } from './securityLog.ts';
import { hashClientOf } from './viewer.ts';

/** The lock that an account's password opens. */
export const accountLock = (email: string) => `account ${email}`;
/** The lock that a statistics page's password opens. */
export const pageLock = (trackingId: string) => `website ${trackingId}`;
/** The lock that the password of a shared link opens. */
export const linkLock = (id: number) => `link ${id}`;

/**
 * Checks a password, as one attempt at a lock.
 * @param passwordHash null if there is no such password; no password is then correct.
 * @param device id of the device that makes the attempt, if it is known without a cookie, for example a
 *   session.
 * @throws TooManyAttempts; AppError `too_many_requests` if too many passwords wait for hashing.
 */
export async function guessPassword(
  lock: string,
  { passwordHash, password }: { passwordHash: string | null; password: string },
  context: AuthContext,
  device?: string,
): Promise<boolean> {
  const { attempts, hashing, address, viewer } = context;
  const known = device ?? (await deviceFor(lock, context));
  const client =
    known === null ? hashClientOf(viewer, address) : { client: `device ${known}`, trusted: true };
  const check = async () => ((await hashing.verify(passwordHash, password, client)) ? true : null);
  return (await attempts.guess(lock, { address, device: known }, check)) ?? false;
}

/**
 * Checks the password with which a client wants to log in. The security log of the account has the failures.
 * @param account null if the email address has none; no password is then correct.
 * @throws as `guessPassword`.
 */
export async function guessLogin(
  email: string,
  account: Account | null,
  password: string,
  context: AuthContext,
): Promise<boolean> {
  const passwordHash = account?.passwordHash ?? null;
  const right = await guessPassword(accountLock(email), { passwordHash, password }, context).catch(
    (error: unknown) => {
      if (account && error instanceof TooManyAttempts && error.first)
        recordStranger(context, { kind: 'locked_out', accountId: account.id });
      throw error;
    },
  );
  if (account && !right) recordStranger(context, { kind: 'login_failed', accountId: account.id });
  if (!account) sayUnknown(context, 'login_failed');
  return right;
}

/** Returns the id of the request's browser if it has opened the lock before, otherwise null. */
export async function deviceFor(lock: string, { cookies, signer, now }: AuthContext): Promise<string | null> {
  const devices = cookies.devices();
  return devices === '' ? null : knownDevice(devices, lock, await signer(), now());
}

/** Sets the device cookie, so that the request's browser is known for the lock. */
export async function rememberFor(lock: string, context: AuthContext): Promise<void> {
  const { cookies, signer } = context;
  cookies.remember(rememberDevice(cookies.devices(), lock, await signer(), context));
}
