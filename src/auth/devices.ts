import { timingSafeEqual } from 'node:crypto';
import type { Signer } from './signer.ts';

/** How long a browser stays known after it last gave the right password. */
export const DEVICE_MS = 90 * 86_400_000;
/** So many passwords one browser is known for, the latest first. */
const MAX_ENTRIES = 6;
const ID_BYTES = 8;

/** An entry says that a browser opened a lock before: `id.until.signature`. What the lock is, only the signature knows. */
const ENTRY = /^([0-9a-f]{16})\.(\d{1,15})\.([0-9a-f]{64})$/;

const signature = (signer: Signer, lock: string, id: string, until: string) =>
  signer.sign('device', `${id} ${until} ${lock}`);

/** The entries of a cookie, as it was given; what is none is left out. */
function entriesOf(cookie: string): string[] {
  return cookie.split('~', MAX_ENTRIES).filter((entry) => ENTRY.test(entry));
}

/** The id of the device if the entry says that it opened that lock; null otherwise. */
function idFor(entry: string, lock: string, signer: Signer, now: number): string | null {
  const [, id = '', until = '', given = ''] = ENTRY.exec(entry) ?? [];
  if (Number(until) <= now) return null;
  const right = Buffer.from(signature(signer, lock, id, until));
  return right.length === given.length && timingSafeEqual(right, Buffer.from(given)) ? id : null;
}

/**
 * Whether a browser has opened a lock before ("device cookies"): others' wrong passwords must not lock it out. It gives no access.
 * @param cookie what the browser keeps; empty for none.
 * @returns an id to count its own attempts by; null for an unknown device.
 */
export function knownDevice(cookie: string, lock: string, signer: Signer, now: number): string | null {
  for (const entry of entriesOf(cookie)) {
    const id = idFor(entry, lock, signer, now);
    if (id !== null) return id;
  }
  return null;
}

/**
 * What a browser that just opened a lock is to keep.
 * @param cookie what it keeps so far.
 * @param random as in Deps.
 */
export function rememberDevice(
  cookie: string,
  lock: string,
  signer: Signer,
  { now, random }: { now: () => number; random: (bytes: number) => Uint8Array },
): string {
  const until = String(now() + DEVICE_MS);
  const id = knownDevice(cookie, lock, signer, now()) ?? Buffer.from(random(ID_BYTES)).toString('hex');
  const others = entriesOf(cookie).filter((entry) => idFor(entry, lock, signer, now()) === null);
  return [`${id}.${until}.${signature(signer, lock, id, until)}`, ...others].slice(0, MAX_ENTRIES).join('~');
}
