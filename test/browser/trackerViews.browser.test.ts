import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/site.ts';
import { eachWithVisit, tag } from '../support/visit.ts';

const visit = eachWithVisit();

/** A tag with additional attributes. */
const tagWith = (attributes: string) => tag.replace('>', ` ${attributes}>`);

const WITHOUT_NAVIGATION =
  '<script>Object.defineProperty(window, "navigation", { value: undefined });</script>';

describe.each([
  ['', ''],
  [' without the Navigation API', WITHOUT_NAVIGATION],
])('replaceState%s', (_, before) => {
  test('is not counted while a search is typed', async () => {
    visit.site.pages.set('/search', before + tag);
    await visit.page.goto(`${visit.site.origin}/search`);
    await visit.page.evaluate(`for (const query of ['s', 'se', 'sea', 'sear', 'searc', 'search'])
      history.replaceState(null, '', '?q=' + query);`);
    await visit.settle();
    visit.expectSeen('/search');
  });

  test('is not counted if a router adds a parameter or redirects immediately', async () => {
    const onReady = (script: string) => `${before}${tag}<script type="module">${script}</script>`;
    visit.site.pages.set('/tabs', onReady("history.replaceState(null, '', '?tab=1')"));
    visit.site.pages.set('/', onReady("history.replaceState(null, '', '/home')"));
    await visit.page.goto(`${visit.site.origin}/tabs`);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.settle();
    visit.expectSeen('/tabs', '/');
  });

  test('is not counted later when the page is hidden and shown, or its hash changes', async () => {
    visit.site.pages.set('/', before + tag);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.page.evaluate('history.replaceState(null, "", "/home")');
    await visit.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await visit.page.evaluate('location.hash = "part"');
    await visit.page.goBack();
    await visit.settle();
    visit.expectSeen('/');
    await visit.page.evaluate('history.pushState(null, "", "/next")');
    await visit.settle();
    visit.expectSeen('/', '/next');
  });
});

describe('a page in a frame', () => {
  const framed = (attributes = '') => `${tag}<iframe src="/inner" ${attributes}></iframe>`;

  test('is not counted on the same website, visible or not, but its events are', async () => {
    visit.site.pages.set('/outer', framed() + framed('hidden') + framed('width="0" height="0"'));
    await visit.page.goto(`${visit.site.origin}/outer`);
    await visit.page.frames()[1]?.evaluate('footfall.track("Signup")');
    await visit.page.frames()[1]?.evaluate('history.pushState(null, "", "/inner/2")');
    await visit.settle();
    visit.expectSeen('/outer', '/inner !Signup');
  });

  test.each(['data-frames', 'data-frames="true"'])('is counted with %s', async (attribute) => {
    visit.site.pages.set('/outer', framed());
    visit.site.pages.set('/inner', tagWith(attribute));
    await visit.page.goto(`${visit.site.origin}/outer`);
    await visit.settle();
    visit.expectSeen('/outer', '/inner');
  });

  test('is not counted with data-frames="false"', async () => {
    visit.site.pages.set('/outer', framed());
    visit.site.pages.set('/inner', tagWith('data-frames="false"'));
    await visit.page.goto(`${visit.site.origin}/outer`);
    await visit.settle();
    visit.expectSeen('/outer');
  });
});

describe.each([
  ['', ''],
  [' without the Navigation API', WITHOUT_NAVIGATION],
])('a router that uses the hash%s', (_, before) => {
  const walk = ["location.hash = '#/list'", "history.pushState(null, '', '#/item?id=7')"];

  test('counts each view with data-hash', async () => {
    visit.site.pages.set('/app', before + tagWith('data-hash'));
    await visit.page.goto(`${visit.site.origin}/app`);
    for (const step of walk) await visit.page.evaluate(step);
    await visit.page.evaluate("history.replaceState(null, '', '#/item?id=8')");
    await visit.settle();
    visit.expectSeen('/app', '/app#/list', '/app#/item?id=7');
    expect(visit.site.hits.map(({ hash }) => hash)).toEqual(visit.site.hits.map(() => true));
    await visit.page.goBack();
    await visit.settle();
    visit.expectSeen('/app', '/app#/list', '/app#/item?id=7', '/app#/list');
  });

  test('counts one page without data-hash', async () => {
    visit.site.pages.set('/app', before + tag);
    await visit.page.goto(`${visit.site.origin}/app`);
    for (const step of walk) await visit.page.evaluate(step);
    await visit.settle();
    visit.expectSeen('/app');
    expect(visit.hitOf('/app')).not.toHaveProperty('hash');
  });
});

describe('two tags on a page', () => {
  const both = tag + tag.replace('w1', 'w2');
  const seenBy = (website: string) =>
    visit.site.hits
      .filter((hit) => hit.website === website && hit.event?.name !== 'settle')
      .map((hit) => hit.event?.name ?? hit.page.replace(visit.site.origin, ''))
      .sort();

  test('for two websites count pageviews and events for both', async () => {
    visit.site.pages.set('/', both);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.page.evaluate('history.pushState(null, "", "/next")');
    await visit.page.evaluate('footfall.track("Signup")');
    await visit.settle();
    const all = ['/', '/next', 'Signup'];
    expect([seenBy('w1'), seenBy('w2')]).toEqual([all, all]);
  });

  test('for the same website count once, beside those of another', async () => {
    visit.site.pages.set('/', both + both);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.page.evaluate('footfall.track("Signup")');
    await visit.settle();
    expect([seenBy('w1'), seenBy('w2')]).toEqual([
      ['/', 'Signup'],
      ['/', 'Signup'],
    ]);
  });
});

describe('referrer and tags', () => {
  const ARRIVAL = '/?utm_source=news&gclid=1#top';
  const referer = 'https://search.example/';
  const arrivals = () => visit.site.hits.map(({ referrer, reload }) => [referrer, reload ?? 0]);

  test('are not sent again when the page is reloaded', async () => {
    await visit.page.goto(visit.site.origin + ARRIVAL, { referer });
    await eventually('the hit', () => visit.site.hits.length === 1);
    await visit.page.reload();
    await eventually('the hit of the reloaded page', () => visit.site.hits.length === 2);
    expect(arrivals()).toEqual([
      [referer, 0],
      ['', 1],
    ]);
  });

  test('are not sent again when the page is loaded again by going back', async () => {
    visit.site.pages.set('/next', 'No tracker here');
    // Such a page is not kept in the back/forward cache.
    visit.site.pages.set('/', `<script>addEventListener('unload', () => undefined);</script>${tag}`);
    await visit.page.goto(visit.site.origin + ARRIVAL, { referer });
    await visit.page.goto(`${visit.site.origin}/next`);
    await visit.page.goBack();
    await eventually('the hit of the restored page', () => visit.site.hits.length === 2);
    const [, [referrer, reload] = []] = arrivals();
    // A page of the back/forward cache was not loaded again, and sends its own address.
    expect(referrer === '' || referrer === visit.site.origin + ARRIVAL).toBe(true);
    expect(reload).toBeGreaterThan(0);
  });

  test('belong to the first hit of a page only, because the next may come in the next visit', async () => {
    await visit.page.goto(visit.site.origin + ARRIVAL, { referer });
    await visit.page.evaluate('footfall.track("Later")');
    await visit.page.evaluate('history.pushState(null, "", "/next" + location.search)');
    await visit.settle();
    expect(visit.hitOf(ARRIVAL)).not.toHaveProperty('reload');
    expect(visit.hitOf(ARRIVAL, 'Later')).toMatchObject({ reload: 1 });
    expect(visit.hitOf('/next?utm_source=news&gclid=1')).toMatchObject({ reload: 1 });
  });
});

test('of a long address, the beginning is sent', async () => {
  visit.site.pages.set(
    '/',
    `<script>history.replaceState(null, '', '?utm_source=news#' + 'x'.repeat(70000));</script>${tag}`,
  );
  await visit.page.goto(`${visit.site.origin}/`);
  await visit.settle();
  const [first] = visit.site.hits;
  expect(first?.page).toHaveLength(20_000);
  expect(first?.page.startsWith(`${visit.site.origin}/?utm_source=news#xxx`)).toBe(true);
});

describe('a browser that is temporarily offline', () => {
  /** Counts the requests that fail, so that a test can wait for them. */
  const watched = `<script>
    failed = 0;
    original = fetch;
    fetch = (...request) => original(...request).catch((error) => {
      failed++;
      throw error;
    });
  </script>`;

  test('sends the hits of the offline time once when it is online again', async () => {
    visit.site.pages.set('/', watched + tag);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.context.setOffline(true);
    await visit.page.evaluate('history.pushState(null, "", "/offline")');
    await visit.page.evaluate('footfall.track("Read")');
    await visit.page.waitForFunction('failed === 2');
    await visit.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await visit.context.setOffline(false);
    await visit.page.evaluate('history.pushState(null, "", "/back")');
    await eventually('the hits of the offline time', () => visit.seen().length >= 4);
    await visit.context.setOffline(true);
    await visit.context.setOffline(false);
    await visit.settle();
    visit.expectSeen('/', '/offline', '/offline !Read', '/back');
  });

  test('sends a hit again whose answer was lost, with the same id', async () => {
    const losing = `<script>
      lost = 0;
      original = fetch;
      fetch = (...request) => original(...request).then((response) => {
        if (lost++ === 0) throw new TypeError('The answer was lost.');
        return response;
      });
    </script>`;
    visit.site.pages.set('/', losing + tag);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.page.waitForFunction('lost === 1');
    await visit.page.evaluate('history.pushState(null, "", "/next")');
    await visit.settle();
    // The success of a later hit makes the script send the first one again, maybe after the markers.
    const views = () => visit.site.hits.filter(({ event }) => event === undefined);
    await eventually('the first hit again', () => views().length === 3);
    visit.expectSeen('/', '/next');
    const ids = views().map(({ page, id }) => [page, id]);
    expect(new Set(ids.map(([page]) => page)).size).toBe(2);
    expect(new Set(ids.map(([, id]) => id)).size).toBe(2);
  });

  test('keeps at most 50 hits', async () => {
    visit.site.pages.set('/', watched + tag);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.context.setOffline(true);
    await visit.page.evaluate('for (let i = 0; i < 60; i++) footfall.track("Read")');
    await visit.page.waitForFunction('failed === 60');
    await visit.context.setOffline(false);
    const reads = () => visit.seen().filter((hit) => hit === '/ !Read').length;
    // The success of its markers makes the script send the others, which may arrive later.
    await visit.settle();
    await eventually('the hits of the offline time', () => reads() >= 50);
    await visit.settle();
    expect(reads()).toBe(50);
  });
});

describe('footfall.track before the script has loaded', () => {
  const stub =
    '<script>window.footfall = window.footfall || ' +
    '{ q: [], track(...event) { footfall.q.push(event); } };</script>';

  test('is queued by the stub', async () => {
    visit.site.pages.set('/', `${stub}<script>footfall.track('Early', { value: 2 })</script>${tag}`);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.page.evaluate('footfall.track("Late")');
    await visit.settle();
    visit.expectSeen('/', '/ !Early', '/ !Late');
    expect(visit.hitOf('/', 'Early')?.event).toEqual({ name: 'Early', value: 2 });
  });

  test('is sent for every website on the page, also through a saved reference', async () => {
    const early = "<script>track = footfall.track; track('Early');</script>";
    visit.site.pages.set('/', stub + early + tag + stub + tag.replace('w1', 'w2'));
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.page.evaluate('track("Late")');
    await visit.settle();
    const twice = ['/ !Early', '/ !Late', '/'];
    visit.expectSeen(...twice, ...twice);
  });
});
