import { describe, expect, test } from '@jest/globals';
import { recipesOf } from '../../src/web/app/website/recipes.ts';
import { startRecorder } from '../support/recorder.ts';
import { eventually, openDetached, PRERENDERING, REPORTING } from '../support/site.ts';
import { code, eachWithVisit, tag } from '../support/visit.ts';

const visit = eachWithVisit();

describe('a pageview', () => {
  test('is sent on load, with no more fields than the server needs', async () => {
    await visit.page.goto(`${visit.site.origin}/hello?a=1#part`, { referer: 'https://search.example/' });
    await visit.settle();
    expect(visit.hitOf('/hello?a=1#part')).toEqual({
      website: 'w1',
      page: `${visit.site.origin}/hello?a=1#part`,
      referrer: 'https://search.example/',
      screen_resolution: '1280x720',
      language: 'de-DE',
      dnt: false,
      id: expect.stringMatching(/^\d{13}0\.\d{10,}$/),
    });
    expect(visit.site.headers[0]?.['content-type']).toMatch(/^text\/plain/);
    visit.expectSeen('/hello?a=1#part');
    expect(await visit.context.cookies()).toEqual([]);
    expect(await visit.page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });

  test('is sent once if the tag occurs twice', async () => {
    visit.site.pages.set('/', tag + tag);
    await visit.page.goto(visit.site.origin);
    await visit.page.evaluate('history.pushState(null, "", "/next")');
    await visit.settle();
    visit.expectSeen('/', '/next');
  });

  test('is sent by the script that the code for a tag manager inserts', async () => {
    const recipes = recipesOf({
      snippet: tag.replace('/script.js', `${visit.site.origin}/script.js`),
      trackingId: 'w1',
    });
    const inserted = recipes.find(({ name }) => name === 'Google Tag Manager')?.code ?? '';
    visit.site.pages.set('/', inserted);
    await visit.page.goto(visit.site.origin);
    await eventually('the hit', () => visit.seen().includes('/'));
    await visit.page.evaluate('history.pushState(null, "", "/next")');
    await visit.settle();
    visit.expectSeen('/', '/next');
    expect(visit.hitOf('/next')).toMatchObject({ website: 'w1' });
  });

  test('arrives from a page that is left or closed immediately', async () => {
    visit.site.pages.set('/quick', `${tag}<script type="module">location.href = '/after';</script>`);
    visit.site.pages.set('/after', 'No tracker here');
    await visit.page.goto(`${visit.site.origin}/quick`);
    await visit.page.waitForURL('**/after');
    await eventually('the hit of the page left', () => visit.seen().includes('/quick'));
    await visit.page.goto(`${visit.site.origin}/closed`, { waitUntil: 'domcontentloaded' });
    await visit.page.close();
    await eventually('the hit of the page closed', () => visit.seen().includes('/closed'));
    visit.expectSeen('/quick', '/closed');
  });
});

describe('a single-page application', () => {
  test.each([
    ['', ''],
    [
      ' without the Navigation API',
      '<script>Object.defineProperty(window, "navigation", { value: undefined });</script>',
    ],
  ])('counts each page once, with the previous page as its referrer%s', async (_, before) => {
    for (const path of ['/', '/list']) visit.site.pages.set(path, before + tag);
    await visit.page.goto(`${visit.site.origin}/`, { referer: 'https://search.example/' });
    await visit.page.evaluate('history.pushState(null, "", "/list")');
    await visit.page.evaluate('history.pushState(null, "", "/list?page=2")');
    await visit.page.evaluate('history.replaceState(null, "", "/list?page=3")');
    await visit.page.goBack();
    await visit.settle();
    visit.expectSeen('/', '/list', '/list?page=2', '/list');
    const steps = visit.site.hits
      .filter((hit) => !hit.event)
      .map((hit) => `${hit.referrer} > ${hit.page}`.replaceAll(visit.site.origin, ''));
    expect(steps.sort()).toEqual([
      '/ > /list',
      '/list > /list?page=2',
      '/list?page=2 > /list',
      'https://search.example/ > /',
    ]);
  });

  test('counts neither the same URL again nor a change of the hash', async () => {
    await visit.page.goto(`${visit.site.origin}/app?x=1`);
    await visit.page.evaluate('history.replaceState({ scroll: 1 }, "", location.href)');
    await visit.page.evaluate('history.pushState({}, "", "#a")');
    await visit.page.evaluate('location.hash = "b"');
    await visit.page.goBack();
    await visit.settle();
    visit.expectSeen('/app?x=1');
  });

  test('is counted if its router saved pushState before, or if history is frozen', async () => {
    visit.site.pages.set('/kept', `<script>push = history.pushState.bind(history);</script>${tag}`);
    visit.site.pages.set('/frozen', `<script>Object.freeze(history);</script>${tag}`);
    await visit.page.goto(`${visit.site.origin}/kept`);
    await visit.page.evaluate('push(null, "", "/kept/next")');
    await visit.page.goto(`${visit.site.origin}/frozen`);
    await visit.page.evaluate('history.pushState(null, "", "/frozen/next")');
    await visit.settle();
    visit.expectSeen('/kept', '/kept/next', '/frozen', '/frozen/next');
  });

  test('gets the errors and return values of the native pushState', async () => {
    await visit.page.goto(`${visit.site.origin}/`);
    const outcome = await visit.page.evaluate(`[
      history.pushState({ a: 1 }, '', '/ok'), history.state.a,
      (() => {
        try { history.pushState(null, '', 'https://other.example/'); } catch (e) { return e.name; }
      })(),
    ]`);
    expect(outcome).toEqual([undefined, 1, 'SecurityError']);
  });
});

describe('footfall.track', () => {
  test('sends name, value and unit', async () => {
    await visit.page.goto(`${visit.site.origin}/shop`);
    await visit.page.evaluate('footfall.track("order", { value: 49.5, unit: "EUR", name: "other" })');
    await visit.page.evaluate('footfall.track("signup")');
    await visit.settle();
    visit.expectSeen('/shop', '/shop !order', '/shop !signup');
    expect(visit.hitOf('/shop', 'order')).toMatchObject({ website: 'w1', dnt: false });
    expect(visit.hitOf('/shop', 'order')?.event).toEqual({ name: 'order', value: 49.5, unit: 'EUR' });
    expect(visit.hitOf('/shop', 'signup')?.event).toEqual({ name: 'signup' });
  });

  test('neither throws nor counts a pageview instead', async () => {
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.page.evaluate(
      'footfall.track("a", null); footfall.track(); footfall.track("b", { value: 1n })',
    );
    await visit.settle();
    visit.expectSeen('/', '/ !a', '/ !undefined');
  });
});

describe('the tag', () => {
  test('data-host sends the hits to another origin', async () => {
    await using other = await startRecorder(code);
    visit.site.pages.set('/', tag.replace('>', ` data-host="${other.origin}/">`));
    await visit.page.goto(visit.site.origin);
    await eventually('the hit at the other origin', () => other.hits.length > 0);
    expect(other.hits[0]?.page).toBe(`${visit.site.origin}/`);
    expect(visit.site.hits).toEqual([]);
  });

  test('data-dnt="true" respects privacy signals, other values overrule them', async () => {
    visit.site.pages.set('/honour', tag.replace('>', ' data-dnt="true">'));
    visit.site.pages.set('/false', tag.replace('>', ' data-dnt="false">'));
    await visit.page.goto(`${visit.site.origin}/honour`);
    await visit.page.goto(`${visit.site.origin}/false`);
    await visit.settle();
    visit.expectSeen('/honour', '/false');
    expect(visit.hitOf('/honour')).not.toHaveProperty('dnt');
    expect(visit.hitOf('/false')?.dnt).toBe(false);
  });

  test.each([
    ['sendBeacon is missing', '<script>delete Navigator.prototype.sendBeacon;</script>', tag],
    [
      'the old navigation timing is missing',
      '<script>Object.defineProperty(performance, "navigation", { value: undefined });</script>',
      tag,
    ],
    ['data-host is a relative URL', '', tag.replace('>', ' data-host="stats">')],
    ['an element has the id footfall', '<p id="footfall"></p>', tag],
    ['it is a module', '', tag.replace('defer', 'type="module"')],
  ])('works when %s', async (_, before, script) => {
    visit.site.pages.set('/', before + script);
    await visit.page.goto(visit.site.origin);
    await visit.settle();
    visit.expectSeen('/');
  });

  test.each([
    ['data-host is broken', '', tag.replace('>', ' data-host="http://">')],
    ['the browser can send nothing', '<script>delete window.fetch;</script>', tag],
  ])('does nothing, without an error, when %s', async (_, before, script) => {
    visit.site.pages.set('/', before + script);
    await visit.page.goto(visit.site.origin);
    await visit.page.evaluate('footfall.track("event"); history.pushState(null, "", "/next")');
    expect(visit.site.hits).toEqual([]);
  });
});

describe('a page that is not visible', () => {
  test('a prerendered page counts once, when it is shown', async () => {
    // A gate makes the page click its own link: Playwright would have to attach to click, which prevents
    // prerendering.
    visit.site.pages.set('/start', tag + PRERENDERING);
    // The module runs after the deferred tracker, so a hit sent too early would arrive before this signal.
    visit.site.pages.set(
      '/ahead',
      `${tag}<script type="module">footfall.track('early');</script>${REPORTING}`,
    );
    await openDetached(visit.browser, visit.site, '/start');
    await eventually('the prerendered page', () => visit.site.signals.includes('ready'));
    expect(visit.site.signals).toContain('prerendering=true');
    visit.expectSeen('/start');

    visit.site.openGate('click');
    await eventually('the hits of the page shown', () => visit.seen().length > 2);
    visit.expectSeen('/ahead', '/ahead !early', '/start');
    // The page was shown, not loaded again; and its hits have no header of a prerendered page.
    expect(visit.site.signals.filter((signal) => signal === 'ready')).toHaveLength(1);
    expect(visit.site.headers.map((headers) => headers['sec-purpose'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(visit.hitOf('/ahead')?.referrer).toBe(`${visit.site.origin}/start`);
  });

  test('a tab opened in the background counts once, when it is first visible', async () => {
    const report = `<script type="module">
      await fetch('/signal?' + document.visibilityState);
      await fetch('/signal?ready');
    </script>`;
    visit.site.pages.set('/background', tag + report);
    const show = await openDetached(visit.browser, visit.site, '/background', true);
    await eventually('the page', () => visit.site.signals.includes('ready'));
    // Headless Chromium hides a background tab; the headless shell of @sparticuz/chromium does not support
    // hidden tabs.
    if (visit.site.signals.includes('hidden')) {
      visit.expectSeen();
      await show();
    }
    await eventually('the hit', () => visit.seen().length > 0);
    visit.expectSeen('/background');
  });

  test('a hidden page counts only the last URL it had, when it is shown again', async () => {
    // Visibility is simulated, because a page that Playwright is attached to is always visible.
    const stub = `<script>
      shown = false;
      Object.defineProperty(document, 'hidden', { get: () => !shown });
      show = (value) => { shown = value; document.dispatchEvent(new Event('visibilitychange')); };
    </script>`;
    visit.site.pages.set('/tab', stub + tag);
    await visit.page.goto(`${visit.site.origin}/tab`);
    await visit.page.evaluate('footfall.track("held"); history.pushState(null, "", "/tab/unseen")');
    await visit.page.evaluate('history.pushState(null, "", "/tab/first")');
    await visit.page.evaluate('fetch("/signal")');
    visit.expectSeen();
    await visit.page.evaluate('show(true); show(false); show(true)');
    await visit.settle();
    await visit.page.evaluate('show(false); history.pushState(null, "", "/tab/second")');
    await visit.settle();
    visit.expectSeen('/tab/first', '/tab/first !held');
    await visit.page.evaluate('show(true)');
    await visit.settle();
    visit.expectSeen('/tab/first', '/tab/first !held', '/tab/second');
  });

  test('a page restored from the back/forward cache counts again', async () => {
    await visit.page.goto(`${visit.site.origin}/one`);
    await visit.page.evaluate('addEventListener("pageshow", (event) => { restored = event.persisted; })');
    await visit.page.goto(`${visit.site.origin}/two`);
    await visit.page.goBack({ waitUntil: 'commit' });
    const restored = await visit.page.evaluate('typeof restored === "boolean" && restored');
    await visit.settle();
    visit.expectSeen('/one', '/two', '/one');
    // The headless shell of @sparticuz/chromium has no such cache and reloads the page, so the event is
    // simulated.
    if (!restored) {
      await visit.page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
      await visit.settle();
      visit.expectSeen('/one', '/two', '/one', '/one');
    }
  });
});
