import { describe, expect, test } from '@jest/globals';
import { dice } from '../../src/demo/random.ts';
import { traffic } from '../../src/demo/traffic.ts';
import type { Hit } from '../../src/ingest/hit.ts';
import { createFieldReader } from '../../src/ingest/request/fields.ts';
import { readProperties } from '../../src/ingest/request/properties.ts';

const SITE = { websiteId: 1, timezone: 'Europe/Berlin', size: 1, shop: true };
const hitsOf = (seed: number, days = 45): Hit[] =>
  [...traffic(SITE, days, Date.UTC(2026, 10, 21, 12), dice(seed))].flatMap((day) => day.hits);

const hits = hitsOf(1);
const purchases = hits.filter(({ event }) => event?.name === 'Purchase');
const isProduct = ({ path }: Hit) => path.startsWith('/teas/');
const is = (page: string) => (hit: Hit) => hit.event === null && hit.path === page;

/** The share of visitors with a hit that meets a condition who have one that meets another condition. */
function rate(some: readonly Hit[], from: (hit: Hit) => boolean, to: (hit: Hit) => boolean): number {
  const visitors = (meets: (hit: Hit) => boolean) =>
    new Set(some.filter(meets).map(({ day, visitor }) => `${day} ${visitor}`));
  const reached = visitors(to);
  const all = [...visitors(from)];
  return all.filter((visitor) => reached.has(visitor)).length / all.length;
}

describe('the shop of the demo', () => {
  test('has the same visitors for the same seed, and others for another one', () => {
    const few = hitsOf(1, 5);
    expect(hitsOf(1, 5)).toEqual(few);
    expect(hitsOf(2, 5)).not.toEqual(few);
  });

  test('has properties in the form in which hits are stored', () => {
    const texts = new Set(hits.flatMap(({ properties }) => properties ?? []));
    expect(texts.size).toBeGreaterThan(50);
    for (const text of texts) {
      const fields = createFieldReader();
      expect(readProperties('properties', JSON.parse(text), fields)).toBe(text);
      expect(fields.ignored).toEqual([]);
    }
    const names = new Set([...texts].flatMap((text) => Object.keys(JSON.parse(text))));
    expect([...names].sort()).toEqual(
      [
        'category',
        'coupon',
        'gift',
        'payment',
        'place',
        'plan',
        'product',
        'quantity',
        'size',
        'topic',
      ].sort(),
    );
  });

  test('has purchases after product, cart and checkout, on the page of thanks', () => {
    expect(purchases.length).toBeGreaterThan(100);
    const ofVisitor = new Map<bigint, Hit[]>();
    for (const hit of hits) ofVisitor.set(hit.visitor, [...(ofVisitor.get(hit.visitor) ?? []), hit]);
    for (const { visitor, at, path } of purchases) {
      const before = (ofVisitor.get(visitor) ?? []).filter((hit) => hit.at < at);
      expect(path).toBe('/thanks');
      for (const page of ['/cart', '/checkout', '/thanks']) expect(before.some(is(page))).toBe(true);
      expect(before.some(isProduct)).toBe(true);
    }
  });

  test('has revenue in euros from Europe and in dollars from elsewhere', () => {
    const currencies = new Set<string>();
    for (const { event, dimensions } of hits) {
      const sells = event?.name === 'Purchase' || event?.name === 'Subscribe';
      expect(event?.revenue !== undefined).toBe(sells);
      if (!event?.revenue) continue;
      expect(event.revenue.currency).toBe(dimensions.continent === 'EU' ? 'EUR' : 'USD');
      // Whole cents of plausible prices.
      expect(event.revenue.amount % 100n).toBe(0n);
      expect(event.revenue.amount > 50_000n && event.revenue.amount < 3_000_000n).toBe(true);
      currencies.add(event.revenue.currency);
    }
    expect([...currencies].sort()).toEqual(['EUR', 'USD']);
  });

  test('loses more buyers at the checkout on phones than on desktops', () => {
    const of = (device: string) => hits.filter(({ dimensions }) => dimensions.device === device);
    for (const [from, to] of [
      ['/cart', '/checkout'],
      ['/checkout', '/thanks'],
    ] as const) {
      const [phone, desktop] = ['mobile', 'desktop'].map((device) => rate(of(device), is(from), is(to)));
      expect(phone).toBeLessThan((desktop ?? 0) - 0.1);
    }
  });

  test('sells more to visitors who know it than to those of social networks', () => {
    const of = (...sources: string[]) => hits.filter(({ dimensions }) => sources.includes(dimensions.source));
    const social = rate(of('Instagram', 'Reddit', 'Hacker News'), isProduct, is('/thanks'));
    const direct = rate(of(''), isProduct, is('/thanks'));
    expect(social).toBeGreaterThan(0);
    expect(social).toBeLessThan(direct / 1.5);
  });
});
