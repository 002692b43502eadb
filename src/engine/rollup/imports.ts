import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import type { Import } from '../../generated/prisma/client.ts';

/** An import that statistics contain. */
export type ContainedImport = Pick<
  Import,
  'id' | 'websiteId' | 'source' | 'firstDay' | 'lastDay' | 'dimensions'
>;

/** Loads the imports that the statistics of websites contain, in one statement, the first one first. */
export function importLoader({ read }: Pick<Database, 'read'>): DataLoader<number, ContainedImport[]> {
  return new DataLoader(async (ids) => {
    const rows: ContainedImport[] = await read.import.findMany({
      where: { websiteId: { in: [...ids] }, state: 'done' },
      select: { id: true, websiteId: true, source: true, firstDay: true, lastDay: true, dimensions: true },
      orderBy: { id: 'asc' },
    });
    return ids.map((id) => rows.filter(({ websiteId }) => websiteId === id));
  });
}
