import { z } from 'zod';
import { authorize } from '../auth/permissions.ts';
import { dayNumber } from '../calendar/days.ts';
import type { Context } from '../context.ts';
import type { Website } from '../generated/prisma/client.ts';
import { daysInOrder, daysRules } from '../validation/days.ts';
import { parseInput } from '../validation/rules.ts';
import type { DropRow } from './dropLoader.ts';

const dropsSchema = z.object(daysRules).refine(...daysInOrder);

/**
 * Returns how many hits of a website were dropped on purpose, by day and reason.
 * @param args `from` and `to`, local days of the website, both included; unchecked.
 * @throws AppError `invalid`; `unauthenticated`, `forbidden` or `not_found` if the viewer may not read them.
 */
export async function readDrops(website: Website, args: object, context: Context): Promise<DropRow[]> {
  authorize(context.viewer, 'readDrops', website);
  const { from, to } = parseInput(dropsSchema, args);
  return context.loaders.drops.load({ websiteId: website.id, from: dayNumber(from), to: dayNumber(to) });
}
