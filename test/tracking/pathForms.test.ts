import { describe, expect, test } from '@jest/globals';
import { newWebsite, rest, statRows, type WebsiteRecord } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

/** Each page with the spellings of hits on it. */
const PAGES: [stored: string, label: string, hits: string[]][] = [
  ['/%E6%97%A5', '/日', ['/%e6%97%a5', '/日', '/%E6%97%A5']],
  ['/~joe', '/~joe', ['/%7Ejoe', '/~joe', '/%7ejoe']],
  ['/a%2Fb', '/a%2Fb', ['/a%2fb', '/a%2Fb']],
  ['/a/b', '/a/b', ['/a/b']],
  ['/why-a%5Bi%5D', '/why-a[i]', ['/why-a[i]', '/why-a%5Bi%5D', '/why-a%5bi%5d']],
  ['/100%25', '/100%25', ['/100%', '/100%25']],
];
const DAYS = 'from=2026-11-21&to=2026-11-21';

describe('a path has one form', () => {
  let website: WebsiteRecord;
  const shared = sharedServer({}, async (server) => {
    website = await newWebsite(server);
    for (const path of PAGES.flatMap(([, , hits]) => hits)) {
      const sent = await sendHit(server, {
        website: website.tracking_id,
        page: `https://example.com${path}`,
      });
      expect(outcome(sent)).toEqual(RECORDED);
    }
  });

  test('in statistics', async () => {
    expect(new Map(await statRows(shared(), website.id, 'page'))).toEqual(
      new Map(PAGES.map(([stored, , hits]) => [stored, hits.length])),
    );
  });

  test.each(
    PAGES.flatMap(([stored, label, hits]) => [label, ...hits].map((typed) => [typed, stored, hits.length])),
  )('a condition on %j selects the page %j', async (typed, stored, count) => {
    for (const operator of ['in', 'contains', 'starts_with', 'ends_with']) {
      const filter = JSON.stringify({ page: { [operator]: operator === 'in' ? [typed] : typed } });
      const query = new URLSearchParams({ filter, by: 'page' });
      const { body } = await rest<{ page: string; pageviews: number }[]>(
        shared(),
        `/api/v1/breakdown/${website.id}?${DAYS}&${query}`,
      );
      expect(body.data.map(({ page, pageviews }) => [page, pageviews])).toEqual([[stored, count]]);
    }
    const search = new URLSearchParams({ search: String(typed) });
    expect(await statRows(shared(), website.id, 'page', `${DAYS}&${search}`)).toEqual([[stored, count]]);
  });
});
