import { type Dice, dice } from '../../../src/demo/random.ts';
import type { Hit, Revenue } from '../../../src/ingest/hit.ts';
import { skewed, weighted } from './population.ts';

/** The event that has revenue: a sixteenth of all events. */
export const PURCHASE = 'Event 4';

/** The properties that hits can have. The values of `seats` are numbers. */
export const PROPERTIES = ['plan', 'seats', 'sku', 'variant'] as const;
export type BenchProperty = (typeof PROPERTIES)[number];

const drawPlan = weighted(['free', 'pro', 'team'], [70, 22, 8]);
const drawSku = skewed(
  Array.from({ length: 300 }, (_, index) => `SKU-${1_000 + index}`),
  0.8,
);
const drawCurrency = weighted(['EUR', 'USD', 'GBP'], [80, 15, 5]);
/** The share of pageviews with a property. */
const VARIANTS = 0.6;
/** The share of refunds. */
const REFUNDS = 0.03;

function drawRevenue(random: Dice): Revenue {
  // In ten-thousandths: whole cents.
  const size = BigInt(100 * (500 + random.below(20_000)));
  return { amount: random.chance(REFUNDS) ? -size : size, currency: drawCurrency(random) };
}

function drawProperties(random: Dice, event: string | null): Partial<Record<BenchProperty, string>> {
  const variant = random.chance(0.5) ? 'a' : 'b';
  if (event === null) return random.chance(VARIANTS) ? { variant } : {};
  const ofEvent = { plan: drawPlan(random), seats: String(1 + random.below(40)) };
  return event === PURCHASE ? { ...ofEvent, sku: drawSku(random), variant } : ofEvent;
}

/**
 * Adds properties and revenue to the hits of a website on a day. They have dice of their own, so that the
 * hits are the same as without them.
 */
export function addExtras(hits: readonly Hit[], seed: number): void {
  const random = dice(seed);
  for (const hit of hits) {
    const properties = drawProperties(random, hit.event?.name ?? null);
    // In the order of the names, as the server stores them.
    hit.properties = Object.keys(properties).length > 0 ? JSON.stringify(properties) : null;
    if (hit.event?.name === PURCHASE) hit.event.revenue = drawRevenue(random);
  }
}
