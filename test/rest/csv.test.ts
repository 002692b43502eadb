import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { recordSmallSite, SMALL_PERIOD } from '../support/engine/smallSite.ts';
import { newLink } from '../support/links.ts';
import { changeWebsite, invalidBody, newWebsite, rest } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { sendHit } from '../support/track.ts';

const server = sharedServer({}, recordSmallSite);

const addressOf = (name: string, query: object, id = 1) =>
  `/api/v1/${name}/${id}?${new URLSearchParams({ ...SMALL_PERIOD, format: 'csv', ...query })}`;

async function csv(name: string, query: object, started: TestServer = server(), key?: string | null) {
  const response = await started.call(addressOf(name, query), key === undefined ? {} : { key });
  return { response, text: await response.text() };
}

test('a statistic is a table with a row of names, in UTF-8 without a byte-order mark', async () => {
  const { response, text } = await csv('stats', { name: 'page' });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('etag')).toMatch(/^W\//);
  expect(text).toBe('value,count\r\n/,3\r\n/blog/a,2\r\n/pricing,2\r\n/Blog/B,1\r\n/docs/%C3%A9,1\r\n');
});

test('the metrics have a row for each period', async () => {
  const { text } = await csv('metrics', {});
  expect(text.split('\r\n')).toEqual([
    'period,visitors,visits,pageviews,events,bounces,bounce_rate,visit_duration,views_per_visit',
    `current,6,7,9,3,3,${3 / 7},${1440 / 7},${9 / 7}`,
    'previous,0,0,0,0,0,,,',
    '',
  ]);
  expect((await csv('metrics', { compare: 'none' })).text.split('\r\n')).toHaveLength(3);
});

test('a breakdown has its dimensions and all metrics as columns, and the same rows as JSON', async () => {
  for (const by of ['channel, country', 'hour', 'page']) {
    const { text } = await csv('breakdown', { by });
    const { body } = await rest<Record<string, unknown>[]>(
      server(),
      addressOf('breakdown', { by, format: 'json' }),
    );
    const texts = body.data.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)]),
      ),
    );
    expect(parse(text, { columns: true })).toEqual(texts);
  }
  const none = await csv('breakdown', { by: 'page', from: '2020-01-01', to: '2020-01-02' });
  expect(none.text).toMatch(/^page,visitors,.*\r\n$/);
});

test('pages are linked in the header Link', async () => {
  const { response } = await csv('breakdown', { by: 'page,hour', per_page: 10 });
  const next = /<https:\/\/stats\.example\.com([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '');
  const second = await server().call(next?.[1] ?? '');
  expect((await second.text()).split('\r\n')[0]).toMatch(/^page,hour,visitors/);
  expect(second.headers.get('link')).toContain('rel="prev"');
  expect(second.headers.get('link')).not.toContain('rel="next"');
});

test('errors stay JSON', async () => {
  const wrong = await rest(server(), addressOf('stats', { name: 'x' }));
  expect([wrong.status, wrong.body.errors]).toEqual([422, { name: [expect.any(String)] }]);
  const format = await rest(server(), addressOf('stats', { name: 'page', format: 'xml' }));
  expect([format.status, format.body]).toEqual([
    422,
    invalidBody({ format: ['Must be one of: json, csv.'] }),
  ]);
});

test('values that a spreadsheet would take for a formula are escaped, and amounts have columns', async () => {
  await using started = await startTestServer();
  const { tracking_id: website } = await newWebsite(started);
  const names = ['=1+1', '+1', '-1', '@a', 'a,"b"', '\t=1'];
  for (const [index, name] of names.entries())
    await sendHit(started, {
      website,
      page: 'https://example.com/',
      event: { name, revenue: { amount: -1.5 * index, currency: index % 2 ? 'USD' : 'EUR' } },
    });
  const query = { from: '2026-11-21', to: '2026-11-21' };
  const { text } = await csv('breakdown', { ...query, by: 'event', revenue: '1' }, started);
  const rows = parse(text, { columns: true }) as Record<string, string>[];
  const cells = rows.map(({ event, revenue_EUR, revenue_USD }) => [event, revenue_EUR, revenue_USD]);
  expect(cells.toSorted()).toEqual(
    [
      ["'=1+1", '0.00', ''],
      ["'+1", '', '-1.50'],
      ["'-1", '-3.00', ''],
      ["'@a", '', '-4.50'],
      ['a,"b"', '-6.00', ''],
      ["'=1", '', '-7.50'],
    ].toSorted(),
  );
  const revenue = await csv('revenue', query, started);
  expect(revenue.text).toBe('currency,amount\r\nEUR,-9.00\r\nUSD,-13.50\r\n');
});

test('without a key, a public website can be read as CSV, and no other', async () => {
  await using started = await startTestServer();
  await recordSmallSite(started);
  const status = async (name: string, query: object) =>
    (await csv(name, query, started, null)).response.status;
  const requests = [
    ['stats', { name: 'page' }],
    ['metrics', {}],
    ['breakdown', { by: 'page' }],
  ] as const;
  for (const [name, query] of requests) expect(await status(name, query)).toBe(401);
  expect((await started.call(addressOf('stats', { name: 'page' }, 99), { key: null })).status).toBe(401);
  await changeWebsite(started, 1, { privacy: 0 });
  for (const [name, query] of requests) {
    expect(await status(name, query)).toBe(200);
    expect(await status(name, { ...query, format: 'json' })).toBe(401);
  }
  expect(await status('revenue', {})).toBe(401);
  expect(await status('goals', {})).toBe(401);
  expect((await started.call('/api/v1/websites?format=csv', { key: null })).status).toBe(401);
  expect((await started.call('/api/v1/export/1?format=csv', { key: null })).status).toBe(401);
  // The rules of the page apply.
  await changeWebsite(started, 1, { hide_below: 3 });
  const hidden = await csv('stats', { name: 'page' }, started, null);
  expect(hidden.text).toBe('value,count\r\n/,3\r\n(few),6\r\n');
  expect(await status('stats', { name: 'page', filter: '{"country":{"in":["DE"]}}' })).toBe(403);
});

test('with the token of a shared link, what the link shows can be read as CSV', async () => {
  await using started = await startTestServer();
  await recordSmallSite(started);
  const tokenOf = async (fields: object) =>
    new URL((await newLink(started, fields)).url).pathname.split('/').at(-1);
  const link = await tokenOf({ panels: ['PAGE'] });
  const status = async (query: object, key: string | null = null) =>
    (await csv('stats', { name: 'page', link, ...query }, started, key)).response.status;
  expect(await status({})).toBe(200);
  expect(await status({ name: 'country' })).toBe(403);
  expect(await status({ format: 'json' })).toBe(401);
  expect(await status({ link: 'x'.repeat(32) })).toBe(401);
  expect(await status({}, started.key)).toBe(400);
  const locked = await tokenOf({ password: 'seven brown teapots' });
  expect(await status({ link: locked })).toBe(401);
});
