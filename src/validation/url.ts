/**
 * The URL that a text is; null for what is none. Not `URL.canParse`: once optimized, Node 20's refuses valid URLs with
 * letters such as ü in the host.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * A host without its leading `www.` (one only). `www.com` and `www.localhost` stay: without it they would be a top-level
 * name, and every site below it would count as theirs.
 *
 * @param host in lower case.
 */
export function bareDomain(host: string): string {
  return host.startsWith('www.') && host.includes('.', 4) ? host.slice(4) : host;
}

/**
 * Tells whether a host is a website's domain or below it; `www.` makes no difference on either side.
 *
 * @param host and
 * @param domain both in lower case ASCII, without port and trailing dot. An empty domain holds nothing.
 */
export function isWithinDomain(host: string, domain: string): boolean {
  const bare = bareDomain(domain);
  return bare !== '' && (bareDomain(host) === bare || host.endsWith(`.${bare}`));
}
