import { bareDomain, isWithinDomain, parseUrl } from '../../validation/url.ts';

/** The longest name that DNS can carry; what is longer was made up. */
const MAX_HOST = 253;

/**
 * The host that a visit came from, as the `referrer` statistic counts it.
 *
 * @param referrer `document.referrer` or a `Referer` header, of any quality.
 * @param websiteDomain the website's domain: lower case ASCII; `www.` makes no difference.
 * @returns lower case ASCII (international names in punycode) without `www.`, port and credentials; the application's id for
 *   `android-app://`. '' is a direct visit: no referrer, an invalid one, another scheme, or the website itself or one of
 *   its subdomains. Never throws.
 */
export function referrerHost(referrer: string, websiteDomain: string): string {
  const url = parseUrl(referrer);
  if (url === null) return '';
  if (url.protocol === 'android-app:') {
    const application = url.hostname.toLowerCase();
    // The URL standard leaves hosts of schemes that it does not know as they are, escapes and all.
    return /^[a-z0-9._-]+$/.test(application) && application.length <= MAX_HOST ? application : '';
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return '';
  const host = url.hostname.replace(/\.$/, '');
  if (host.length > MAX_HOST || isWithinDomain(host, websiteDomain)) return '';
  return bareDomain(host);
}
