import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';

const SECRET = 'secret';
const BYTES = 32;

/** Signs texts with the server's secret. */
export interface Signer {
  /**
   * Returns the HMAC-SHA-256 of a text, in hexadecimal. `purpose` prevents a signature from being valid for
   * another purpose.
   */
  sign(purpose: string, text: string): string;
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
  return { sign: (purpose, text) => createHmac('sha256', secret).update(`${purpose} ${text}`).digest('hex') };
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
