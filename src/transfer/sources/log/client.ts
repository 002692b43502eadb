/** Who sent a request, and to which host. */
export interface Ends {
  address: string;
  /** Empty if the line states none. */
  host: string;
}

/** Whether a text has the form of an IPv4 or IPv6 address, which may have a port behind it. */
const ADDRESS = /^(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]*:[0-9a-f.:]*:[0-9a-f.:]*)(?:%\w+)?$/i;
const PORT = /:\d{1,5}$/;
const HOST = /^[\w.-]+(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i;
/** What syslog writes in front: `<134>Nov 27 16:19:57 web1 haproxy[7]: `. */
const SYSLOG = /^(?:<\d+>)?\S.*?\S: /;

export const isAddress = (text: string): boolean => ADDRESS.test(text);

/** An address without the prefix of IPv4-mapped ones, so that a visitor has one spelling; '' for `-`. */
export function bareAddress(text: string): string {
  if (text === '-') return '';
  return text.startsWith('::ffff:') ? text.slice(7) : text;
}

/** A host without its port; '' for `-`. */
export const bareHost = (text: string): string => (text === '-' ? '' : text.replace(PORT, ''));

/** Removes what syslog writes in front of a line, if it does not begin with an address or a host. */
export function withoutSyslog(text: string): string {
  const prefix = SYSLOG.exec(text)?.[0];
  return prefix === undefined || isAddress(text.slice(0, text.indexOf(' ')))
    ? text
    : text.slice(prefix.length);
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
