import type { Transaction } from '../../db/database.ts';
import { invalid } from '../../errors.ts';

/** Maximum number of imports of a website that have rows. */
const MAX_IMPORTS = 1_000;

/** @throws AppError `invalid` if no further import can be added to a website. */
export async function checkCount(tx: Pick<Transaction, 'import'>, websiteId: number): Promise<void> {
  const count = await tx.import.count({ where: { websiteId } });
  if (count < MAX_IMPORTS) return;
  // The oldest one of which nothing is left makes room.
  const oldest = await tx.import.findFirst({
    where: { websiteId, state: { in: ['failed', 'undone'] } },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  if (!oldest) throw invalid({ website: [`The website has the maximum of ${MAX_IMPORTS} imports.`] });
  await tx.import.delete({ where: oldest });
}
