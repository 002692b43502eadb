import { describe, expect, test } from '@jest/globals';
import { changeWebsite, form, invalidBody, json, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

describe('exclude_ips', () => {
  const shared = sharedServer({}, newWebsite);

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.0/24\n2001:db8::1\n2001:db8::/32', '203.0.113.0/24\n2001:db8::1\n2001:db8::/32'],
    ['\n203.0.113.7\r\n\r\n  2001:db8::1  \n\n', '203.0.113.7\n2001:db8::1'],
    ['0.0.0.0/0\n::/0', '0.0.0.0/0\n::/0'],
    [' \n\r\n', null],
    ['', null],
  ])('accepts addresses and ranges, one per line: %j', async (exclude_ips, kept) => {
    expect((await changeWebsite(shared(), 1, { exclude_ips })).exclude_ips).toBe(kept);
  });

  test.each([
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.7/33',
    '2001:db8::/129',
    '2001:db8:::1',
    '203.0.113.7, 203.0.113.8',
    '203.0.113.7-203.0.113.9',
    '203.0.113.*',
    '203.0.113.7/',
    '203.0.113.7/-1',
    '0x7f.1',
    '010.0.0.1',
    'fe80::1%eth0',
  ])('rejects the line "%s" and names it', async (line) => {
    const fields = { url: 'new.example', exclude_ips: `10.0.0.1\n\n${line}\n::1` };
    const { status, body } = await rest(shared(), WEBSITES, form('POST', fields));
    const message =
      `Line 3, "${line}", must be an IP address or a CIDR range, ` +
      'for example 203.0.113.7 or 2001:db8::/32.';
    expect([status, body]).toEqual([422, invalidBody({ exclude_ips: [message] })]);
  });

  test('names all invalid lines at once', async () => {
    await using server = await startTestServer();
    const { body } = await rest(
      server,
      WEBSITES,
      form('POST', { url: 'a.example', exclude_ips: 'x\n::1\ny' }),
    );
    expect(body.errors?.exclude_ips).toEqual([
      expect.stringContaining('Line 1, "x"'),
      expect.stringContaining('Line 3, "y"'),
    ]);
  });

  test.each([form('PUT', { exclude_ips: '' }), json('PATCH', { exclude_ips: null })])(
    'is cleared by an empty field and by null',
    async (init) => {
      await changeWebsite(shared(), 1, { exclude_ips: '10.0.0.1' });
      const { status, body } = await rest(shared(), `${WEBSITES}/1`, init);
      expect([status, body.data.exclude_ips]).toEqual([200, null]);
    },
  );
});

describe('all invalid fields are reported at once', () => {
  const shared = sharedServer({}, newWebsite);

  test.each([
    [
      { url: 'ftp://x', privacy: '3', email: '2', exclude_bots: 'yes', exclude_ips: 'x', timezone: 'Mars' },
      ['email', 'exclude_bots', 'exclude_ips', 'privacy', 'timezone', 'url'],
    ],
    [{ privacy: '2', email: '7', url: 'new.example' }, ['email', 'password']],
    [{ url: 'https://www.example.com', email: '7' }, ['email', 'url']],
    [{ url: 'https://www.example.com', privacy: '2' }, ['password', 'url']],
  ])('for %j', async (fields, wrong) => {
    const { status, body } = await rest(shared(), WEBSITES, form('POST', fields as Record<string, string>));
    expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, wrong]);
  });

  test.each([
    ['per_page=5&page=0&sort=up', '', ['page', 'per_page', 'sort']],
    ['', 'from=2026-11-22&to=2026-11-21&name=page&per_page=5', ['per_page', 'to']],
    ['', 'from=2026-11-22&to=2026-11-21&name=pages', ['name', 'to']],
    ['', 'sort=asc', ['from', 'name', 'sort', 'to']],
  ])('for the query %s%s', async (list, stats, wrong) => {
    const { status, body } = await rest(shared(), list ? `${WEBSITES}?${list}` : `/api/v1/stats/1?${stats}`);
    expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, wrong]);
  });
});

test('an update with one invalid field changes nothing', async () => {
  await using server = await startTestServer();
  const before = await newWebsite(server);
  const { status } = await rest(server, `${WEBSITES}/1`, form('PUT', { email: '1', privacy: '5' }));
  expect(status).toBe(422);
  expect(await changeWebsite(server, 1, {})).toEqual(before);
});
