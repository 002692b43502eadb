import type { HitEvent } from '../ingest/hit.ts';
import type { Dice } from './random.ts';
import {
  ARTICLES,
  BUYS,
  DOLLAR,
  PAGES,
  PAYMENTS,
  PRODUCTS,
  type Product,
  REACHES_CHECKOUT,
  REACHES_THANKS,
  SIZES,
} from './world.ts';

/** A hit of a visit: the ms since the visit began, and what happened. */
export interface Step {
  at: number;
  path: string;
  /** Null for a pageview. */
  event: HitEvent | null;
  /** As JSON, in the order of the names, as they are stored; null for none. */
  properties: string | null;
}

/** A visitor of the shop, with values of the dimensions. */
export interface Shopper {
  device: string;
  source: string;
  /** Empty for none. */
  campaign: string;
  continent: string;
}

const SECOND_MS = 1_000;
/** An amount of one cent, in the unit of stored amounts. */
const CENT = 100n;
/** Shipping costs, and the price in cents from which there are none. */
const SHIPPING = 490;
const FREE_SHIPPING = 4_000;
/** Prices of a subscription in cents. */
const PLANS: [{ plan: string; price: number }, number][] = [
  [{ plan: 'monthly', price: 2_400 }, 4],
  [{ plan: 'yearly', price: 24_000 }, 1],
];

/** The form of stored properties. */
const propertiesOf = (given: Record<string, string | number | boolean>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(given)
        .map(([name, value]) => [name, String(value)])
        .sort(),
    ),
  );

const pageProperties = (path: string): string | null => {
  const product = PRODUCTS[path];
  if (product) return propertiesOf({ category: product.category, product: product.product });
  const topic = ARTICLES[path];
  return topic ? propertiesOf({ topic }) : null;
};

/**
 * Generates a visit to the shop: visitors read, some put tea into the cart, and fewer check out and pay. How
 * many do depends on their source and their device.
 */
export function shopVisit(landing: string, shopper: Shopper, dice: Dice): Step[] {
  const steps: Step[] = [];
  const interest = BUYS[shopper.source] ?? 1;
  const currency = shopper.continent === 'EU' ? 'EUR' : 'USD';
  let at = 0;
  let path = landing;
  const wait = (least: number, most: number) => {
    at += SECOND_MS * (least + dice.below(most - least));
  };
  const see = (seen: string) => {
    path = seen;
    steps.push({ at, path, event: null, properties: pageProperties(path) });
  };
  const happen = (name: string, properties: Parameters<typeof propertiesOf>[0], cents?: number) => {
    const revenue = cents === undefined ? undefined : { amount: BigInt(cents) * CENT, currency };
    const event = { name, value: null, unit: null, revenue };
    steps.push({ at, path, event, properties: propertiesOf(properties) });
  };
  const priceOf = (cents: number) => (currency === 'USD' ? Math.round(cents * DOLLAR) : cents);

  function order({ product, category, price }: Product): void {
    const { size, share } = dice.pick(SIZES);
    const quantity = dice.chance(0.7) ? 1 : 2 + dice.below(2);
    const goods = { product, category, size, quantity };
    wait(15, 70);
    happen('Add to cart', goods);
    wait(5, 60);
    if (dice.chance(0.15)) return;
    see('/cart');
    wait(15, 90);
    if (!dice.chance(REACHES_CHECKOUT[shopper.device] ?? 0)) return;
    see('/checkout');
    wait(50, 240);
    if (!dice.chance(REACHES_THANKS[shopper.device] ?? 0)) return;
    see('/thanks');
    const coupon = shopper.campaign !== '' && dice.chance(0.4);
    const sum = Math.round(price * share * quantity * (coupon ? 0.9 : 1));
    const total = priceOf(sum < FREE_SHIPPING ? sum + SHIPPING : sum);
    wait(1, 3);
    happen('Purchase', { ...goods, payment: dice.pick(PAYMENTS), ...(coupon && { coupon: 'TEA10' }) }, total);
  }

  do {
    see(path);
    const product = PRODUCTS[path];
    if (product && dice.chance(0.16 * interest)) order(product);
    else if (path.startsWith('/journal') && dice.chance(0.04)) {
      wait(20, 60);
      happen('Newsletter signup', { place: 'article' });
    } else if (path === '/' && dice.chance(0.006)) {
      wait(10, 40);
      happen('Newsletter signup', { place: 'footer' });
    } else if (path === '/subscriptions' && dice.chance(0.06 * interest)) {
      const { plan, price } = dice.pick(PLANS);
      wait(30, 150);
      happen('Subscribe', { plan, gift: dice.chance(0.2) }, priceOf(price));
    }
    wait(15, 255);
    path = dice.pick(PAGES);
  } while (dice.chance(0.58));
  return steps;
}
