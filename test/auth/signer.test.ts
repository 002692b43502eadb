import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openSigner } from '../../src/auth/signer.ts';
import type { Database } from '../../src/db/database.ts';

const secret = 'a secret of at least 32 characters';

let last = 0;
const random = (bytes: number) => new Uint8Array(bytes).fill(++last);

/** A signer with a configured secret, which needs no database. */
const signerWith = (value: string) => openSigner({ config: { secret: value }, db: {} as Database, random });

test('a signature is an HMAC-SHA-256 of 256 bits, for one purpose and one secret only', async () => {
  const signer = await signerWith(secret);
  const signature = signer.sign('session', 'text');
  expect(signature).toBe(createHmac('sha256', secret).update('session text').digest('hex'));
  expect(signature).toHaveLength(64);
  expect(signer.sign('grant', 'text')).not.toBe(signature);
  expect((await signerWith(`${secret}!`)).sign('session', 'text')).not.toBe(signature);
});

test('encrypted texts are readable with the same secret and purpose only', async () => {
  const signer = await signerWith('one');
  const encrypted = signer.encrypt('totp 1', 'text');
  expect(encrypted).not.toContain('text');
  expect(signer.encrypt('totp 1', 'text')).not.toBe(encrypted);
  expect(signer.decrypt('totp 1', encrypted)).toBe('text');
  expect(signer.decrypt('totp 2', encrypted)).toBeNull();
  expect((await signerWith('two')).decrypt('totp 1', encrypted)).toBeNull();
  const changed = Buffer.from(encrypted, 'base64url');
  changed[30] = (changed[30] ?? 0) ^ 1;
  expect(signer.decrypt('totp 1', changed.toString('base64url'))).toBeNull();
  expect(signer.decrypt('totp 1', 'AA')).toBeNull();
});
