import { Secret, TOTP } from 'otpauth';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** Steps by which the clock of the app may differ in both directions. */
const DRIFT = 1;

/** The labels that an authenticator app shows. */
interface Labels {
  /** The server, such as `Footfall (stats.example.com)`. */
  issuer: string;
  /** The email address of the account. */
  label: string;
}

const NO_LABELS: Labels = { issuer: '', label: '' };

/** All apps support these parameters, and many support no others. */
const totpOf = (secret: string, { issuer, label }: Labels = NO_LABELS) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });

/** Returns random bytes in the alphabet of base32 (RFC 4648): without 0, 1 and 8, which resemble letters. */
export const randomBase32 = (random: (bytes: number) => Uint8Array, bytes: number): string =>
  new Secret({ buffer: Uint8Array.from(random(bytes)).buffer }).base32;

/** Creates a secret, in base32. */
export const newTotpSecret = (random: (bytes: number) => Uint8Array): string =>
  randomBase32(random, SECRET_BYTES);

/** Returns the `otpauth:` address of a secret, from which apps read it. */
export const totpAddress = (secret: string, labels: Labels): string => totpOf(secret, labels).toString();

/** Whether a text has the form of a code. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);

/** The number of the time step, which counts from 1970. */
export const stepAt = (now: number): number => Math.floor(now / 1_000 / STEP_SECONDS);

/**
 * Returns the time step to which a code belongs: the current one, the previous or the next.
 * @param code without blanks and dashes; unchecked.
 * @param now Unix milliseconds.
 * @returns null for a wrong code.
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  // The library throws for other characters than ASCII.
  if (!isTotpCode(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: DRIFT });
  return delta === null ? null : stepAt(now) + delta;
}
