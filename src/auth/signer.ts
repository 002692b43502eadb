import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';

const SECRET = 'secret';
const BYTES = 32;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Signs and encrypts texts with keys that derive from the server's secret. */
export interface Signer {
  /**
   * Returns the HMAC-SHA-256 of a text, in hexadecimal. `purpose` prevents a signature from being valid for
   * another purpose.
   */
  sign(purpose: string, text: string): string;
  /** Encrypts a text with AES-256-GCM. Only `decrypt` with the same purpose can read it. */
  encrypt(purpose: string, text: string): string;
  /** Returns the text of `encrypt`; null if it was changed, or encrypted with another secret or purpose. */
  decrypt(purpose: string, encrypted: string): string | null;
}

/** The dependencies for reading or creating the secret. */
interface SecretDeps {
  config: Pick<Config, 'secret'>;
  db: Pick<Database, 'read' | 'write'>;
  random: (bytes: number) => Uint8Array;
}

/**
 * Creates a signer with the server's secret. This is SECRET, or else a secret that is generated once and
 * stored in the database, so that all instances share it.
 * @throws DatabaseFault if the secret cannot be stored.
 */
export async function openSigner({ config, db, random }: SecretDeps): Promise<Signer> {
  const secret = config.secret ?? (await keptSecret(db, random));
  const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `encrypt ${purpose}`, 32));
  return {
    sign: (purpose, text) => createHmac('sha256', secret).update(`${purpose} ${text}`).digest('hex'),
    encrypt(purpose, text) {
      const iv = random(IV_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(purpose), iv);
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]).toString('base64url');
    },
    decrypt(purpose, encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
      const tagEnd = IV_BYTES + TAG_BYTES;
      if (bytes.length < tagEnd) return null;
      const decipher = createDecipheriv(CIPHER, keyOf(purpose), bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString();
      } catch {
        return null;
      }
    },
  };
}

async function keptSecret(db: SecretDeps['db'], random: SecretDeps['random']): Promise<string> {
  const stored = await db.read.setting.findUnique({ where: { key: SECRET } });
  if (stored) return stored.value;
  const value = Buffer.from(random(BYTES)).toString('base64url');
  return db.write(async (tx) => {
    const other = await tx.setting.findUnique({ where: { key: SECRET } });
    if (!other) await tx.setting.create({ data: { key: SECRET, value } });
    return other?.value ?? value;
  });
}

/** Opens the signer at the first use, and again after a failure. */
export function lazySigner(deps: SecretDeps): () => Promise<Signer> {
  let opening: Promise<Signer> | undefined;
  return () => {
    opening ??= openSigner(deps).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}
