import { createHmac } from 'node:crypto';
import { visitorNetwork } from '../../validation/address.ts';

/**
 * Computes the fingerprint of a visitor of one website on one day. It does not reveal the person: the salt is
 * random, belongs to one local day, and is deleted after it. Afterwards nobody can test addresses against the
 * hash.
 *
 * @param salt random bytes of the website's local day.
 * @param websiteId part of the hash, so a person on two websites is two visitors.
 * @param address the client's address in canonical form. Of an IPv6 address, its network counts
 *   (docs/decisions/053-ipv6-networks.md).
 * @param userAgent the User-Agent as sent.
 * @returns the first 8 bytes, big-endian, of HMAC-SHA-256(salt, [website, network, user agent]) as a signed
 *   64-bit integer, the type that both databases store. Pass it to SQL as a decimal string (`String(hash)`);
 *   a JavaScript number cannot hold it.
 */
export function visitorHash(salt: Uint8Array, websiteId: number, address: string, userAgent: string): bigint {
  // JSON separates the parts whatever they contain, so no two visitors have the same input.
  const message = JSON.stringify([websiteId, visitorNetwork(address), userAgent]);
  return createHmac('sha256', salt).update(message).digest().readBigInt64BE(0);
}
