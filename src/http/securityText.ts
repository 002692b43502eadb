import { DAY_MS } from '../calendar/days.ts';
import type { Config } from '../config.ts';

/** RFC 9116 recommends less than a year, so that older copies are fetched again. */
const VALID_DAYS = 180;

/**
 * Returns the text of `/.well-known/security.txt` (RFC 9116): where to report vulnerabilities of this server.
 * @param now Unix milliseconds.
 * @returns null if the operator has not configured a contact.
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
  // Rounded to whole days, so that the text changes only once a day.
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
