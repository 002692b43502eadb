import { isWithinDomain } from '../../validation/url.ts';
import list from './spamDomains.json' with { type: 'json' };

/**
 * Domains that made-up referrers advertise, in ASCII and without `www.`; those below them count as well. `npm run spam-list`
 * updates the file from the list of Matomo's community.
 */
export const SPAM_DOMAINS: ReadonlySet<string> = new Set(list.domains);

/**
 * Tells whether a referrer is known spam: made up by programs that want their domain to be read in statistics. One look-up for
 * each label of the host.
 *
 * @param referrer a host as the `referrer` statistic counts it; '' is none.
 * @param websiteDomain a website on, or below, a listed domain has that domain's pages as referrers in earnest.
 */
export function isSpamReferrer(
  referrer: string,
  websiteDomain: string,
  domains: ReadonlySet<string> = SPAM_DOMAINS,
): boolean {
  for (let host = referrer; host !== ''; host = host.slice(host.indexOf('.') + 1)) {
    if (domains.has(host)) return !isWithinDomain(websiteDomain, host);
    if (!host.includes('.')) return false;
  }
  return false;
}
