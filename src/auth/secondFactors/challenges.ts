import { timingSafeEqual } from 'node:crypto';
import type { AuthContext } from '../context.ts';
import type { Signer } from '../signer.ts';

/** How long a browser may take to answer a challenge. */
export const CHALLENGE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;

/** A cookie value: the challenge, the time of its issue in Unix milliseconds, and the signature. */
const COOKIE = /^([\w-]{43})\.(\d{1,15})\.([0-9a-f]{64})$/;

/** A challenge that the browser of the request may answer. */
export interface Challenge {
  /** 32 random bytes in base64url. */
  challenge: string;
  issuedAt: Date;
}

const signature = (signer: Signer, purpose: string, challenge: string, issuedAt: string) =>
  signer.sign('challenge', `${challenge} ${issuedAt} ${purpose}`);

/**
 * Creates a challenge for the browser of the request, in a signed cookie. The server stores nothing, so any
 * number of clients can ask, and any instance can check the answer.
 * @param purpose what the answer is good for, with the account or session if one is known.
 * @returns the challenge, in base64url.
 */
export async function issueChallenge(
  purpose: string,
  { cookies, now, random, signer }: AuthContext,
): Promise<string> {
  const challenge = Buffer.from(random(CHALLENGE_BYTES)).toString('base64url');
  const issuedAt = String(now());
  cookies.challenge(`${challenge}.${issuedAt}.${signature(await signer(), purpose, challenge, issuedAt)}`);
  return challenge;
}

/**
 * Returns the challenge of the request's browser, and deletes its cookie.
 * @returns null if there is none with this purpose, or it has expired.
 */
export async function takeChallenge(
  purpose: string,
  { cookies, now, signer }: AuthContext,
): Promise<Challenge | null> {
  const [, challenge, issuedAt, given] = COOKIE.exec(cookies.givenChallenge()) ?? [];
  if (!challenge || !issuedAt || !given) return null;
  cookies.challenge(null);
  const age = now() - Number(issuedAt);
  if (!(age >= 0 && age < CHALLENGE_MS)) return null;
  const right = signature(await signer(), purpose, challenge, issuedAt);
  return timingSafeEqual(Buffer.from(right), Buffer.from(given))
    ? { challenge, issuedAt: new Date(Number(issuedAt)) }
    : null;
}
