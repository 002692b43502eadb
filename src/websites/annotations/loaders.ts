import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import { fromJson } from '../../db/sql/dialect.ts';
import type { Annotation } from '../../generated/prisma/client.ts';

/** Annotations of a website. */
export interface AnnotationQuery {
  websiteId: number;
  /** First and last local day as 20261121, both inclusive. */
  from: number;
  to: number;
  /** Whether annotations that are not public are included. */
  all: boolean;
  /** The maximum number of annotations: the latest ones. */
  last: number;
}

const ASKED = {
  query: 'INTEGER',
  websiteId: 'INTEGER',
  from: 'INTEGER',
  to: 'INTEGER',
  all: 'INTEGER',
  last: 'INTEGER',
} as const;

/**
 * Loads annotations of websites in chronological order, those of a day in the order of their creation. In one
 * SELECT of their ids and, if there are any, one of their rows. Only those that are returned are read: an
 * operation can ask for the latest annotation of many websites that have a thousand each.
 */
export function annotationsLoader({
  read,
  dialect,
}: Pick<Database, 'read' | 'dialect'>): DataLoader<AnnotationQuery, Annotation[], string> {
  return new DataLoader(
    async (queries) => {
      const asked = queries.map(({ websiteId, from, to, all, last }, index) => [
        ...[index, websiteId, from, to, Number(all), last],
      ]);
      const found = await read.$queryRaw<{ query: number | bigint; id: number | bigint }[]>`
        SELECT "query", "id" FROM (
          SELECT "q"."query", "q"."last", "Annotation"."id", "Annotation"."day", ROW_NUMBER() OVER (
            PARTITION BY "q"."query" ORDER BY "Annotation"."day" DESC, "Annotation"."id" DESC
          ) AS "place"
          FROM ${fromJson(dialect, asked, ASKED)} AS "q"
          JOIN "Annotation" ON "Annotation"."websiteId" = "q"."websiteId"
            AND "Annotation"."day" BETWEEN "q"."from" AND "q"."to"
            AND ("q"."all" = 1 OR "Annotation"."isPublic")
        ) AS "ranked" WHERE "place" <= "last" ORDER BY "query", "day", "id"`;
      const ids = [...new Set(found.map(({ id }) => Number(id)))];
      const rows = ids.length > 0 ? await read.annotation.findMany({ where: { id: { in: ids } } }) : [];
      const byId = new Map(rows.map((row) => [row.id, row]));
      const lists: Annotation[][] = queries.map(() => []);
      for (const { query, id } of found) {
        const row = byId.get(Number(id));
        if (row) lists[Number(query)]?.push(row);
      }
      return lists;
    },
    { cacheKeyFn: (query) => JSON.stringify(query) },
  );
}
