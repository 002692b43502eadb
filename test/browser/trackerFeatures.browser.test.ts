import { describe, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import type { SentHit } from '../support/recorder.ts';
import { eventually } from '../support/site.ts';
import { documented, hitsOf, openPage, tagWith } from '../support/trackerFeatures.ts';
import { eachWithVisit, tag } from '../support/visit.ts';

const visit = eachWithVisit();

const stub = documented('window.footfall = window.footfall');

/** The pageviews so far, as path and properties. */
const pageviews = () =>
  hitsOf(visit)
    .filter(({ event }) => !event)
    .map(({ page, properties }) => [page.replace(visit.site.origin, ''), properties]);

describe('footfall.track', () => {
  test('sends properties and revenue, with value and unit', async () => {
    await visit.page.goto(visit.site.origin);
    const options = {
      properties: { plan: 'pro', seats: 5, trial: false },
      revenue: { amount: '49.90', currency: 'EUR' },
      value: 1,
      unit: 'kg',
    };
    await visit.page.evaluate(`footfall.track('Signup', ${JSON.stringify(options)})`);
    await visit.page.evaluate(documented("footfall.track('Upgrade'"));
    await visit.settle();
    visit.expectSeen('/', '/ !Signup', '/ !Signup', '/ !Purchase', '/ !Upgrade');
    expect(visit.hitOf('/', 'Signup')?.event).toEqual({ name: 'Signup', ...options });
    const { value: _value, unit: _unit, ...rest } = options;
    expect(visit.hitOf('/', 'Upgrade')?.event).toEqual({ name: 'Upgrade', ...rest });
  });
});

describe('footfall.page', () => {
  test('counts a pageview, also before the scripts have loaded', async () => {
    visit.site.pages.set('/start', `${stub}<script>footfall.page({ path: 'early' });</script>${tag}`);
    await visit.page.goto(`${visit.site.origin}/start?a=1`);
    await visit.page.evaluate(documented('footfall.page();'));
    await eventually('the hits', () => visit.site.hits.length === 4);
    await visit.settle();
    visit.expectSeen('/start?a=1', '/early', '/start?a=1', '/checkout/payment');
    expect(visit.hitOf('/checkout/payment')).toMatchObject({ properties: { plan: 'pro' }, website: 'w1' });
    expect(visit.hitOf('/checkout/payment')).not.toHaveProperty('event');
    expect(visit.hitOf('/early')).toMatchObject({ reload: 1 });
  });

  test.each([
    ['', {}],
    [`data-properties='{"a":1}'`, { a: 1 }],
  ])(
    'counts a pageview once that comes before the second script, with %j',
    async (attributes, properties) => {
      const requested = new Promise<Route>((resolve) => visit.page.route('**/more.js', resolve));
      visit.site.pages.set('/', tagWith(attributes));
      await visit.page.goto(visit.site.origin);
      const route = await requested;
      await visit.page.evaluate('footfall.page({ path: "/view" }); footfall.track("Read")');
      await route.continue();
      await eventually('the hits', () => visit.seen().length === 3);
      await visit.settle();
      expect(
        hitsOf(visit)
          .map(({ page }) => page.replace(visit.site.origin, ''))
          .sort(),
      ).toEqual(['/', '/', '/view']);
      expect(visit.hitOf('/view')?.properties).toEqual(properties);
    },
  );

  test.each([
    ['//other.example/a?b#c', '/a?b#c'],
    ['https://other.example/a', '/a'],
    ['#top', '/shop/list?x=1#top'],
    ['http://', '/shop/list?x=1'],
    ['', '/shop/list?x=1'],
  ])('resolves the path %j to %s', async (path, expected) => {
    visit.site.pages.set('/shop/list', tagWith('data-manual'));
    await visit.page.goto(`${visit.site.origin}/shop/list?x=1`);
    await visit.page.evaluate(`footfall.page({ path: ${JSON.stringify(path)} })`);
    await eventually('the hit', () => visit.site.hits.length > 0);
    await visit.settle();
    visit.expectSeen(expected);
  });

  test('neither throws nor sends anything strange, whatever it is called with', async () => {
    await openPage(visit, tagWith('data-manual'));
    await visit.page.evaluate(`footfall.page(null); footfall.page({ path: {}, properties: null });
      footfall.page({ path: Symbol(), properties: { a: 1n } }); footfall.page(footfall.q);`);
    await visit.settle();
    expect(pageviews().slice(0, 2)).toEqual([
      ['/', {}],
      ['/[object%20Object]', {}],
    ]);
  });

  test('waits for the page to be visible, and is sent for every tag', async () => {
    const hidden = `<script>shown = false;
      Object.defineProperty(document, 'hidden', { get: () => !shown });</script>`;
    const both = tagWith('data-manual') + tagWith('data-manual').replace('w1', 'w2');
    await openPage(visit, hidden + both);
    await visit.page.evaluate('footfall.page({ path: "/view" })');
    await visit.page.evaluate('fetch("/signal")');
    expect(hitsOf(visit)).toEqual([]);
    await visit.page.evaluate('shown = true; document.dispatchEvent(new Event("visibilitychange"))');
    await eventually('the hits', () => hitsOf(visit).length === 2);
    expect(hitsOf(visit).map(({ website }) => website)).toEqual(expect.arrayContaining(['w1', 'w2']));
    visit.expectSeen('/view', '/view');
  });
});

describe('data-manual', () => {
  test('counts no pageview on its own, and the first one by hand as the arrival', async () => {
    visit.site.pages.set('/', tagWith('data-manual'));
    await visit.page.goto(visit.site.origin, { referer: 'https://search.example/' });
    await visit.page.evaluate('history.pushState(null, "", "/next")');
    await visit.page.evaluate('footfall.page({ path: "/one" })');
    await visit.page.evaluate('footfall.page({ path: "/two" })');
    await eventually('the hits', () => visit.site.hits.length === 2);
    await visit.settle();
    visit.expectSeen('/one', '/two');
    expect(visit.hitOf('/one')).toMatchObject({ referrer: 'https://search.example/' });
    expect(visit.hitOf('/one')).not.toHaveProperty('reload');
    expect(visit.hitOf('/two')).toMatchObject({ referrer: `${visit.site.origin}/one`, reload: 1 });
  });

  test('counts no pageview if the second script cannot be loaded, but events', async () => {
    await visit.page.route('**/more.js', (route) => route.abort());
    visit.site.pages.set('/', tagWith(`data-manual data-properties='{"plan":"pro"}'`));
    await visit.page.goto(visit.site.origin);
    await visit.page.evaluate('footfall.page(); footfall.track("Read")');
    await visit.settle();
    visit.expectSeen('/ !Read');
  });
});

describe('data-properties', () => {
  test('are sent with every pageview, and those of page() are merged over them', async () => {
    visit.site.pages.set('/', tagWith(`data-properties='{"plan":"pro","a":1}'`));
    await visit.page.goto(visit.site.origin);
    await visit.page.evaluate('history.pushState(null, "", "/next")');
    await visit.page.evaluate('footfall.page({ path: "/view", properties: { plan: "free" } })');
    await eventually('the hits', () => visit.site.hits.length >= 2);
    await visit.page.evaluate('history.pushState(null, "", "/last")');
    await visit.settle();
    const all = { plan: 'pro', a: 1 };
    expect(pageviews()).toContainEqual(['/view', { plan: 'free', a: 1 }]);
    expect(pageviews()).toContainEqual(['/last', all]);
    expect(
      pageviews()
        .filter(([path]) => path !== '/view')
        .map(([, properties]) => properties),
    ).toEqual(
      pageviews()
        .slice(1)
        .map(() => all),
    );
    expect(hitsOf(visit).filter(({ event }) => event)).toEqual([]);
  });

  test.each(['{plan}', '"text"', 'null', '[1]', '1'])('that are %s do not prevent counting', async (text) => {
    await openPage(visit, tagWith(`data-properties='${text}'`));
    await visit.settle();
    visit.expectSeen('/');
    const { properties = {} } = visit.hitOf('/') as SentHit;
    expect(properties).toEqual({});
  });

  test('do not prevent counting if the second script cannot be loaded', async () => {
    await visit.page.route('**/more.js', (route) => route.fulfill({ status: 503 }));
    visit.site.pages.set('/', tagWith(`data-properties='{"plan":"pro"}'`));
    await visit.page.goto(visit.site.origin);
    await visit.settle();
    visit.expectSeen('/');
  });

  test('belong to their tag, also of a tag that is added later', async () => {
    await openPage(visit, tagWith(`data-properties='{"plan":"pro"}'`));
    await visit.page.evaluate(`{
      const script = document.createElement('script');
      script.dataset.website = 'w2';
      script.dataset.properties = '{"plan":"free"}';
      script.src = '/script.js';
      document.head.append(script);
    }`);
    await eventually('the hits', () => hitsOf(visit).length === 2);
    await visit.settle();
    expect(
      hitsOf(visit)
        .map(({ website, properties }) => [website, properties])
        .sort(),
    ).toEqual([
      ['w1', { plan: 'pro' }],
      ['w2', { plan: 'free' }],
    ]);
  });
});

describe('the second script', () => {
  test('causes no error on a page that breaks what it uses', async () => {
    await openPage(
      visit,
      `<script>
        delete Element.prototype.closest;
        Object.freeze(history);
        performance.getEntriesByType = () => { throw new Error('broken'); };
      </script>${tagWith('data-track="outbound forms 404"')}
      <form data-footfall-event="Send" onsubmit="return false"><input name="getAttribute">
        <input name="attributes"><button>Send</button></form>`,
    );
    await visit.page.evaluate(`document.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      dispatchEvent(new Event('submit')); document.documentElement.click();
      document.querySelector('form button').click();`);
    await visit.settle();
    visit.expectSeen('/', '/ !Form: Submission');
  });

  test('is loaded with the nonce of the tag', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-abc'">`;
    visit.site.pages.set('/', policy + tagWith('nonce="abc" data-manual'));
    await visit.page.goto(visit.site.origin);
    await visit.page.waitForFunction('footfall.q.edit');
  });

  test('that a policy of the page forbids loses neither pageviews nor events', async () => {
    const source = `${visit.site.origin}/script.js`;
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src ${source}">`;
    visit.site.pages.set('/', policy + tagWith(`data-properties='{"a":1}'`));
    await visit.page.goto(visit.site.origin);
    await visit.page.evaluate('footfall.track("Read")');
    await visit.settle();
    visit.expectSeen('/', '/ !Read');
  });
});
