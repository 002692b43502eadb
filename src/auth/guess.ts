import type { Context } from '../context.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { requesterOf } from './viewer.ts';

/** What an account's password opens. */
export const accountLock = (email: string) => `account ${email}`;
/** What the password of a statistics page opens. */
export const pageLock = (trackingId: string) => `website ${trackingId}`;

/**
 * Whether a password is right; one attempt at a lock.
 * @param passwordHash null where nothing has that password: then none is right.
 * @param device id of the device that guesses, where it is known otherwise than by the lock, such as a session.
 * @throws TooManyAttempts, also for too many that wait.
 */
export async function guessPassword(
  lock: string,
  { passwordHash, password }: { passwordHash: string | null; password: string },
  context: Context,
  device?: string,
): Promise<boolean> {
  const { attempts, hashing, address, viewer } = context;
  const known = device ?? (await deviceFor(lock, context));
  const requester =
    known === null ? requesterOf(viewer, address) : { client: `device ${known}`, trusted: true };
  const check = async () => ((await hashing.verify(passwordHash, password, requester)) ? true : null);
  return (await attempts.guess(lock, { address, device: known }, check)) ?? false;
}

/** The id of the request's browser if it has opened that lock before; null otherwise. */
async function deviceFor(lock: string, { cookies, signer, now }: Context): Promise<string | null> {
  const devices = cookies.devices();
  return devices === '' ? null : knownDevice(devices, lock, await signer(), now());
}

/** Has the request's browser keep that it opened that lock. */
export async function rememberFor(lock: string, context: Context): Promise<void> {
  const { cookies, signer } = context;
  cookies.remember(rememberDevice(cookies.devices(), lock, await signer(), context));
}
