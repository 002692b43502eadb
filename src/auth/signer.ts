import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';

const SECRET = 'secret';
const BYTES = 32;

/** Signs texts with the server's secret. */
export interface Signer {
  /** HMAC-SHA-256 of a text, in hexadecimal. `purpose` keeps signatures of one kind from being taken for another's. */
  sign(purpose: string, text: string): string;
}

/** What the secret is read from, or made with. */
interface SecretDeps {
  config: Pick<Config, 'secret'>;
  db: Pick<Database, 'read' | 'write'>;
  random: (bytes: number) => Uint8Array;
}

/**
 * The server's secret: SECRET, or else one that is made once and kept in the database, the same for all instances.
 * @throws DatabaseFault where it has to be kept and cannot.
 */
export async function openSigner({ config, db, random }: SecretDeps): Promise<Signer> {
  const secret = config.secret ?? (await keptSecret(db, random));
  return { sign: (purpose, text) => createHmac('sha256', secret).update(`${purpose} ${text}`).digest('hex') };
}

async function keptSecret(db: SecretDeps['db'], random: SecretDeps['random']): Promise<string> {
  const known = await db.read.setting.findUnique({ where: { key: SECRET } });
  if (known) return known.value;
  const value = Buffer.from(random(BYTES)).toString('base64url');
  return db.write(async (tx) => {
    const other = await tx.setting.findUnique({ where: { key: SECRET } });
    if (!other) await tx.setting.create({ data: { key: SECRET, value } });
    return other?.value ?? value;
  });
}

/** Asks for it once it is needed, and again after that failed. */
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
