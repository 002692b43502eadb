import { createAccount } from '../auth/accounts.ts';
import { createApiKey, operator } from '../auth/keys.ts';
import { localTime } from '../calendar/clock.ts';
import { DAY_MS, dayText } from '../calendar/days.ts';
import { createHitIds } from '../ingest/recorder/ids.ts';
import { lockWebsites } from '../ingest/store/locks.ts';
import { storeDrops, storeHits } from '../ingest/store/store.ts';
import { type Context, createContext, type Deps } from '../request/context.ts';
import { createWebsite } from '../websites/changes.ts';
import { createFunnel } from '../websites/funnels/changes.ts';
import { createGoal } from '../websites/goals/changes.ts';
import { dice } from './random.ts';
import { type DemoSite, traffic } from './traffic.ts';

const ACCOUNT = { email: 'demo@example.com', password: 'tea and biscuits' };
const DAYS = 365;
const SEED = 20_261_121;
const TIMEZONE = 'Europe/Berlin';
/** Number of days that are stored in one transaction. */
const BATCH = 7;

/** The goals of the shop, in the order of their ids. */
const GOALS = [
  { name: 'Purchase', filter: { event: { in: ['Purchase'] } } },
  { name: 'Subscription', filter: { event: { in: ['Subscribe'] } } },
  { name: 'Newsletter signup', filter: { event: { in: ['Newsletter signup'] } } },
  { name: 'Read about brewing', filter: { property: { name: 'topic', in: ['brewing'] } } },
];

/** Creates goals and a saved funnel of the shop. */
async function createGoals(websiteId: number, context: Context): Promise<void> {
  const ids = new Map<string, number>();
  for (const goal of GOALS)
    ids.set(goal.name, (await createGoal({ website_id: websiteId, ...goal }, context)).id);
  const steps = [
    { name: 'Product', filter: { page: { startsWith: '/teas/' } } },
    { name: 'Cart', filter: { page: { in: ['/cart'] } } },
    { name: 'Checkout', filter: { page: { in: ['/checkout'] } } },
    { goal: ids.get('Purchase') },
  ];
  await createFunnel({ website_id: websiteId, name: 'Checkout', steps }, context);
}

/** The content of the demo database. */
export interface Demo {
  /** The email address of the account. */
  email: string;
  password: string;
  key: string;
  websiteId: number;
  trackingId: string;
  hits: number;
  /** The websites, with the traffic that they have. */
  sites: DemoSite[];
  /** First and last of the latest thirty days, as `Y-m-d`. */
  from: string;
  to: string;
}

/**
 * Fills an empty database with an account, an API key, a shop with goals and a funnel, a blog, and a year of
 * traffic, stored as real hits are.
 */
export async function fillDemo(deps: Deps): Promise<Demo> {
  const account = await createAccount(ACCOUNT, deps);
  const context = createContext(deps, operator(account.id));
  const { key } = await createApiKey({ name: 'Demo' }, context);
  const shop = await createWebsite(
    { url: 'https://teahouse.example', privacy: 0, timezone: TIMEZONE },
    context,
  );
  await createGoals(shop.id, context);
  const blog = await createWebsite({ url: 'https://blog.teahouse.example', timezone: TIMEZONE }, context);

  const nextId = await createHitIds({ write: deps.db.write, now: deps.now })();
  let hits = 0;
  const sites: DemoSite[] = [
    { websiteId: shop.id, domain: shop.domain, timezone: TIMEZONE, size: 1, shop: true },
    { websiteId: blog.id, domain: blog.domain, timezone: TIMEZONE, size: 0.3 },
  ];
  for (const site of sites) {
    const days = [...traffic(site, DAYS, deps.now(), dice(SEED + site.websiteId))];
    for (let index = 0; index < days.length; index += BATCH) {
      const batch = days.slice(index, index + BATCH);
      await deps.db.write(async (tx) => {
        await lockWebsites(tx, [site]);
        await storeHits(
          tx,
          batch.flatMap((day) => day.hits),
          nextId,
        );
        await storeDrops(
          tx,
          batch.flatMap((day) => day.drops),
        );
      });
      hits += batch.reduce((sum, day) => sum + day.hits.length, 0);
    }
  }
  const day = (at: number) => dayText(localTime(TIMEZONE, at).day);
  const now = deps.now();
  return {
    ...ACCOUNT,
    key,
    websiteId: shop.id,
    trackingId: shop.trackingId,
    hits,
    sites,
    from: day(now - 29 * DAY_MS),
    to: day(now),
  };
}
