import type { Config } from '../config.ts';

const DAY_MS = 86_400_000;
/** The standard recommends less than a year: whoever kept a copy longer should look again. */
const VALID_DAYS = 180;

/**
 * The text of `/.well-known/security.txt` (RFC 9116): where to report vulnerabilities of this server.
 * @param now Unix milliseconds.
 * @returns null where the operator has named no contact.
 */
export function securityText(
  {
    baseUrl,
    securityContact,
    securityPolicy,
  }: Pick<Config, 'baseUrl' | 'securityContact' | 'securityPolicy'>,
  now: number,
): string | null {
  if (securityContact === undefined) return null;
  // Whole days: the text is the same for all that ask within one.
  const expires = (Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS;
  const fields = {
    Contact: securityContact,
    Expires: `${new Date(expires).toISOString().slice(0, 19)}Z`,
    ...(securityPolicy !== undefined && { Policy: securityPolicy }),
    'Preferred-Languages': 'en',
    Canonical: `${baseUrl}/.well-known/security.txt`,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
