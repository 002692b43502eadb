import type { RunningServer } from '../../src/app/server.ts';
import { createAccount } from '../../src/auth/accounts.ts';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { dice } from '../../src/demo/random.ts';
import { traffic } from '../../src/demo/traffic.ts';
import { createHitIds } from '../../src/ingest/recorder/ids.ts';
import { storeDrops, storeHits } from '../../src/ingest/store/store.ts';
import { createContext } from '../../src/request/context.ts';
import { createWebsite } from '../../src/websites/changes.ts';
import type { Kept } from '../../test/support/upgrade/numbers.ts';

const ACCOUNT = { email: 'owner@example.com', password: 'correct horse battery' };
const DAYS = 365;
/** Days with more hits, which have chunks of their own. */
const BUSY_DAYS = 6;

/** The User-Agent of a browser. */
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/142.0.0.0 Safari/537.36';

/**
 * The longest and most unusual values that this version accepts. Later versions must keep them, even if they
 * accept less.
 */
const ODD = [
  '(other)',
  '\u202egnp.exe',
  'zero\u200bwidth',
  'é'.repeat(200),
  '日本',
  "it's “quoted”",
  '%',
  '_',
];

/**
 * Fills the database of a server: an account, keys, a session, websites, a year of traffic, drops,
 * reports.
 */
export async function fillFixture({ deps, url }: RunningServer): Promise<Pick<Kept, 'account' | 'key'>> {
  const { id } = await createAccount(ACCOUNT, deps);
  const context = createContext(deps, operator(id));
  const { key } = await createApiKey({ name: 'Everything' }, context);
  const shop = await createWebsite(
    {
      url: 'https://teahouse.example',
      privacy: 0,
      timezone: 'Europe/Berlin',
      email: 1,
      email_every: 'monthly',
    },
    context,
  );
  const blog = await createWebsite(
    { url: 'https://blog.example', privacy: 2, password: 'page password', exclude_ips: '10.0.0.0/8' },
    context,
  );
  await createApiKey({ name: 'Bound', scopes: ['stats:read'], website_id: blog.id }, context);

  const nextId = await createHitIds({ write: deps.db.write, now: deps.now })();
  for (const [{ id: websiteId, timezone }, size, count] of [
    [shop, 0.02, DAYS],
    [shop, 0.4, BUSY_DAYS],
    [blog, 0.005, DAYS],
  ] as const) {
    const days = [...traffic({ websiteId, timezone, size }, count, deps.now(), dice(websiteId + count))];
    const [hits, drops] = [days.flatMap((day) => day.hits), days.flatMap((day) => day.drops)];
    await deps.db.write((tx) => storeHits(tx, hits, nextId));
    await deps.db.write((tx) => storeDrops(tx, drops));
  }
  await sendOdd(url, shop.trackingId);
  await logIn(url);
  const period = { createdAt: new Date(deps.now()), attempts: 1 };
  await deps.db.write(async (tx) => {
    const sentAt = new Date(deps.now());
    await tx.report.create({
      data: { ...period, websiteId: shop.id, period: '2026-10', state: 'sent', sentAt },
    });
    const error = '550 No such mailbox';
    await tx.report.create({
      data: { ...period, websiteId: blog.id, period: '2026-W46', state: 'refused', error },
    });
  });
  return { account: { id, ...ACCOUNT }, key };
}

/** Sends hits as a browser does, so that a salt and hashed visitors are stored. */
async function sendOdd(url: string, website: string): Promise<void> {
  for (const value of ODD) {
    const page = `https://teahouse.example/${value}?${new URLSearchParams({ utm_campaign: value })}`;
    for (const event of [null, { name: value, value: 1.5, unit: 'EUR' }])
      await fetch(`${url}/api/event`, {
        method: 'POST',
        headers: { 'user-agent': `${AGENT} ${value.length}` },
        body: JSON.stringify({ website, page, event }),
      });
  }
}

async function logIn(url: string): Promise<void> {
  const query = 'mutation ($input: LogInInput!) { logIn(input: $input) { __typename } }';
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: ACCOUNT } }),
  });
  if (!response.headers.get('set-cookie')) throw new Error(`Login failed: ${await response.text()}`);
}
