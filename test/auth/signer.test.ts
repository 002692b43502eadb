import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openSigner } from '../../src/auth/signer.ts';
import type { Database } from '../../src/db/database.ts';

const secret = 'a secret of at least 32 characters';

/** A signer with a configured secret, which needs no database. */
const signerWith = (value: string) =>
  openSigner({ config: { secret: value }, db: {} as Database, random: () => new Uint8Array() });

test('a signature is an HMAC-SHA-256 of 256 bits, for one purpose and one secret only', async () => {
  const signer = await signerWith(secret);
  const signature = signer.sign('session', 'text');
  expect(signature).toBe(createHmac('sha256', secret).update('session text').digest('hex'));
  expect(signature).toHaveLength(64);
  expect(signer.sign('grant', 'text')).not.toBe(signature);
  expect((await signerWith(`${secret}!`)).sign('session', 'text')).not.toBe(signature);
});
