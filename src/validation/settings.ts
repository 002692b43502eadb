import { ESCAPES } from './credentials.ts';
import { parseUrl } from './url.ts';

/** Addresses that stand for all interfaces. */
const ALL_INTERFACES = ['0.0.0.0', '::'];

/**
 * Reads an address to listen on: a name or an IP address.
 * @returns an IPv6 address without brackets; null for anything else, such as a URL or an address with a port.
 */
export function listenHost(text: string): string | null {
  const host = text.replace(/^\[(.*)\]$/, '$1');
  const isName = /^[a-z\d]([a-z\d._-]*[a-z\d])?\.?$/i.test(host);
  const isV6 = /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*(%\w+)?$/i.test(host);
  return isName || isV6 ? host : null;
}

/** Returns the host of URLs to a server that listens on an address. */
export function hostInUrl(host: string | undefined): string {
  if (host === undefined || ALL_INTERFACES.includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const PUBLIC = 'be a public http or https URL, for example https://stats.example.com';

/** Returns the end of an error message that begins with "BASE_URL must"; null for a valid address. */
export function publicAddressProblem(text: string): string | null {
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : null;
  if (!url || url.username || url.password) return PUBLIC;
  if (url.pathname.replaceAll('/', '') === '' && !url.search && !url.hash) return null;
  return (
    'be a URL without a path: Footfall needs a host name of its own, ' +
    'for example https://stats.example.com. ' +
    'To serve only the script and the hits below a path of a website, set TRACKER_PATHS'
  );
}

/** Returns a valid public address in its one form: without a trailing slash, and without a default port. */
export const publicAddress = (text: string): string => new URL(text).origin;

const SMTP = 'be an SMTP URL with a host, for example smtp://user:password@mail.example.com:587';

/** Returns the end of an error message that begins with "SMTP_URL must"; null for a valid URL. */
export function mailServerProblem(text: string): string | null {
  const url = /^smtps?:\/\//i.test(text) ? parseUrl(text) : null;
  // What looks like a host may be the beginning of a password.
  const isCut = text.includes('#') || /^[^/]*\/\/[^@]*[/?].*@/.test(text);
  if (isCut) return ESCAPES;
  return url?.hostname ? null : SMTP;
}
