import { createHmac } from 'node:crypto';

/**
 * Names a visitor of one website on one day without saying who it is: the salt is random, belongs to one local day, and is
 * deleted after it, so that nobody can try addresses against the hash any more.
 *
 * @param salt random bytes of the website's local day.
 * @param websiteId so that a person on two websites is two visitors.
 * @param address the client's address in canonical form.
 * @param userAgent the User-Agent as sent.
 * @returns the first 8 bytes, big-endian, of HMAC-SHA-256(salt, [website, address, user agent]) as a signed 64-bit integer:
 *   what both databases store. Hand it to SQL as a decimal string (`String(hash)`); a JavaScript number cannot hold it.
 */
export function visitorHash(salt: Uint8Array, websiteId: number, address: string, userAgent: string): bigint {
  // JSON keeps the parts apart whatever they contain, so that no two visitors share an input.
  const message = JSON.stringify([websiteId, address, userAgent]);
  return createHmac('sha256', salt).update(message).digest().readBigInt64BE(0);
}
