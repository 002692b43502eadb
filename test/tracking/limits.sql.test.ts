import { describe, expect, test } from '@jest/globals';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { KIND } from '../support/database.ts';
import { changeWebsite, form, newWebsite, rest, statRows, WEBSITES } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';
import { drops, outcome, RECORDED, sendHit } from '../support/track.ts';

const page = 'https://example.com/';
const DAY = 86_400_000;

/** Returns the size of the database on disk, in bytes. */
async function bytes(server: TestServer): Promise<number> {
  const [found] = await rows<{ bytes: number }>(
    server,
    KIND === 'sqlite'
      ? 'SELECT page_count * page_size AS "bytes" FROM pragma_page_count(), pragma_page_size()'
      : `SELECT CAST(SUM(pg_total_relation_size(quote_ident(tablename)::regclass)) AS BIGINT) AS "bytes"
         FROM pg_tables WHERE tablename IN ('DayTotal', 'Visit', 'Hit', 'Drop', 'WebsiteLock')`,
  );
  return found?.bytes ?? 0;
}

/** Returns a unique text of this length. */
const text = (number: number, length: number) => `${number}-`.padEnd(length, '測');

/** Returns a hit whose values are all new and long. */
function attack(number: number): [fields: object, headers: Record<string, string>] {
  const tags = ['utm_source', 'utm_medium', 'utm_term', 'utm_content'];
  const query = new URLSearchParams(tags.map((tag) => [tag, text(number, 50)]));
  query.set('utm_campaign', text(number, 200));
  const host = `${`${number}`.padEnd(60, 'h')}.${'h'.repeat(60)}.example.com`;
  const view = {
    page: `https://${host}/${number}/${'p'.repeat(900)}?${query}`,
    referrer: `https://${`${number}.`.padEnd(60, 'r')}.${'s'.repeat(60)}.${'t'.repeat(60)}.example/`,
    screen_resolution: `${1 + (number % 99_999)}x${1 + (number % 7_919)}`,
  };
  const event = { name: text(number, 200), value: number, unit: 'u'.repeat(20) };
  return [
    number % 2 ? view : { ...view, event },
    {
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/${number}.0`,
      'x-forwarded-for': `2001:db8::${number.toString(16)}`,
    },
  ];
}

describe('hits with long values that are always new', () => {
  test('take the bytes of their texts, show few distinct values, and keep the totals correct', async () => {
    const most = 10;
    await using server = await startTestServer({ env: { MAX_DISTINCT_VALUES: String(most) } });
    const { id, tracking_id: website } = await newWebsite(server);
    const send = async (from: number, count: number) => {
      const sent = Array.from({ length: count }, async (_, index) => {
        const [fields, headers] = attack(from + index);
        return outcome(await sendHit(server, { website, ...fields }, headers));
      });
      expect(await Promise.all(sent)).toEqual(Array(count).fill(RECORDED));
    };
    await send(0, 50);
    const before = await bytes(server);
    const count = 200;
    for (let from = 50; from < 50 + count; from += 50) await send(from, 50);
    // A visit and a hit without these values take about 250 bytes. The path is stored three times.
    expect((await bytes(server)) - before).toBeLessThan(count * 7_000);

    for (const [name, all] of [
      ['page', 125],
      ['landing_page', 250],
      ['referrer', 250],
      ['campaign', 250],
      ...(['source', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'] as const).map(
        (name) => [name, 250] as const,
      ),
      ['event', 125],
      ['resolution', 250],
    ] as const) {
      const counts = new Map(await statRows(server, id, name));
      expect([name, counts.get('(other)'), counts.size]).toEqual([name, all - most, most + 1]);
    }
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  });

  test('count as (other), but earlier values of the day keep their names, even after a restart', async () => {
    const env = { MAX_DISTINCT_VALUES: '2' };
    await using server = await startTestServer({ env });
    const { id, tracking_id: website } = await newWebsite(server);
    const send = (at: TestServer, path: string) => sendHit(at, { website, page: `${page}${path}` });
    for (const path of ['a', 'b', 'c', 'a']) expect(outcome(await send(server, path))).toEqual(RECORDED);
    await using another = await startTestServer({ env, beside: server });
    for (const path of ['d', 'b']) expect(outcome(await send(another, path))).toEqual(RECORDED);
    const expected = [
      ['(other)', 2],
      ['/a', 2],
      ['/b', 2],
    ];
    expect(await statRows(server, id, 'page')).toEqual(expected);
    const query = `{ website(id: ${id}) { stats(name: PAGE, from: "2026-11-21", to: "2026-11-21") {
      nodes { value label count } } } }`;
    const { body } = await rest<{ website: { stats: { nodes: object[] } } }>(
      server,
      `/graphql?${new URLSearchParams({ query })}`,
    );
    expect(body.data.website.stats.nodes[0]).toEqual({ value: '(other)', label: 'Other', count: 2 });
  });
});

describe('the daily limit', () => {
  test('drops and counts excess hits as quota, even after a restart', async () => {
    await using server = await startTestServer({ env: { DAILY_HIT_LIMIT: '5' } });
    const { id, tracking_id: website } = await newWebsite(server);
    const send = async (at: TestServer, count: number) => {
      const sent = await Promise.all(Array.from({ length: count }, () => sendHit(at, { website, page })));
      return sent.map((response) => outcome(response)[1]).sort();
    };
    expect(await send(server, 4)).toEqual([null, null, null, null]);
    await using another = await startTestServer({ env: { DAILY_HIT_LIMIT: '5' }, beside: server });
    expect(await send(another, 3)).toEqual([null, 'quota', 'quota']);
    expect(await send(server, 1)).toEqual(['quota']);
    expect(await statRows(server, id, 'pageviews')).toEqual([['2026-11-21', 5]]);
    expect(await drops(server)).toEqual([{ websiteId: id, day: 20261121, reason: 'quota', count: 3 }]);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);

    server.setTime(NOON + DAY);
    expect(await send(server, 1)).toEqual([null]);
  });

  test('is exact for concurrent hits, and hits dropped for other reasons do not count', async () => {
    await using server = await startTestServer({ env: { DAILY_HIT_LIMIT: '10' } });
    const { tracking_id: website } = await newWebsite(server);
    const hits = Array.from({ length: 40 }, (_, index) =>
      sendHit(server, { website, page }, index % 2 ? {} : { 'sec-purpose': 'prefetch' }),
    );
    const reasons = (await Promise.all(hits)).map((response) => outcome(response)[1]);
    const count = (reason: string | null) => reasons.filter((one) => one === reason).length;
    expect([count('prefetch'), count(null), count('quota')]).toEqual([20, 10, 10]);
  });

  test('is set by the owner over REST and GraphQL, and applies from the next hit on', async () => {
    await using server = await startTestServer({ env: { DAILY_HIT_LIMIT: '1' } });
    const { id, tracking_id: website } = await newWebsite(server, { daily_limit: '2' });
    const send = async () => outcome(await sendHit(server, { website, page }))[1];
    expect([await send(), await send(), await send()]).toEqual([null, null, 'quota']);
    await changeWebsite(server, id, { daily_limit: 3 });
    expect([await send(), await send()]).toEqual([null, 'quota']);
    await changeWebsite(server, id, { daily_limit: 0 });
    expect([await send(), await send()]).toEqual([null, null]);
    await changeWebsite(server, id, { daily_limit: null });
    expect(await send()).toBe('quota');

    const wrong = await rest(server, `${WEBSITES}/${id}`, {
      method: 'PATCH',
      body: new URLSearchParams({ daily_limit: '-1' }),
    });
    expect([wrong.status, wrong.body.errors?.daily_limit]).toEqual([
      422,
      ['Must be a number of hits per day from 0 (no limit) to 1000000000.'],
    ]);
    const query = `mutation { updateWebsite(input: { id: ${id}, dailyLimit: 7, trimSlash: false }) {
      ... on UpdateWebsiteSuccess { website { dailyLimit trimSlash } } } }`;
    const changed = await server.call('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await changed.json()).toMatchObject({
      data: { updateWebsite: { website: { dailyLimit: 7, trimSlash: false } } },
    });
  });
});

test('a team has at most 10,000 websites', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  // Copies of the first website, made by the database, because Prisma takes 10 s of CPU time for so many.
  const columns = ['teamId', 'privacy', 'email', 'excludeBots', 'timezone', 'createdAt', 'updatedAt'];
  const copied = columns.map((name) => `"${name}"`).join(', ');
  await server.deps.db.write((tx) =>
    tx.$executeRawUnsafe(`
      WITH RECURSIVE "numbers"("n") AS (SELECT 1 UNION ALL SELECT "n" + 1 FROM "numbers" WHERE "n" < 9998)
      INSERT INTO "Website" ("url", "domain", "trackingId", ${copied})
      SELECT 'https://' || "n" || '.test', "n" || '.test', 'id ' || "n", ${copied}
      FROM "Website" CROSS JOIN "numbers"`),
  );
  await newWebsite(server, { url: 'last.example' });
  const { status, body } = await rest(server, WEBSITES, form('POST', { url: 'more.example' }));
  expect([status, body.errors?.url]).toEqual([
    422,
    ['The team already has the maximum of 10000 websites. Delete one first.'],
  ]);
});

describe('a hit without an id', () => {
  test('gets the same response for a registered and an unregistered domain, counted or dropped', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { url: 'known.example' });
    const shown = async (host: string, headers: Record<string, string> = {}, fields: object = {}) => {
      const response = await sendHit(server, { page: `https://${host}/`, ...fields }, headers);
      const { date: _, ...rest } = Object.fromEntries(response.headers);
      return { status: response.status, headers: rest, body: await response.text() };
    };
    for (const headers of [{}, { 'user-agent': 'curl/8.5.0' }, { 'sec-purpose': 'prefetch' }])
      for (const fields of [{}, { event: { name: 'Order' } }, { referrer: 'http://semalt.com/' }])
        expect(await shown('known.example', headers, fields)).toEqual(
          await shown('unknown.example', headers, fields),
        );
    expect(await shown('known.example')).toEqual(await shown(`${'a.'.repeat(200)}example`));
    const counted = await drops(server);
    expect(counted.filter(({ websiteId }) => websiteId === 0)).toEqual([
      { websiteId: 0, day: 20261121, reason: 'unknown_website', count: 10 },
    ]);
  });

  test('queries the database once for a repeated host, registered or not', async () => {
    const asked: string[] = [];
    await using server = await startTestServer({ onQuery: (sql) => void asked.push(sql) });
    await newWebsite(server, { url: 'known.example' });
    for (const host of ['known.example', 'unknown.example']) {
      asked.length = 0;
      for (let number = 0; number < 3; number += 1) await sendHit(server, { page: `https://${host}/` });
      const lookUps = asked.filter((sql) => /FROM .*Website.* WHERE .*domain/s.test(sql));
      expect([host, lookUps.length]).toEqual([host, 1]);
    }
  });
});

describe('a trailing slash', () => {
  test('makes no other page, unless the website keeps trailing slashes', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    const send = (path: string) => sendHit(server, { website, page: `https://example.com${path}` });
    for (const path of ['/about', '/about/', '/', '']) await send(path);
    expect(await statRows(server, id, 'page')).toEqual([
      ['/', 2],
      ['/about', 2],
    ]);
    await changeWebsite(server, id, { trim_slash: 0 });
    await send('/about/');
    expect(await statRows(server, id, 'page')).toEqual([
      ['/', 2],
      ['/about', 2],
      ['/about/', 1],
    ]);
  });
});

describe('invisible characters', () => {
  test('are removed from everything that is shown', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    const odd = 'sp\u202er\u200bi\u2066n\ufeffg\u0000\u001b\u2028';
    await sendHit(server, {
      website,
      page: `https://example.com/${odd}?${new URLSearchParams({ utm_campaign: odd })}`,
    });
    await sendHit(server, { website, page, event: { name: odd, value: 1, unit: odd } });
    expect(await statRows(server, id, 'page')).toEqual([['/spring', 1]]);
    expect(await statRows(server, id, 'campaign')).toEqual([['spring', 1]]);
    expect(await statRows(server, id, 'event')).toEqual([['spring', 1]]);
    expect(await rows(server, `SELECT "unit" FROM "Hit" WHERE "event" IS NOT NULL`)).toEqual([
      { unit: 'spring' },
    ]);
    const query = `mutation ($name: String!) { createApiKey(input: { name: $name }) {
      ... on CreateApiKeySuccess { created { apiKey { name } } } } }`;
    const made = await server.call('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { name: odd } }),
    });
    expect(await made.text()).toContain('"name":"spring"');
  });
});
