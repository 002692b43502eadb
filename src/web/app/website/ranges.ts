import ipaddr from 'ipaddr.js';
import { t } from '../../shared/i18n/t.ts';

/**
 * Whether a line is an address or range that the server accepts (src/validation/address.ts, which uses Node's
 * check).
 */
export function isRange(line: string): boolean {
  const [base = '', length, ...rest] = line.split('/');
  if (rest.length > 0 || base.includes('%')) return false;
  // ipaddr.js alone would accept `10.1` and octal numbers.
  const is4 = ipaddr.IPv4.isValidFourPartDecimal(base);
  if (!is4 && !ipaddr.IPv6.isValid(base)) return false;
  if (length === undefined) return true;
  if (!/^(0|[1-9]\d{0,2})$/.test(length)) return false;
  // ipaddr.js parses `::1.2.3.4` as `::ffff:1.2.3.4`.
  const isMapped = !is4 && ipaddr.IPv6.parse(base.replace(/^::(?=\d+\.)/, '0::')).isIPv4MappedAddress();
  const [least, most] = is4 ? [0, 32] : [isMapped ? 96 : 0, 128];
  return Number(length) >= least && Number(length) <= most;
}

/** Returns the errors of a list of addresses and ranges, one for each invalid line. */
export function rangeErrors(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const range = line.trim();
    return range && !isRange(range) ? [t('excluded.wrong', { line: index + 1, text: range })] : [];
  });
}

/** Networks in which every address is a machine of its own, and of addresses translated from IPv4. */
const SINGLE = new Set(['uniqueLocal', 'linkLocal', 'loopback', 'rfc6052']);

/**
 * The line that excludes a person: the address, or the /64 of an IPv6 address, because devices change their
 * addresses within it.
 * @param address in canonical form; empty if unknown.
 */
export function ownRange(address: string): string {
  if (!ipaddr.IPv6.isValid(address) || SINGLE.has(ipaddr.IPv6.parse(address).range())) return address;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`);
  return `${network}/64`;
}

/** The non-empty lines, trimmed. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
