import { expect } from '@jest/globals';
import { newWebsite, rest } from './rest.ts';
import { CHROME, IPHONE, NOON, type TestServer } from './server.ts';
import { sendHit } from './track.ts';

/** The day of all hits of {@link recordShop}. */
export const SHOP_DAY = { from: '2026-11-21', to: '2026-11-21' };

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

type Fields = { path: string } & Record<string, unknown>;

const page = (path: string, properties?: object): Fields => ({ path, ...(properties && { properties }) });
const event = (path: string, name: string, more: object = {}): Fields => ({ path, event: { name, ...more } });
const purchase = (plan: string, amount: string | number, currency: string, more: object = {}): Fields =>
  event('/checkout', 'Purchase', { properties: { plan, ...more }, revenue: { amount, currency } });

/** What the three visitors did: seconds after noon, and a hit. */
const VISITORS: readonly [agent: string, hits: readonly [seconds: number, Fields][]][] = [
  [
    CHROME,
    [
      [0, page('/')],
      [60, page('/pricing', { plan: 'pro' })],
      [120, event('/pricing', 'Signup')],
      [180, purchase('pro', 0.1, 'EUR', { seats: 5, trial: false })],
      [190, purchase('pro', '0.2', 'EUR')],
    ],
  ],
  [
    FIREFOX,
    [
      [200, page('/')],
      [260, event('/', 'Signup', { properties: { plan: 'free' } })],
    ],
  ],
  [
    IPHONE,
    [
      [300, page('/')],
      [310, page('/pricing')],
      [320, event('/pricing', 'Trial', { properties: { plan: 'pro' } })],
    ],
  ],
];

/**
 * Registers `example.com`, and records three visitors of a shop over HTTP: the first one signs up and buys,
 * the second one signs up, the third one only looks at the prices.
 */
export async function recordShop(server: TestServer, fields: Record<string, string> = {}): Promise<string> {
  const { tracking_id: website } = await newWebsite(server, fields);
  const hits = VISITORS.flatMap(([agent, own]) => own.map(([seconds, hit]) => ({ agent, seconds, hit })));
  for (const { agent, seconds, hit } of hits.sort((one, other) => one.seconds - other.seconds)) {
    server.setTime(NOON + 1_000 * seconds);
    const { path, ...rest } = hit;
    const response = await sendHit(
      server,
      { website, page: `https://example.com${path}`, ...rest },
      { 'user-agent': agent },
    );
    expect([response.status, response.headers.get('x-footfall-ignored')]).toEqual([202, null]);
  }
  server.setTime(NOON);
  return website;
}

/** Requests a path of the shop over REST, for its day by default. Objects of the query become JSON. */
export function readShop<Data>(server: TestServer, path: string, query: object = {}) {
  const texts = Object.entries({ ...SHOP_DAY, ...query }).map(([key, value]) => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return rest<Data>(server, `/api/v1/${path}?${new URLSearchParams(texts)}`);
}
