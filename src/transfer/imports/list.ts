import type { Database } from '../../db/database.ts';
import { invalid } from '../../errors.ts';
import type { Import } from '../../generated/prisma/client.ts';

/** Returns the imports of a website, the newest first. */
export function listImports(websiteId: number, { read }: Pick<Database, 'read'>): Promise<Import[]> {
  return read.import.findMany({ where: { websiteId }, orderBy: { id: 'desc' } });
}

/**
 * Returns an import by its id as a person entered it. For the command line.
 * @throws AppError `invalid` if there is none.
 */
export async function findImport(id: string, { read }: Pick<Database, 'read'>): Promise<Import> {
  const row = /^\d{1,9}$/.test(id) && (await read.import.findUnique({ where: { id: Number(id) } }));
  if (row) return row;
  throw invalid({
    id: ['There is no import with this id. List them with `footfall import list --website ID`.'],
  });
}
