import { describe, expect, test } from '@jest/globals';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import {
  changeWebsite,
  form,
  invalidBody,
  newWebsite,
  rest,
  statRows,
  WEBSITES,
  type WebsiteRecord,
} from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { drops, outcome, RECORDED, sendHit } from '../support/track.ts';

const SpamDomains = graphql(`
  query DroppedSpamDomains($id: ID!) {
    website(id: $id) {
      excludeSpam
      hosts
      query
      dropped(from: "2026-11-01", to: "2026-11-30") {
        day
        reason
        count
      }
      spamDomains(from: "2026-11-01", to: "2026-11-30") {
        domain
        count
      }
    }
  }
`);

/** Sends pageviews of a website; each must be recorded. */
async function visit(server: TestServer, { tracking_id: website }: WebsiteRecord, pages: readonly string[]) {
  for (const page of pages) expect(outcome(await sendHit(server, { website, page }))).toEqual(RECORDED);
}

describe('the setting hosts', () => {
  test('counts pages of further hosts, of applications, and referrers from them as the website', async () => {
    await using server = await startTestServer();
    const hosts = 'example.org\ncapacitor://localhost\nfile:\nhttps://localhost';
    const website = await newWebsite(server, { hosts });
    expect(website).toMatchObject({ hosts: 'example.org\ncapacitor://localhost\nfile:\nlocalhost' });
    await visit(server, website, [
      'https://example.com/a',
      'https://shop.example.org/a',
      'capacitor://localhost/a',
      'https://localhost/a',
      'file:///android_asset/www/a',
      'https://example-com.translate.goog/a?_x_tr_sl=en',
      'https://example-com.cdn.ampproject.org/c/s/example.com/a',
      'https://example-org.translate.goog/a',
    ]);
    expect(await statRows(server, website.id, 'page')).toEqual([['/a', 8]]);
    const later = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const sent = await sendHit(
      server,
      { website: website.tracking_id, page: 'https://example.com/', referrer: 'https://www.example.org/' },
      later,
    );
    expect(outcome(sent)).toEqual(RECORDED);
    expect(await statRows(server, website.id, 'referrer')).toEqual([['', 2]]);
  });

  test('lets no other page count', async () => {
    await using server = await startTestServer();
    const website = await newWebsite(server, { hosts: 'example.org\ncapacitor://localhost' });
    const foreign = (page: string) => sendHit(server, { website: website.tracking_id, page });
    for (const page of ['https://notexample.org/', 'https://localhost/', 'https://other-com.translate.goog/'])
      expect(outcome(await foreign(page))).toEqual([202, 'wrong_host']);
    for (const page of ['ionic://localhost/', 'capacitor://elsewhere/', 'file:///a'])
      expect((await foreign(page)).status).toBe(400);
    // Without a tracking id, an application tells nothing about registered websites.
    expect((await sendHit(server, { page: 'capacitor://localhost/' })).status).toBe(400);
  });

  test('can be changed and cleared, and applies to the next hit', async () => {
    await using server = await startTestServer();
    const website = await newWebsite(server);
    const page = { website: website.tracking_id, page: 'https://example.org/' };
    expect(outcome(await sendHit(server, page))).toEqual([202, 'wrong_host']);
    expect(await changeWebsite(server, website.id, { hosts: 'EXAMPLE.org\n\nexample.org' })).toMatchObject({
      hosts: 'example.org',
    });
    expect(outcome(await sendHit(server, page))).toEqual(RECORDED);
    expect(await changeWebsite(server, website.id, { hosts: null })).toMatchObject({ hosts: null });
    expect(outcome(await sendHit(server, page))).toEqual([202, 'wrong_host']);
  });
});

describe('the setting query', () => {
  test('makes parameters a part of the page', async () => {
    await using server = await startTestServer();
    const website = await newWebsite(server, { query: '?p=\nlang' });
    expect(website).toMatchObject({ query: 'p\nlang' });
    await visit(server, website, [
      'https://example.com/?p=12',
      'https://example.com/?utm_source=x&p=12&fbclid=y',
      'https://example.com/?lang=de&p=12',
      'https://example.com/',
      'https://example.com/about/?p=%e6%97%a5',
    ]);
    expect(new Map(await statRows(server, website.id, 'page'))).toEqual(
      new Map([
        ['/', 1],
        ['/?p=12', 2],
        ['/?p=12&lang=de', 1],
        ['/about?p=%E6%97%A5', 1],
      ]),
    );
    const filter = JSON.stringify({ page: { in: ['/about?p=日'] } });
    const found = await statRows(
      server,
      website.id,
      'page',
      `from=2026-11-01&to=2026-11-30&${new URLSearchParams({ filter })}`,
    );
    expect(found).toEqual([['/about?p=%E6%97%A5', 1]]);
  });

  test('keeps the limit of the length of a path', async () => {
    await using server = await startTestServer();
    const website = await newWebsite(server, { query: 'p' });
    await visit(server, website, [`https://example.com/?p=${'é'.repeat(400)}`]);
    const [[path = ''] = []] = await statRows(server, website.id, 'page');
    expect(path).toMatch(/^\/\?p=(%C3%A9)+$/);
    expect(path.length).toBeLessThanOrEqual(500);
  });
});

describe('the setting exclude_spam', () => {
  const referrer = 'https://deep.er.adf.ly/x';

  test('drops hits with spam referrers by default, and shows the owner their domains', async () => {
    await using server = await startTestServer();
    const website = await newWebsite(server);
    const hit = { website: website.tracking_id, page: 'https://example.com/' };
    for (const from of [referrer, referrer, 'http://civilwartheater.com/'])
      expect(outcome(await sendHit(server, { ...hit, referrer: from }))).toEqual([202, 'spam']);
    const { data } = await ask(server, SpamDomains, { id: String(website.id) });
    expect(data.website).toEqual({
      excludeSpam: true,
      hosts: [],
      query: [],
      dropped: [{ day: '2026-11-21', reason: 'spam', count: 3 }],
      spamDomains: [
        { domain: 'adf.ly', count: 2 },
        { domain: 'civilwartheater.com', count: 1 },
      ],
    });
    // One row for each domain of the list, not for each referrer.
    expect((await drops(server)).map(({ reason, count }) => [reason, Number(count)])).toEqual([
      ['spam adf.ly', 2],
      ['spam civilwartheater.com', 1],
    ]);
  });

  test('can be switched off', async () => {
    await using server = await startTestServer();
    const website = await newWebsite(server, { exclude_spam: '0' });
    expect(website).toMatchObject({ exclude_spam: 0 });
    const hit = { website: website.tracking_id, page: 'https://example.com/', referrer };
    expect(outcome(await sendHit(server, hit))).toEqual(RECORDED);
    expect(await statRows(server, website.id, 'referrer')).toEqual([['deep.er.adf.ly', 1]]);
    expect(await changeWebsite(server, website.id, { exclude_spam: 1 })).toMatchObject({ exclude_spam: 1 });
    expect(outcome(await sendHit(server, hit))).toEqual([202, 'spam']);
  });
});

describe('a wrong value', () => {
  const shared = sharedServer({});
  const HOST =
    'must be a host, such as example.org, or the scheme of an application, such as capacitor://localhost.';
  const PARAMETER = 'must be the name of a query parameter, such as p.';

  test.each([
    [{ hosts: 'example.org\n\na b' }, { hosts: [`Line 3, "a b", ${HOST}`] }],
    [{ hosts: 'javascript:' }, { hosts: [`Line 1, "javascript:", ${HOST}`] }],
    [{ query: 'p\na=b' }, { query: [`Line 2, "a=b", ${PARAMETER}`] }],
    [{ query: '*' }, { query: [`Line 1, "*", ${PARAMETER}`] }],
    [
      { query: Array.from({ length: 51 }, (_, index) => `p${index}`).join('\n') },
      { query: ['Must have at most 50 lines; got 51.'] },
    ],
    [{ exclude_spam: '2' }, { exclude_spam: ['Must be 0 or 1.'] }],
  ])('%j is refused with what would be right', async (fields, errors) => {
    const { status, body } = await rest(shared(), WEBSITES, form('POST', { url: 'a.example', ...fields }));
    expect([status, body]).toEqual([422, invalidBody(errors)]);
  });
});
