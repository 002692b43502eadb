/** The length of the longest host name that DNS allows. */
export const MAX_HOST = 253;

/**
 * Parses a URL; null if it is invalid. `URL.canParse` is not used: once optimized, that of Node 20 rejects
 * valid URLs with letters such as ü in the host.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Removes a leading `www.` from a host, once. `www.com` and `www.localhost` stay: without it they would be a
 * top-level name, and every site below it would count as theirs.
 *
 * @param host in lower case.
 */
export function bareDomain(host: string): string {
  return host.startsWith('www.') && host.includes('.', 4) ? host.slice(4) : host;
}

/**
 * Whether a host is a website's domain or a subdomain of it; `www.` is ignored on both sides.
 *
 * @param host in lower case ASCII, without port and trailing dot.
 * @param domain in the same form. An empty domain matches nothing.
 */
export function isWithinDomain(host: string, domain: string): boolean {
  const bare = bareDomain(domain);
  return bare !== '' && (bareDomain(host) === bare || host.endsWith(`.${bare}`));
}
