import { isIP } from 'node:net';
import { addressOf, canonicalAddress } from '../../../validation/address.ts';

/** Who sent a request, and to which host. */
export interface Ends {
  address: string;
  /** Empty if the line states none. */
  host: string;
}

const PORT = /:\d{1,5}$/;
const HOST = /^[\w.-]+(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i;
/** What syslog writes in front: `<134>Nov 27 16:19:57 web1 haproxy[7]: `. */
const SYSLOG =
  /^(?:<\d{1,3}>|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S* ).*?\S: /;

const isAddress = (text: string): boolean => canonicalAddress(text) !== '';

/**
 * An address in its canonical form, without a port, so that a visitor has one spelling; '' for `-`. Servers
 * that look up names write one in place of the address.
 */
export const bareAddress = (text: string): string => (text === '-' ? '' : addressOf(text) || text);

/** A host without its port; '' for `-`. IPv6 is in brackets, as in addresses of pages. */
export function bareHost(text: string): string {
  if (isIP(text) === 6) return `[${text}]`;
  return text === '-' ? '' : text.replace(PORT, '');
}

/** Removes what syslog writes in front of a line. */
export const withoutSyslog = (text: string): string => text.slice(SYSLOG.exec(text)?.[0].length ?? 0);

/** The position of the bracket before the time; -1 if there is none. A user may contain brackets. */
export function timeStart(line: string): number {
  let at = line.indexOf('[');
  while (at >= 0 && (line.charCodeAt(at + 3) !== 47 || line.charCodeAt(at + 7) !== 47))
    at = line.indexOf('[', at + 1);
  return at;
}

/**
 * Reads the fields in front of the time: `address identity user`; lighttpd's `address host user`; or
 * `host[:port] address identity user` (Apache's `vhost_combined`). A user may contain blanks, and is never
 * read.
 * @returns null if there is no address or host name.
 */
export function readEnds(prefix: string): Ends | null {
  const first = prefix.indexOf(' ');
  // The form of most lines.
  if (first > 0 && prefix.charCodeAt(first + 1) === 45 && prefix.charCodeAt(first + 2) === 32) {
    const address = prefix.slice(0, first);
    if (HOST.test(address) || isAddress(address)) return { address: bareAddress(address), host: '' };
  }
  const [one = '', two = '', three = '', ...rest] = withoutSyslog(prefix).trim().split(' ');
  if (one === '' || two === '') return null;
  const isVirtualHost = isAddress(two) && (!isAddress(one) || (three === '-' && rest.length === 1));
  if (isVirtualHost && HOST.test(one)) return { address: bareAddress(two), host: bareHost(one) };
  if (!isAddress(one) && !HOST.test(one) && one !== '-') return null;
  return { address: bareAddress(one), host: HOST.test(two) && two !== '-' ? bareHost(two) : '' };
}
