import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import type { Annotation } from '../generated/prisma/client.ts';
import { MAX_ID } from '../validation/rules.ts';

/** Annotations of a website. */
export interface AnnotationQuery {
  websiteId: number;
  /** First and last local day as 20261121, both inclusive. */
  from: number;
  to: number;
  /** Whether annotations that are not public are included. */
  all: boolean;
}

/** Loads annotations by id, in one SELECT. */
export function annotationLoader({ read }: Pick<Database, 'read'>): DataLoader<number, Annotation | null> {
  return new DataLoader(async (ids) => {
    const rows = await read.annotation.findMany({ where: { id: { in: ids.filter((id) => id <= MAX_ID) } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

/**
 * Loads annotations of websites in chronological order, those of a day in the order of their creation. In one
 * SELECT, which covers the days of all queries.
 */
export function annotationsLoader({
  read,
}: Pick<Database, 'read'>): DataLoader<AnnotationQuery, Annotation[], string> {
  return new DataLoader(
    async (queries) => {
      const rows = await read.annotation.findMany({
        where: {
          websiteId: { in: [...new Set(queries.map(({ websiteId }) => websiteId))] },
          day: {
            gte: Math.min(...queries.map(({ from }) => from)),
            lte: Math.max(...queries.map(({ to }) => to)),
          },
        },
        orderBy: [{ day: 'asc' }, { id: 'asc' }],
      });
      return queries.map(({ websiteId, from, to, all }) =>
        rows.filter(
          (row) => row.websiteId === websiteId && from <= row.day && row.day <= to && (all || row.isPublic),
        ),
      );
    },
    { cacheKeyFn: ({ websiteId, from, to, all }) => `${websiteId} ${from} ${to} ${all}` },
  );
}
