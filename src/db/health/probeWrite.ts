import type { Transaction } from '../database.ts';

/** About the size of a batch of hits: the probe fails where a batch would. */
const PROBE_BYTES = 256 * 1024;

/** Checks that the database can be written, and leaves no row. */
export async function probeWrite(tx: Transaction): Promise<void> {
  await tx.$executeRaw`INSERT INTO "Setting" VALUES ('trial', ${'0'.repeat(PROBE_BYTES)})`;
  await tx.$executeRaw`DELETE FROM "Setting" WHERE "key" = 'trial'`;
}
