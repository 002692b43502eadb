import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network, parsed from a line of `exclude_ips`: one of its addresses, and the length of its prefix. */
export type AddressRange = [address: Address, bits: number];

/**
 * A line of `exclude_ips` that is neither an address nor a range. `line` counts from 1; `text` is the trimmed
 * line.
 */
export interface InvalidRange {
  line: number;
  text: string;
}

/**
 * Parses an address in any spelling; null if it is not an address. IPv4-mapped IPv6 becomes IPv4, and a zone
 * is removed.
 *
 * Node's own check comes first, because ipaddr.js accepts forms that are rarely intended: `10.1`, octal and
 * hexadecimal parts. It also reads `::1.2.3.4` as `::ffff:1.2.3.4`; the leading zero keeps the two apart.
 */
export function parseAddress(text: string): Address | null {
  const bare = text.split('%', 1)[0] ?? '';
  if (isIP(bare) === 0) return null;
  return ipaddr.process(bare.replace(/^::(?=\d+\.)/, '0::'));
}

/**
 * Extracts the address from `1.2.3.4`, `1.2.3.4:567`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:99`.
 */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry);
  if (bracketed) return bracketed[1] ?? '';
  return /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry;
}

/**
 * Converts an address to the canonical text that hashes, ranges and lookups share: IPv4-mapped IPv6 as IPv4,
 * IPv6 compressed and in lower case (RFC 5952), without a zone.
 *
 * @returns the canonical text, or '' if it is not an address.
 */
export function canonicalAddress(text: string): string {
  // Fast path for most hits: an IPv4 address that Node accepts has only one spelling, mapped or not.
  const bare = text.startsWith('::ffff:') ? text.slice(7) : text;
  if (isIP(bare) === 4) return bare;
  return parseAddress(text)?.toString() ?? '';
}

/**
 * Converts an address that may have a port or brackets, as proxies and logs write it, to its canonical text;
 * '' if it is none.
 */
export const addressOf = (entry: string): string =>
  canonicalAddress(entry) || canonicalAddress(withoutPort(entry));

/** The entries of an `X-Forwarded-For` header, from the left. Empty ones are ignored (RFC 9110, 5.6.1). */
export function forwardedEntries(header: string | undefined): string[] {
  if (!header) return [];
  return header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

const NEAR = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/** Whether an address, in any spelling, belongs to this machine or to a private network. */
export function isNear(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && NEAR.has(parsed.range());
}

/**
 * Names that exist only on one machine or in its network: RFC 6761 (`localhost`), 6762 (`local`), 8375
 * (`home.arpa`), those that ICANN reserves (`internal`) and routers use (`lan`), and names without a dot.
 */
const NEAR_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$|^[^.:]+$/;

/**
 * Whether a host can be reached only from this machine or from its network, where TLS is rare.
 * @param host in the form of the URL standard, without a trailing dot.
 */
export function isNearHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) === 0) return NEAR_NAME.test(host);
  // Development servers print `0.0.0.0`, which browsers take for this machine.
  return isNear(address) || parseAddress(address)?.range() === 'unspecified';
}

/**
 * Finds the client's address.
 *
 * @param socketAddress the peer of the TCP connection (`socket.remoteAddress`).
 * @param forwardedFor the whole `X-Forwarded-For` header; several headers joined by commas.
 * @param hops TRUST_PROXY: the number of trusted proxies in front. Each appends one entry on the right, so
 *   the entry at this position from the right is the leftmost one that a client cannot choose. 0 ignores the
 *   header.
 * @returns the address in canonical form (see {@link canonicalAddress}); the socket's if the header has no
 *   valid one; '' if the socket has none either.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string {
  const socket = canonicalAddress(socketAddress ?? '');
  if (hops <= 0 || !forwardedFor) return socket;
  const entries = forwardedEntries(forwardedFor);
  const chosen = entries[Math.max(entries.length - hops, 0)];
  return (chosen !== undefined && addressOf(chosen)) || socket;
}

/** The bytes of 64:ff9b::/96: translators (RFC 6052) write an IPv4 address behind them. */
const TRANSLATED = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0];
/** Local networks, where each address is a machine of its own, as it is with IPv4. */
const LOCAL = new Set(['uniqueLocal', 'linkLocal', 'loopback']);

/**
 * Returns the network of one customer of a provider: an IPv4 address itself, or the /64 of an IPv6 address.
 * A /64 is the smallest network that providers assign, and the customer may use any address in it.
 */
function customerNetwork(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray();
  if (TRANSLATED.every((byte, index) => bytes[index] === byte))
    return ipaddr.fromByteArray(bytes.slice(TRANSLATED.length)).toString();
  return `${ipaddr.fromByteArray(bytes.fill(0, 8))}/64`;
}

const parseIpv6 = (address: string) => (address.includes(':') ? parseAddress(address) : null);

/**
 * Returns the key for rate limits of hits, requests and wrong passwords: the network of the customer.
 * Exclusions use the whole address.
 *
 * @param address in any spelling.
 * @returns the address, or `2001:db8::/64`; IPv4-mapped IPv6 as IPv4; any other text as it is.
 */
export function limitKey(address: string): string {
  const parsed = parseIpv6(address);
  return parsed ? customerNetwork(parsed) : address;
}

const GROUP = '(?:0|[1-9a-f][0-9a-f]{0,3})';
/** A canonical address whose first four groups are written out, outside of local networks. */
const WRITTEN_OUT = new RegExp(`^(?!f[cde])((?:${GROUP}:){3}[1-9a-f][0-9a-f]{0,3}):(?:${GROUP}:?|:)+$`);

/**
 * Returns the part of an address that stays the same for a visitor: the network of the customer, because
 * devices change their temporary IPv6 addresses within it. In a local network it is the whole address.
 *
 * @param address in any spelling.
 */
export function visitorNetwork(address: string): string {
  // Fast path for most IPv6 addresses: parsing takes longer than the fingerprint.
  const written = address.includes(':') && WRITTEN_OUT.exec(address);
  if (written) return `${written[1]}::/64`;
  const parsed = parseIpv6(address);
  if (!parsed) return address;
  return LOCAL.has(parsed.range()) ? parsed.toString() : customerNetwork(parsed);
}

function parseRange(text: string): AddressRange | null {
  if (text.includes('%')) return null;
  const [base = '', length, ...rest] = text.split('/');
  const address = parseAddress(base);
  if (address === null || rest.length > 0) return null;
  const isIpv4 = address.kind() === 'ipv4';
  const width = isIpv4 ? 32 : 128;
  // The length of `::ffff:10.0.0.0/104` includes 96 bits that the IPv4 form does not have.
  const offset = isIpv4 && base.includes(':') ? 96 : 0;
  if (length !== undefined && !/^(0|[1-9]\d{0,2})$/.test(length)) return null;
  const bits = length === undefined ? width : Number(length) - offset;
  return bits >= 0 && bits <= width ? [address, bits] : null;
}

/**
 * Parses a website's `exclude_ips`: an IPv4 or IPv6 address or CIDR range per line (`\n` or `\r\n`). Blank
 * lines are ignored. `10.1`, octal parts and lengths greater than the width are errors. Bits right of the
 * length are ignored.
 *
 * @returns the ranges of the valid lines and, in order, every invalid line. Never throws.
 */
export function parseRanges(text: string | null): { ranges: AddressRange[]; errors: InvalidRange[] } {
  const ranges: AddressRange[] = [];
  const errors: InvalidRange[] = [];
  for (const [index, line] of (text ?? '').split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const range = parseRange(trimmed);
    if (range) ranges.push(range);
    else errors.push({ line: index + 1, text: trimmed });
  }
  return { ranges, errors };
}

/**
 * Whether an address, in any spelling, lies in one of the ranges. An IPv4-mapped address equals the IPv4
 * address, on both sides. An invalid address is in no range.
 */
export function inRanges(address: string, ranges: AddressRange[]): boolean {
  if (ranges.length === 0) return false;
  const parsed = parseAddress(address);
  return parsed !== null && ipaddr.subnetMatch(parsed, { excluded: ranges }, '') === 'excluded';
}
