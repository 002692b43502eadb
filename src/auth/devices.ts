import { timingSafeEqual } from 'node:crypto';
import bowser from 'bowser';
import { DAY_MS } from '../calendar/days.ts';
import type { Signer } from './signer.ts';

/** How long a browser stays known after it last gave the correct password. */
export const DEVICE_MS = 90 * DAY_MS;
/** Maximum number of locks that one browser is known for. The latest come first. */
const MAX_ENTRIES = 6;
const ID_BYTES = 8;

/**
 * A cookie entry, `id.until.signature`: the browser has opened a lock before. A lock is an account or a
 * statistics page with a password. The entry names the lock only in its signature.
 */
const ENTRY = /^([0-9a-f]{16})\.(\d{1,15})\.([0-9a-f]{64})$/;

const signature = (signer: Signer, lock: string, id: string, until: string) =>
  signer.sign('device', `${id} ${until} ${lock}`);

/** Returns the well-formed entries of a cookie, unchanged. Their signatures are not checked. */
function entriesOf(cookie: string): string[] {
  return cookie.split('~', MAX_ENTRIES).filter((entry) => ENTRY.test(entry));
}

/** Returns the device id of an entry that is valid for the lock, otherwise null. */
function idFor(entry: string, lock: string, signer: Signer, now: number): string | null {
  const [, id = '', until = '', given = ''] = ENTRY.exec(entry) ?? [];
  if (Number(until) <= now) return null;
  const right = Buffer.from(signature(signer, lock, id, until));
  return right.length === given.length && timingSafeEqual(right, Buffer.from(given)) ? id : null;
}

/**
 * Recognises a browser that has opened a lock before ("device cookies"). Wrong passwords of other clients
 * must not lock it out. Being known gives no access.
 * @param cookie the value that the browser sent; empty for none.
 * @returns an id by which the browser's own attempts are counted; null for an unknown device.
 */
export function knownDevice(cookie: string, lock: string, signer: Signer, now: number): string | null {
  for (const entry of entriesOf(cookie)) {
    const id = idFor(entry, lock, signer, now);
    if (id !== null) return id;
  }
  return null;
}

/**
 * Returns the new cookie of a browser that has just opened a lock.
 * @param cookie its cookie so far.
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

/** Longer values are truncated before they are parsed. */
const MAX_USER_AGENT = 500;
const MAX_NAME = 40;

/**
 * Returns the browser and the operating system, such as `Firefox on Windows`; empty if neither is known. Much
 * cheaper than the parser for hits, which runs in another thread, and precise enough for people to recognise
 * their own browser.
 */
export function describeDevice(userAgent: string): string {
  if (userAgent.trim() === '') return '';
  const { browser, os } = bowser.parse(userAgent.slice(0, MAX_USER_AGENT));
  return [browser.name, os.name].flatMap((name) => (name ? [name.slice(0, MAX_NAME)] : [])).join(' on ');
}
