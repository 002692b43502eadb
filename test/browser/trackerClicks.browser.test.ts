import { describe, expect, test } from '@jest/globals';
import { readDocument } from '../support/documents/blocks.ts';
import { eventually } from '../support/site.ts';
import { documented, eventsOf, hitsOf, openPage, tagWith } from '../support/trackerFeatures.ts';
import { eachWithVisit, tag } from '../support/visit.ts';

const visit = eachWithVisit();

/** Prevents that a click on a link leaves the page. */
const STAY = `<script>for (const type of ['click', 'auxclick']) addEventListener(type, (event) => {
    if (event.composedPath().some((node) => node.localName === 'a')) event.preventDefault();
  });</script>`;

describe('an element with data-footfall-event', () => {
  const examples = documented('data-footfall-event="Signup"');

  test('counts clicks on it and its children, by mouse and keyboard', async () => {
    await openPage(
      visit,
      `${STAY}${tag}${examples}<button data-footfall-event="Buy"><b>Buy</b></button>
       <div data-footfall-event="Outer"><i>o</i><span data-footfall-event="Inner">i</span></div>
       <label data-footfall-event="Agree"><u>Agree</u><input type="checkbox"></label>
       <p data-footfall-event="">p</p>`,
    );
    await visit.page.click('b');
    await visit.page.focus('button[data-footfall-event]');
    await visit.page.keyboard.press('Enter');
    await visit.page.focus('a');
    await visit.page.keyboard.press('Enter');
    await visit.page.click('a', { button: 'middle' });
    await visit.page.click('b', { button: 'middle' });
    await visit.page.click('a', { button: 'right' });
    for (const selector of ['i', 'span', 'u', 'p']) await visit.page.click(selector);
    await visit.settle();
    const signup = ['Signup', { plan: 'pro' }];
    expect(eventsOf(visit).sort()).toEqual(
      [...['Buy', 'Buy', 'Outer', 'Inner', 'Agree'].map((name) => [name, {}]), signup, signup].sort(),
    );
  });

  test('counts a submission, if it is a form, and no click', async () => {
    const stay = '<script>addEventListener("submit", (event) => event.preventDefault());</script>';
    await openPage(visit, `${stay}${tag}${examples}`);
    await visit.page.fill('input', 'secret');
    await visit.page.click('input');
    await visit.page.click('form button');
    await visit.page.press('input', 'Enter');
    await visit.settle();
    const search = ['Search', { place: 'header' }];
    expect(eventsOf(visit)).toEqual([search, search]);
  });

  test('counts if it is added later, is in a shadow root or in SVG', async () => {
    await openPage(visit, `${STAY}${tag}<main></main>`);
    await visit.page.evaluate(`{
      const main = document.querySelector('main');
      main.innerHTML = '<em data-footfall-event="Later" data-footfall-property-user-type="x">e</em>' +
        '<svg width="50" height="50"><a href="/x" data-footfall-event="Drawn">' +
        '<rect width="50" height="50"/></a></svg>' +
        '<div id="host"></div>';
      document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
        '<a href="/y" data-footfall-event="Shadow">shadow</a>';
    }`);
    for (const selector of ['em', 'rect', '#host a']) await visit.page.click(selector);
    await visit.settle();
    expect(eventsOf(visit)).toEqual([
      ['Later', { 'user-type': 'x' }],
      ['Drawn', {}],
      ['Shadow', {}],
    ]);
  });

  test('counts once for each tag', async () => {
    await openPage(visit, `${tag}${tag.replace('w1', 'w2')}<button data-footfall-event="Buy">Buy</button>`);
    await visit.page.click('button');
    await eventually('the events', () => eventsOf(visit).length === 2);
    await visit.settle();
    expect(eventsOf(visit)).toHaveLength(2);
  });

  test('counts when the click leaves the page', async () => {
    visit.site.pages.set('/signup', 'No tracker here');
    await openPage(visit, tag + examples);
    await visit.page.click('a');
    await visit.page.waitForURL('**/signup');
    await eventually('the event', () => eventsOf(visit).length === 1);
  });
});

describe('data-track', () => {
  /** The table in docs/tracking.md: the word, and the event with its property. */
  const documentedEvents = [
    ...readDocument('docs/tracking.md').matchAll(/^\| `(\w+)` \| [^|]* \| `([^`]+)` \| `(\w+)`:/gm),
  ].map(([, word, name, property]) => [word, name, property]);
  const all = `data-track="outbound downloads forms 404"`;
  const page = (attributes: string) => `${STAY}${tagWith(attributes)}
    <a id="out" href="https://user:secret@other.example/a?token=1#b">Out</a>
    <a id="file" href="/files/Report.PDF?token=1">File</a>
    <a id="both" href="https://other.example/x.zip">Both</a>
    <a id="in" href="/inside">In</a><a id="mail" href="mailto:a@b.example">Mail</a><a id="none">None</a>
    <svg width="50" height="50">
      <a id="svg" href="https://drawn.example/"><rect width="50" height="50"/></a>
    </svg>
    <form onsubmit="return false"><input name="closest"><input name="matches"><button>Send</button></form>`;
  const walk = async () => {
    for (const id of ['out', 'file', 'both', 'in', 'mail', 'none']) await visit.page.click(`#${id}`);
    await visit.page.click('rect');
    // Playwright's click uses methods that the form has fields for.
    await visit.page.evaluate('document.querySelector("form button").click()');
    await visit.settle();
  };

  test('counts what docs/tracking.md lists', async () => {
    expect(documentedEvents).toEqual([
      ['outbound', 'Outbound Link: Click', 'url'],
      ['downloads', 'File Download', 'url'],
      ['forms', 'Form: Submission', 'path'],
      ['404', '404', 'path'],
    ]);
    expect(documented('data-track=').replace(/\s+/g, ' ')).toContain(all);
    await openPage(visit, page(all), '/shop');
    await walk();
    const url = (name: string, value: string) => [name, { url: value }];
    expect(eventsOf(visit)).toEqual([
      url('Outbound Link: Click', 'https://other.example/a'),
      url('File Download', `${visit.site.origin}/files/Report.PDF`),
      url('File Download', 'https://other.example/x.zip'),
      url('Outbound Link: Click', 'https://drawn.example/'),
      ['Form: Submission', { path: '/shop' }],
    ]);
  });

  test.each([
    ['data-track="outbound"', ['Outbound Link: Click', 'Outbound Link: Click', 'Outbound Link: Click']],
    ['data-track="downloads, 404"', ['File Download', 'File Download']],
    ['data-track="forms"', ['Form: Submission']],
    ['data-track="formsx"', []],
    ['', []],
  ])('counts only what is chosen: %s', async (attribute, names) => {
    await openPage(visit, page(attribute));
    await walk();
    expect(eventsOf(visit).map(([name]) => name)).toEqual(names);
  });

  test('counts for the tags that have it only, and middle clicks', async () => {
    await openPage(visit, page('data-track="outbound"') + tag.replace('w1', 'w2'));
    await visit.page.click('#out', { button: 'middle' });
    await visit.settle();
    expect(hitsOf(visit).flatMap(({ event, website }) => (event ? [website] : []))).toEqual(['w1']);
  });

  test('counts a missing page, and its pageview', async () => {
    visit.site.missing.add('/missing');
    visit.site.pages.set('/missing', tagWith(all));
    await visit.page.goto(`${visit.site.origin}/missing?token=1`);
    await eventually('the event', () => eventsOf(visit).length > 0);
    await visit.settle();
    visit.expectSeen('/missing?token=1', '/missing?token=1 !404');
    expect(eventsOf(visit)).toEqual([['404', { path: '/missing' }]]);
    await visit.page.evaluate(documented("footfall.track('404'"));
    await visit.settle();
    expect(eventsOf(visit)[1]).toEqual(['404', { path: '/missing' }]);
  });
});
