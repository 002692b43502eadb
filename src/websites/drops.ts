import { z } from 'zod';
import { authorize } from '../auth/permissions.ts';
import { dayNumber } from '../calendar/days.ts';
import type { Website } from '../generated/prisma/client.ts';
import { daysInOrder, daysRules } from '../validation/days.ts';
import { parseInput } from '../validation/rules.ts';
import type { WebsiteContext } from './context.ts';
import type { DroppedDomain, DropQuery, DropRow } from './dropLoader.ts';

const dropsSchema = z.object(daysRules).refine(...daysInOrder);

/**
 * Returns how many hits of a website were dropped on purpose, by day and reason.
 * @param args `from` and `to`, local days of the website, both included; unchecked.
 * @throws AppError `invalid`; `unauthenticated`, `forbidden` or `not_found` if the viewer may not read them.
 */
export async function readDrops(website: Website, args: object, context: WebsiteContext): Promise<DropRow[]> {
  return context.loaders.drops.load(dropQuery(website, args, context));
}

/**
 * Returns the domains of referrer spam for which hits of a website were dropped, the most frequent first.
 * @param args as for {@link readDrops}, with its errors.
 */
export async function readSpamDomains(
  website: Website,
  args: object,
  context: WebsiteContext,
): Promise<DroppedDomain[]> {
  return context.loaders.spamDomains.load(dropQuery(website, args, context));
}

function dropQuery(website: Website, args: object, { viewer }: WebsiteContext): DropQuery {
  authorize(viewer, 'readDrops', website);
  const { from, to } = parseInput(dropsSchema, args);
  return { websiteId: website.id, from: dayNumber(from), to: dayNumber(to) };
}
