import type { Reader, Transaction } from '../db/database.ts';
import type { WebsiteChange } from '../generated/prisma/client.ts';

/** The number of changes that are kept. An instance that missed more forgets every website it knows. */
const KEPT = 1_000;

/**
 * Notes in an open transaction that a website was registered, changed or deleted, for the directories of all
 * instances.
 * @param domains its domain; if the change replaced it, both.
 */
export async function noteChange(tx: Transaction, websiteId: number, domains: string[]): Promise<void> {
  let latest = 0;
  for (const domain of new Set(domains))
    ({ id: latest } = await tx.websiteChange.create({ data: { websiteId, domain } }));
  await tx.websiteChange.deleteMany({ where: { id: { lte: latest - KEPT } } });
}

/**
 * Reads the changes after one that is known, in their order.
 * @param known the id of the last change that is known; 0 for none.
 * @returns null if some of them are no longer kept, or the database is another one.
 */
export async function changesAfter(
  read: Pick<Reader, 'websiteChange'>,
  known: number,
): Promise<WebsiteChange[] | null> {
  const found = await read.websiteChange.findMany({ where: { id: { gte: known } }, orderBy: { id: 'asc' } });
  if (known === 0) return found;
  // The known one is read, too. If it is missing, so may be others.
  return found[0]?.id === known ? found.slice(1) : null;
}
