import { describe, expect, test } from '@jest/globals';
import {
  changeWebsite,
  form,
  invalidBody,
  json,
  MISSING,
  newWebsite,
  rest,
  statRows,
  WEBSITES,
} from '../support/rest.ts';
import { NOON, startTestServer } from '../support/server.ts';
import { countOf } from '../support/tables.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const TIME = '2026-11-21T12:00:00.000Z';

/** The record of a website that was created with only its url. */
const DEFAULTS = {
  id: 1,
  url: 'https://example.com',
  domain: 'example.com',
  privacy: 1,
  email: 0,
  exclude_bots: 1,
  exclude_ips: null,
  exclude_spam: 1,
  hosts: null,
  query: null,
  aliases: null,
  has_password: false,
  timezone: 'UTC',
  tracking_id: expect.stringMatching(/^[\w-]{8,}$/),
  created_at: TIME,
  updated_at: TIME,
};

describe('store', () => {
  test('returns 201 with the complete record, its defaults and a Location header', async () => {
    await using server = await startTestServer();
    const { status, headers, body } = await rest(server, WEBSITES, form('POST', { url: 'example.com' }));
    expect(status).toBe(201);
    expect(body).toEqual({ data: DEFAULTS, status: 201 });
    expect(headers.get('location')).toBe('https://stats.example.com/api/v1/websites/1');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('stores every given field', async () => {
    await using server = await startTestServer();
    const fields = {
      url: 'https://shop.example/start',
      privacy: '2',
      password: 'open sesame',
      email: '1',
      exclude_bots: '0',
      exclude_ips: '203.0.113.7\n2001:db8::/32',
      timezone: 'America/St_Johns',
    };
    const { body } = await rest(server, WEBSITES, form('POST', fields));
    expect(body.data).toEqual({
      ...DEFAULTS,
      url: 'https://shop.example/start',
      domain: 'shop.example',
      privacy: 2,
      email: 1,
      exclude_bots: 0,
      exclude_ips: '203.0.113.7\n2001:db8::/32',
      has_password: true,
      timezone: 'America/St_Johns',
    });
  });

  test('gives every website a unique id and tracking id', async () => {
    await using server = await startTestServer();
    const made = [
      await newWebsite(server, { url: 'a.example' }),
      await newWebsite(server, { url: 'b.example' }),
    ];
    expect(made.map(({ id }) => id)).toEqual([1, 2]);
    expect(new Set(made.map(({ tracking_id }) => tracking_id)).size).toBe(2);
  });

  test('treats empty form fields as omitted', async () => {
    await using server = await startTestServer();
    const empty = { privacy: '', password: '', email: '', exclude_bots: '', exclude_ips: '', timezone: '' };
    expect(await newWebsite(server, empty)).toEqual(DEFAULTS);
  });
});

test('show returns 200 with the record that store returned', async () => {
  await using server = await startTestServer();
  const data = await newWebsite(server, { exclude_ips: '10.0.0.0/8' });
  const { status, body } = await rest(server, `${WEBSITES}/${data.id}`);
  expect([status, body]).toEqual([200, { data, status: 200 }]);
});

describe('update', () => {
  test('keeps omitted fields and the creation time', async () => {
    await using server = await startTestServer();
    const before = await newWebsite(server, {
      privacy: '2',
      password: 'open sesame',
      email: '1',
      exclude_bots: '0',
      exclude_ips: '10.0.0.1',
      timezone: 'Asia/Tokyo',
    });
    server.setTime(NOON + 90_000);
    const { status, body } = await rest(server, `${WEBSITES}/1`, form('PUT', { email: '0' }));
    const data = { ...before, email: 0, updated_at: '2026-11-21T12:01:30.000Z' };
    expect([status, body]).toEqual([200, { data, status: 200 }]);
    expect((await rest(server, `${WEBSITES}/1`)).body.data).toEqual(data);
  });

  test('changes the url under the rules of create', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await newWebsite(server, { url: 'taken.example' });
    const moved = await changeWebsite(server, 1, { url: 'HTTP://www.New.example' });
    expect(moved).toMatchObject({ url: 'http://www.new.example', domain: 'new.example' });
    expect(await changeWebsite(server, 1, { url: 'https://new.example/home' })).toMatchObject({
      url: 'https://new.example/home',
    });
    const taken = await rest(server, `${WEBSITES}/1`, form('PATCH', { url: 'https://www.taken.example' }));
    expect(taken.body).toEqual(invalidBody({ url: [expect.stringContaining('already has a website')] }));
    const wrong = await rest(
      server,
      `${WEBSITES}/1`,
      form('PATCH', { url: 'ftp://new.example', email: '1' }),
    );
    expect(wrong.body).toEqual(invalidBody({ url: [expect.stringContaining('http or https')] }));
    expect((await rest(server, `${WEBSITES}/1`)).body.data).toMatchObject({
      url: 'https://new.example/home',
      email: 0,
    });
  });

  test('keeps the tracking id, because the pages of the website contain it', async () => {
    await using server = await startTestServer();
    const { tracking_id } = await newWebsite(server);
    expect((await changeWebsite(server, 1, { url: 'new.example', privacy: 0 })).tracking_id).toBe(
      tracking_id,
    );
  });

  test('treats an empty body as no change', async () => {
    await using server = await startTestServer();
    const before = await newWebsite(server);
    for (const init of [form('PUT', {}), json('PATCH', {})]) {
      const { status, body } = await rest(server, `${WEBSITES}/1`, init);
      expect([status, body.data]).toEqual([200, before]);
    }
  });

  test('treats a missing body without a content type as no change', async () => {
    await using server = await startTestServer();
    const data = await newWebsite(server);
    const { status, body } = await rest(server, `${WEBSITES}/1`, { method: 'PUT' });
    expect([status, body]).toEqual([200, { data, status: 200 }]);
  });
});

test('delete returns 200 and deletes the statistics of the website, but not those of others', async () => {
  await using server = await startTestServer();
  const sites = [await newWebsite(server), await newWebsite(server, { url: 'other.example' })];
  for (const { domain, tracking_id: website } of sites) {
    const page = `https://${domain}/a`;
    expect(outcome(await sendHit(server, { website, page }))).toEqual(RECORDED);
    expect(outcome(await sendHit(server, { website, page: 'https://elsewhere.example/' }))).toEqual([
      202,
      'wrong_host',
    ]);
  }
  const tables = ['Hit', 'Visit', 'DayTotal', 'Drop'];
  for (const table of tables) expect(await countOf(server, table, 1)).toBeGreaterThan(0);

  const { status, body } = await rest(server, `${WEBSITES}/1`, { method: 'DELETE' });
  expect([status, body]).toEqual([200, { id: 1, object: 'website', deleted: true, status: 200 }]);
  const left = await Promise.all(tables.map((table) => countOf(server, table, 1)));
  expect(left).toEqual([0, 0, 0, 0]);
  const lock = await server.deps.db.read.websiteLock.findUnique({ where: { websiteId: 1 } });
  expect(lock).toEqual({ websiteId: 1, deleted: true });
  for (const where of [`${WEBSITES}/1`, '/api/v1/stats/1?name=page&from=2026-11-21&to=2026-11-21']) {
    const gone = await rest(server, where);
    expect([gone.status, gone.body]).toEqual([404, MISSING]);
  }
  expect((await rest(server, `${WEBSITES}/1`, { method: 'DELETE' })).body).toEqual(MISSING);
  expect(await statRows(server, 2, 'page')).toEqual([['/a', 1]]);
  // The domain is free again, under a new id: the old statistics do not come back.
  const again = await newWebsite(server);
  expect(again.id).toBe(3);
  expect(await statRows(server, again.id, 'page')).toEqual([]);
});
