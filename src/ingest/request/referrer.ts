import { isOwnHost } from '../../validation/ownHosts.ts';
import { bareDomain, MAX_HOST, parseUrl } from '../../validation/url.ts';
import { originOf } from './origin.ts';

/**
 * Returns the host of a referrer, as the `referrer` statistic counts it. Never throws.
 *
 * @param referrer `document.referrer` or a `Referer` header; any text is allowed.
 * @param websiteDomain the website's domain in lower-case ASCII; `www.` makes no difference.
 * @param hosts its further hosts (`parseOwnHost`).
 * @returns the host in lower-case ASCII (international names in punycode) without `www.`, port and
 *   credentials; the id of the application for `android-app://`. '' stands for a direct visit: no referrer,
 *   an invalid one, another scheme, or one of the website's hosts or their subdomains.
 */
export function referrerHost(referrer: string, websiteDomain: string, hosts: readonly string[] = []): string {
  const url = parseUrl(referrer);
  if (url === null) return '';
  if (url.protocol === 'android-app:') {
    const application = url.hostname.toLowerCase();
    // The URL standard does not change the hosts of unknown schemes, and keeps their percent-escapes.
    return /^[a-z0-9._-]+$/.test(application) && application.length <= MAX_HOST ? application : '';
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return '';
  const { host } = originOf(url);
  if (host.length > MAX_HOST || isOwnHost(host, { domain: websiteDomain, hosts })) return '';
  return bareDomain(host);
}
