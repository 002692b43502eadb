import type { Transaction } from './database.ts';

/** About as much as a batch of hits, so that it does not fit where they would not. */
const TRIAL_BYTES = 256 * 1024;

/** Writes, and leaves nothing. */
export async function tryToWrite(tx: Transaction): Promise<void> {
  await tx.$executeRaw`INSERT INTO "Setting" VALUES ('trial', ${'0'.repeat(TRIAL_BYTES)})`;
  await tx.$executeRaw`DELETE FROM "Setting" WHERE "key" = 'trial'`;
}
