import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/site.ts';
import { eachWithVisit, tag } from '../support/visit.ts';

const visit = eachWithVisit();

/** A page whose timers fire when `fire()` is called. `waiting` has those that wait; `delays` those of all. */
const TIMERS = `<script>
  waiting = [];
  delays = [];
  setTimeout = (callback, delay, ...args) => {
    delays.push(delay);
    waiting.push(() => callback(...args));
  };
  fire = () => { for (const run of waiting.splice(0)) run(); };
</script>`;

const fireOne = async () => {
  await visit.page.waitForFunction('waiting.length === 1');
  await visit.page.evaluate('fire()');
};

describe('a hit that the server did not store is sent again', () => {
  test.each<[string, (number | 'reset')[]]>([
    ['503', [503, 503]],
    ['429', [429, 429]],
    ['502 and 504 of a proxy', [502, 504]],
    ['a reset connection', ['reset', 'reset']],
    ['all of them', ['reset', 429, 503]],
  ])('after %s, until the server is back, with the same id', async (_, failures) => {
    visit.site.pages.set('/', TIMERS + tag);
    visit.site.failures.push(...failures);
    await visit.page.goto(`${visit.site.origin}/`);
    const arrived = () => visit.site.hits.length > 0;
    // Chromium itself repeats a request whose connection was reset, so not every failure starts a timer.
    while (!arrived()) {
      await eventually('a timer or the hit', async () => {
        return arrived() || (await visit.page.evaluate('waiting.length')) === 1;
      });
      await visit.page.evaluate('fire()');
    }
    expect(visit.site.failures).toEqual([]);
    await visit.settle();
    visit.expectSeen('/');
    expect(await visit.page.evaluate('waiting.length')).toBe(0);
  });

  test('with the next one, without waiting for the timer', async () => {
    visit.site.pages.set('/', TIMERS + tag);
    visit.site.failures.push(503);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.page.waitForFunction('waiting.length === 1');
    await visit.page.evaluate('footfall.track("Read")');
    await visit.settle();
    visit.expectSeen('/', '/ !Read');
  });

  test('with one timer for all, and 50 hits at most', async () => {
    visit.site.pages.set('/', TIMERS + tag);
    await visit.page.goto(`${visit.site.origin}/`);
    await eventually('the pageview', () => visit.site.hits.length === 1);
    visit.site.failures.push(...Array.from({ length: 60 }, () => 503));
    await visit.page.evaluate('for (let i = 0; i < 60; i++) footfall.track("Read")');
    await eventually('all failures', () => visit.site.failures.length === 0);
    await fireOne();
    await eventually('the hits', () => visit.site.hits.length === 51);
    await visit.settle();
    expect(visit.seen()).toHaveLength(51);
    expect(new Set(visit.site.hits.map(({ id }) => id)).size).toBe(visit.site.hits.length);
  });

  test('when the page is left', async () => {
    visit.site.pages.set('/', TIMERS + tag);
    visit.site.pages.set('/next', 'No tracker here');
    visit.site.failures.push(503);
    await visit.page.goto(`${visit.site.origin}/`);
    await visit.page.waitForFunction('waiting.length === 1');
    await visit.page.goto(`${visit.site.origin}/next`);
    await eventually('the hit', () => visit.site.hits.length > 0);
    visit.expectSeen('/');
  });
});

test('a page whose policy forbids requests makes them ever more rarely', async () => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">`;
  visit.site.pages.set('/', policy + TIMERS + tag);
  await visit.page.goto(`${visit.site.origin}/`);
  for (let round = 0; round < 3; round++) await fireOne();
  await visit.page.waitForFunction('waiting.length === 1');
  expect(await visit.page.evaluate('delays')).toEqual([2_000, 4_000, 8_000, 16_000]);
  visit.expectSeen();
});

test.each([400, 403, 404, 413])('a hit that the server refused with %i is not sent again', async (status) => {
  visit.site.pages.set('/', TIMERS + tag);
  visit.site.failures.push(status);
  await visit.page.goto(`${visit.site.origin}/`);
  await eventually('the refusal', () => visit.site.failures.length === 0);
  await visit.settle();
  visit.expectSeen();
  expect(await visit.page.evaluate('waiting.length')).toBe(0);
});

test('a hit that is sent when the page is hidden or left arrives', async () => {
  const leaving = `<script>
    addEventListener('pagehide', () => footfall.track('Left'));
    document.addEventListener('visibilitychange', () => footfall.track(document.visibilityState));
  </script>`;
  visit.site.pages.set('/', tag + leaving);
  visit.site.pages.set('/next', 'No tracker here');
  await visit.page.goto(`${visit.site.origin}/`);
  await eventually('the pageview', () => visit.site.hits.length > 0);
  await visit.page.goto(`${visit.site.origin}/next`);
  await eventually('the events', () => visit.seen().length > 2);
  visit.expectSeen('/', '/ !Left', '/ !hidden');
});
