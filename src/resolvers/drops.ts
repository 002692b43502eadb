import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { DropRow } from '../loaders/drops.ts';
import { dayNumber } from '../stats/periods.ts';
import { requireOwned, requireScope } from './access.ts';
import { daysInOrder, daysRules } from './days.ts';
import { parseInput } from './input.ts';

const dropsSchema = z.object(daysRules).refine(...daysInOrder);

/**
 * How many hits of a website were dropped on purpose, by day and reason.
 * @param args `from` and `to`, local days of the website, both included; unchecked.
 * @throws AppError `invalid`; `forbidden` or `not_found` where the viewer may not read it.
 */
export async function readDrops(website: Website, args: object, context: Context): Promise<DropRow[]> {
  requireOwned(context.viewer, website);
  requireScope(context.viewer, 'stats:read');
  const { from, to } = parseInput(dropsSchema, args);
  return context.loaders.drops.load({ websiteId: website.id, from: dayNumber(from), to: dayNumber(to) });
}
