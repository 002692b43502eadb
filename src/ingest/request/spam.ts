import { isWithinDomain } from '../../validation/url.ts';
import list from './spamDomains.json' with { type: 'json' };

/**
 * Domains that spam referrers advertise, in ASCII and without `www.`; their subdomains count as well. The
 * list is that of Matomo's community; `npm run spam-list` updates the file.
 */
export const SPAM_DOMAINS: ReadonlySet<string> = new Set(list.domains);

/**
 * Returns the listed domain of a referrer that is known spam: programs fake it so that their domain is seen
 * in statistics. It costs one lookup per label of the host.
 *
 * @param referrer a host as the `referrer` statistic counts it; '' is none.
 * @param websiteDomain the website's domain. If it is a listed domain or a subdomain of one, referrers from
 *   that domain are genuine.
 * @returns undefined if the referrer is not known as spam.
 */
export function spamDomainOf(
  referrer: string,
  websiteDomain: string,
  domains: ReadonlySet<string> = SPAM_DOMAINS,
): string | undefined {
  for (let host = referrer; host !== ''; host = host.slice(host.indexOf('.') + 1)) {
    if (domains.has(host)) return isWithinDomain(websiteDomain, host) ? undefined : host;
    if (!host.includes('.')) return undefined;
  }
  return undefined;
}
