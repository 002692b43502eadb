import { bareDomain, isWithinDomain, MAX_HOST, parseUrl } from './url.ts';

/** Schemes that are no applications: their pages have no host of their own, or are no pages. */
const NO_APPS = new Set(['about', 'blob', 'data', 'ftp', 'javascript', 'mailto', 'view-source', 'ws', 'wss']);

/**
 * Reads a further host of a website.
 * @param line `example.org`, also as an address or with `*.`; `capacitor://localhost` or `file:` for pages of
 *   applications.
 * @returns a domain without `www.`; a scheme with a host (`capacitor://localhost`) or without one, for all of
 *   its hosts (`file:`). Null if the line is none of these.
 */
export function parseOwnHost(line: string): string | null {
  const text = line.trim().toLowerCase();
  const [, scheme = '', , host = ''] = /^([a-z][a-z0-9+.-]*):(\/\/([^/?#\s]*))?\/*$/.exec(text) ?? [];
  const isWeb = scheme === 'http' || scheme === 'https';
  if (isWeb && host === '') return null;
  if (scheme && !isWeb) {
    if (NO_APPS.has(scheme) || scheme.includes('.') || !/^[a-z0-9._-]*$/.test(host)) return null;
    if (scheme.length + host.length > MAX_HOST) return null;
    return host && scheme !== 'file' ? `${scheme}://${host}` : `${scheme}:`;
  }
  const url = parseUrl(/^https?:\/\//.test(text) ? text : `https://${text.replace(/^\*\./, '')}`);
  if (!url || url.username || url.password || url.pathname !== '/' || url.search || url.hash) return null;
  const domain = url.hostname.replace(/\.$/, '');
  return /^\[[0-9a-f:.]+\]$|^[a-z0-9._-]+$/.test(domain) && domain.length <= MAX_HOST
    ? bareDomain(domain)
    : null;
}

/** A website's domain and its further hosts, as {@link parseOwnHost} returns them. */
export interface OwnHosts {
  domain: string;
  hosts: readonly string[];
}

const isApp = (host: string) => host.endsWith(':') || host.includes('://');

/** Whether a host of the web is one of a website, or below one. */
export const isOwnHost = (host: string, { domain, hosts }: OwnHosts): boolean =>
  isWithinDomain(host, domain) || hosts.some((own) => !isApp(own) && isWithinDomain(host, own));

/** Whether pages of an application belong to a website. @param scheme without its colon. */
export const isOwnApp = (scheme: string, host: string, { hosts }: OwnHosts): boolean =>
  hosts.includes(`${scheme}:`) || hosts.includes(`${scheme}://${host}`);
