import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePayload } from '../../src/ingest/request/payload.ts';
import { newWebsite, rest, statRows } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { rows } from '../support/tables.ts';
import { loadPixel, outcome, RECORDED, sendHit } from '../support/track.ts';

const page = 'https://example.com/a';
const LONG = 'x'.repeat(250);

const ignored = (response: Response) => response.headers.get('x-footfall-ignored');
const stored = (server: TestServer, website: number) =>
  rows<{ event: string | null; value: number | null; unit: string | null }>(
    server,
    `SELECT "event", "value", "unit" FROM "Hit" WHERE "websiteId" = ${website}`,
  );

const started = sharedServer();

/** Each test has a website of its own; an account has one for a domain. */
const newSite = () => newWebsite(started());
afterEach(async () => {
  const { body } = await rest<{ id: number }[]>(started(), '/api/v1/websites');
  for (const { id } of body.data) await started().call(`/api/v1/websites/${id}`, { method: 'DELETE' });
});

describe('what decorates a hit never loses it', () => {
  test.each<[object, string, string | null]>([
    // Properties sent, the name in the answer, properties stored.
    [{ 'größe, cm': [1], plan: 'pro' }, 'properties.gr%C3%B6%C3%9Fe%2C%20cm', '{"plan":"pro"}'],
    [{ '\ud800': {}, plan: 'pro' }, 'properties.%EF%BF%BD', '{"plan":"pro"}'],
    [{ 'a\r\nSet-Cookie: b': [] }, 'properties.a%0D%0ASet-Cookie:%20b', null],
    [
      Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${10 + index}`, []])),
      `${Array.from({ length: 20 }, (_, index) => `properties.p${10 + index}`).join(', ')}, and 5 more`,
      null,
    ],
  ])('the properties %j: the answer names %s', async (properties, names, expected) => {
    const server = started();
    const { id, tracking_id: website } = await newSite();
    const response = await sendHit(server, { website, page, properties });
    expect([outcome(response), ignored(response)]).toEqual([RECORDED, names]);
    expect(await rows(server, `SELECT "properties" FROM "Hit" WHERE "websiteId" = ${id}`)).toEqual([
      { properties: expected },
    ]);
  });

  test.each<[unknown, string | null, string | null, number | null, string | null]>([
    // The event sent; what the answer names; the name, value and unit stored.
    [{ name: 'Buy', value: '49.90', unit: 'EUR' }, null, 'Buy', 49.9, 'EUR'],
    [{ name: 'Buy', value: ' -1e2 ' }, null, 'Buy', -100, null],
    [{ name: 'Buy', value: '.5' }, null, 'Buy', 0.5, null],
    [{ name: 'Buy', value: '49,90' }, 'event.value', 'Buy', null, null],
    [{ name: 'Buy', value: '1,234.50' }, 'event.value', 'Buy', null, null],
    [{ name: 'Buy', value: '49.90 EUR' }, 'event.value', 'Buy', null, null],
    [{ name: 'Buy', value: '0x10' }, 'event.value', 'Buy', null, null],
    [{ name: 'Buy', value: '1e999' }, 'event.value', 'Buy', null, null],
    [{ name: 'Buy', value: true }, 'event.value', 'Buy', null, null],
    [{ name: 'Buy', value: [1] }, 'event.value', 'Buy', null, null],
    [{ name: 'Buy', value: {}, unit: {} }, 'event.value, event.unit', 'Buy', null, null],
    [{ name: 'Buy', value: 1, unit: 'x'.repeat(21) }, 'event.unit', 'Buy', 1, 'x'.repeat(20)],
    [{ name: 'Buy', value: 1, unit: 5 }, null, 'Buy', 1, '5'],
    [{ name: 404 }, null, '404', null, null],
    [{ name: false }, null, 'false', null, null],
    [{ name: LONG }, 'event.name', 'x'.repeat(100), null, null],
    [{ name: ` ${'x'.repeat(99)}😀` }, 'event.name', 'x'.repeat(99), null, null],
    [{ name: ['Buy'] }, 'event.name', '(unnamed)', null, null],
    [{ name: ' ', value: 3 }, 'event.name', '(unnamed)', 3, null],
    [{ name: '\u200b' }, 'event.name', '(unnamed)', null, null],
    [{}, 'event.name', '(unnamed)', null, null],
    [[], 'event', '(unnamed)', null, null],
    [true, 'event', '(unnamed)', null, null],
    ['Buy', null, 'Buy', null, null],
    [404, null, '404', null, null],
    [LONG, 'event', 'x'.repeat(100), null, null],
    [{ name: 'Buy', value: '', unit: null }, null, 'Buy', null, null],
    ['', null, null, null, null],
    [false, null, null, null, null],
  ])('the event %j: the answer names %s', async (event, names, name, value, unit) => {
    const server = started();
    const { id, tracking_id: website } = await newSite();
    const response = await sendHit(server, { website, page, event });
    expect([outcome(response), ignored(response)]).toEqual([RECORDED, names]);
    expect(await stored(server, id)).toEqual([{ event: name, value, unit }]);
    expect(await statRows(server, id, 'event')).toEqual(name === null ? [] : [[name, 1]]);
    expect(await statRows(server, id, 'page')).toEqual(name === null ? [['/a', 1]] : []);
  });

  test.each<[string, object, string | null, string, string]>([
    ['an Accept-Language', { language: 'pt-BR,pt;q=0.9,en;q=0.8' }, null, 'language', 'pt'],
    ['a long one', { language: `de-DE,de;q=0.9,${'fr;q=0.1,'.repeat(300)}` }, null, 'language', 'de'],
    ['a language of a wrong type', { language: {} }, 'language', 'language', 'fr'],
    ['a language that does not exist', { language: LONG }, 'language', 'language', 'fr'],
    ['a fraction of a pixel', { screen_resolution: '412.36364x915' }, null, 'resolution', '412x915'],
    ['a number of pixels', { screen_resolution: 1080 }, 'screen_resolution', 'resolution', ''],
    ['one side', { screen_resolution: '1080' }, 'screen_resolution', 'resolution', ''],
    ['a list of sides', { screen_resolution: [1920, 1080] }, 'screen_resolution', 'resolution', ''],
    ['a referrer of a wrong type', { referrer: 7 }, 'referrer', 'referrer', ''],
    ['a referrer that is no address', { referrer: 'my newsletter' }, 'referrer', 'referrer', ''],
    [
      'a long referrer',
      { referrer: `https://news.example/${'x'.repeat(20_000)}` },
      null,
      'referrer',
      'news.example',
    ],
    ['a referrer of another scheme', { referrer: 'about:client' }, null, 'referrer', ''],
    ['dnt as a text', { dnt: 'false' }, null, 'page', '/a'],
    ['dnt as a number', { dnt: 0 }, null, 'page', '/a'],
    ['hash as a text', { hash: 'TRUE', page: `${page}#/b` }, null, 'page', '/a#/b'],
    ['hash of a wrong type', { hash: [], page: `${page}#/b` }, 'hash', 'page', '/a'],
    ['an object that is no text', { hash: { toString: false } }, 'hash', 'page', '/a'],
    ['a name that objects have', { hash: 'constructor', page: `${page}#/b` }, 'hash', 'page', '/a'],
    ['an id of a wrong type', { id: { a: 1 } }, 'id', 'page', '/a'],
    ['an id that is a number', { id: 7 }, null, 'page', '/a'],
    ['spaces around the tracking id', { website: ' $ ' }, null, 'page', '/a'],
  ])('%s', async (_, fields, names, statistic, value) => {
    const server = started();
    const { id, tracking_id } = await newSite();
    const sent = { website: tracking_id, page, dnt: false, ...fields };
    sent.website = sent.website.replace('$', tracking_id);
    const response = await sendHit(server, sent, { 'accept-language': 'fr', dnt: '1' });
    expect([outcome(response), ignored(response)]).toEqual([RECORDED, names]);
    expect(await statRows(server, id, statistic)).toEqual([[value, 1]]);
  });

  test('dnt of a wrong type is left out, so privacy signals are respected', async () => {
    const server = started();
    const { tracking_id: website } = await newSite();
    const response = await sendHit(server, { website, page, dnt: 'perhaps' }, { dnt: '1' });
    expect([outcome(response), ignored(response)]).toEqual([[202, 'privacy_signal'], 'dnt']);
  });

  test('hits whose long ids begin alike count separately, and each counts once', async () => {
    const server = started();
    const { id, tracking_id: website } = await newSite();
    const ids = ['a', 'b', 'a'].map((end) => 'x'.repeat(500) + end);
    for (const hit of ids) {
      const response = await sendHit(server, { website, page, id: hit });
      expect([outcome(response), ignored(response)]).toEqual([RECORDED, null]);
    }
    expect(await stored(server, id)).toHaveLength(2);
  });

  test('for any values of all fields but the page', () => {
    const names = ['referrer', 'screen_resolution', 'language', 'event', 'dnt', 'hash', 'reload', 'id'];
    const field = fc.oneof(
      fc.jsonValue(),
      fc.record({ name: fc.jsonValue(), value: fc.jsonValue() }),
      fc.dictionary(fc.constantFrom('toString', 'valueOf', 'toJSON', 'constructor'), fc.jsonValue()),
      fc.constantFrom('constructor', '__proto__', 'toString'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), field), (fields) => {
        const payload = parsePayload(JSON.stringify({ page, ...fields }));
        for (const name of payload.ignored) expect(names).toContain(name.split('.')[0]);
        expect(payload.event?.name.trim()).not.toBe('');
        expect(payload.event?.name.length ?? 0).toBeLessThanOrEqual(100);
        expect(Number.isFinite(payload.event?.value ?? 0)).toBe(true);
      }),
    );
  });
});

describe('a page that was reloaded', () => {
  const address = 'https://example.com/a?utm_source=news&utm_medium=email&utm_campaign=May&gclid=1';
  const hit = { page: address, referrer: 'https://search.example/' };

  test.each([true, 1, 2, 'true'])('opens a visit without referrer and tags (%j)', async (reload) => {
    const server = started();
    const { id, tracking_id: website } = await newSite();
    expect(outcome(await sendHit(server, { website, ...hit, reload }))).toEqual(RECORDED);
    const columns = '"referrer", "campaign", "utm_source", "clickId", "channel"';
    const sources = `SELECT ${columns} FROM "Visit" WHERE "websiteId" = ${id}`;
    expect(await rows(server, sources)).toEqual([
      { referrer: '', campaign: '', utm_source: '', clickId: '', channel: 'Direct' },
    ]);
    expect(await statRows(server, id, 'page')).toEqual([['/a', 1]]);
  });

  test.each([undefined, false, 0, null, ''])('has its referrer and tags with %j', async (reload) => {
    const server = started();
    const { id, tracking_id: website } = await newSite();
    await sendHit(server, { website, ...hit, reload });
    expect(await statRows(server, id, 'referrer')).toEqual([['search.example', 1]]);
    expect(await statRows(server, id, 'campaign')).toEqual([['May', 1]]);
  });
});

describe('a long address', () => {
  const tags = 'utm_source=news&utm_campaign=Fr%FChling';
  test.each([
    ['a click id', `${page}?gclid=${'x'.repeat(8_200)}&${tags}`],
    ['many parameters', `${page}?${'filter=a&'.repeat(400)}${tags}`],
    ['a fragment', `${page}?${tags}#${'x'.repeat(20_000)}`],
    ['a click id and a fragment', `${page}?gclid=${'x'.repeat(30_000)}&${tags}#${'x'.repeat(30_000)}`],
  ])('because of %s is counted with its path and tags', async (_, address) => {
    const server = started();
    const { id, tracking_id: website } = await newSite();
    const referrer = `https://search.example/${'x'.repeat(2_000)}`;
    const response = await sendHit(server, { website, page: address, referrer });
    expect([outcome(response), ignored(response)]).toEqual([RECORDED, null]);
    expect(await statRows(server, id, 'page')).toEqual([['/a', 1]]);
    expect(await statRows(server, id, 'referrer')).toEqual([['search.example', 1]]);
    expect(await statRows(server, id, 'campaign')).toEqual([['Frühling', 1]]);
  });

  test('is counted by the pixel', async () => {
    const server = started();
    const { id, tracking_id: website } = await newSite();
    const address = `${page}?gclid=${'x'.repeat(8_200)}&utm_campaign=Spring`;
    expect(outcome(await loadPixel(server, { website, page: address }))).toEqual(RECORDED);
    expect(outcome(await loadPixel(server, { website }, { referer: address }))).toEqual(RECORDED);
    expect(await statRows(server, id, 'page')).toEqual([['/a', 2]]);
    expect(await statRows(server, id, 'campaign')).toEqual([['Spring', 1]]);
  });
});

describe('the pixel', () => {
  test.each([
    ['an invalid referrer', 'referrer=%FF%00', 'referrer', '/a', ''],
    ['several referrers', 'referrer=https://a.example/&referrer=b', 'referrer', '/a', ''],
    ['a page in Windows-1252', 'page=https://example.com/a?utm_campaign=Fr%FChling', null, '/a', 'Frühling'],
    ['tags encoded twice', `page=${encodeURIComponent(`${page}?UTM_campaign=a%2520b`)}`, null, '/a', 'a b'],
    ['a path that is not UTF-8', 'page=https://example.com/caf%E9', null, '/caf%C3%A9', ''],
  ])('counts %s', async (_, query, names, path, campaign) => {
    const server = started();
    const { id, tracking_id: website } = await newSite();
    const given = query.startsWith('page=') ? query : `page=${encodeURIComponent(page)}&${query}`;
    const response = await server.call(`/pixel.gif?website=${website}&${given}`, {
      key: null,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' },
    });
    expect([outcome(response), ignored(response)]).toEqual([RECORDED, names]);
    expect(await statRows(server, id, 'page')).toEqual([[path, 1]]);
    expect(await statRows(server, id, 'campaign')).toEqual(campaign ? [[campaign, 1]] : []);
  });
});
