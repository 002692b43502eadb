import { z } from 'zod';
import { authorize, can, requireScope } from '../../auth/permissions.ts';
import { notFound } from '../../errors.ts';
import type { Import, Website } from '../../generated/prisma/client.ts';
import { type Page, pageBounds, pagingRules } from '../../validation/paging.ts';
import { MAX_ID, parseInput } from '../../validation/rules.ts';
import type { ImportContext } from './context.ts';
import type { ImportProgress } from './jobs.ts';

const pageSchema = z.object(pagingRules);

/**
 * Returns the website whose imports the viewer may read, by its id.
 * @throws AppError `not_found`, also for a website of another team; `unauthenticated`, `forbidden`.
 */
export async function websiteWithImports(id: number, context: ImportContext): Promise<Website> {
  requireScope(context.viewer, 'websites:read');
  return authorize(context.viewer, 'readImports', await context.loaders.website.load(id));
}

/**
 * Lists the imports of a website, the newest first.
 * @param website whose imports the viewer may read.
 * @param args `per_page`, and `page` or `after`; unchecked.
 * @throws AppError `invalid`.
 */
export async function listWebsiteImports(
  website: Website,
  args: object,
  { db }: ImportContext,
): Promise<Page<Import>> {
  const { offset, limit } = pageBounds(parseInput(pageSchema, args));
  const where = { websiteId: website.id };
  const [total, rows] = await Promise.all([
    db.read.import.count({ where }),
    db.read.import.findMany({ where, orderBy: { id: 'desc' }, skip: offset, take: limit }),
  ]);
  return { rows, total, offset, limit };
}

/** Returns an import by its id; null if it does not exist or the viewer may not see it. */
export async function visibleImport(
  id: number,
  { viewer, db, loaders }: ImportContext,
): Promise<Import | null> {
  const row = id <= MAX_ID ? await db.read.import.findUnique({ where: { id } }) : null;
  const website = row && (await loaders.website.load(row.websiteId));
  return website && can(viewer, 'readImports', website) ? row : null;
}

/**
 * Returns an import by its id below that of its website in a path.
 * @throws AppError `not_found`, also for one of another website.
 */
export async function importInPath(website: Website, id: number, { db }: ImportContext): Promise<Import> {
  const row = await db.read.import.findUnique({ where: { id } });
  if (row?.websiteId !== website.id) throw notFound();
  return row;
}

/** How far an import is; null if this instance does not work on it. */
export const progressOfImport = ({ id }: Import, { imports }: ImportContext): ImportProgress | null =>
  imports?.progress(id) ?? null;
