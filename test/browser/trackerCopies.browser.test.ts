import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { transform } from 'esbuild';
import { fillInAddress, STANDARD_PATHS } from '../../src/tracker/paths.ts';
import { type Recorder, startRecorder } from '../support/recorder.ts';
import { eventually } from '../support/site.ts';
import { code, eachWithVisit, more } from '../support/visit.ts';

const visit = eachWithVisit();
/** The server, another origin than the visited website. */
let server: Recorder;
/** The script as the server sends it. */
let script: string;

beforeEach(async () => {
  server = await startRecorder(code, more);
  script = fillInAddress(code, STANDARD_PATHS, server.origin);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

const tagOf = (src: string, more = '') => `<script defer src="${src}" data-website="w1"${more}></script>`;

/** Visits a page, and waits for its hit at the server. */
async function arrives(content: string): Promise<void> {
  visit.site.pages.set('/', content);
  await visit.page.goto(`${visit.site.origin}/`);
  await eventually('the hit at the server', () => server.hits.length > 0);
  expect(server.hits[0]?.page).toBe(`${visit.site.origin}/`);
  expect(visit.site.hits).toEqual([]);
}

describe('a copy of the script on the visited website sends to its server', () => {
  test.each([
    '/script.js',
    '/stats/script.js',
    '/wp-content/cache/min/1/abc.js',
    '/localres/https://stats.example.com/script.js?v=2',
  ])('at %s', async (path) => {
    visit.site.scripts.set(path.replace(/\?.*/, ''), script);
    await arrives(tagOf(path));
    expect(server.hits[0]?.website).toBe('w1');
  });

  test('minified again', async () => {
    const { code: minified } = await transform(script, { minify: true, target: 'es2015' });
    visit.site.scripts.set('/min.js', minified);
    await arrives(tagOf('/min.js'));
    expect(server.hits[0]?.website).toBe('w1');
  });

  test.each([
    ['', ''],
    ['"use strict";', ''],
    // Without a semicolon, what follows would be its arguments.
    ['var before = (() => 1)', '\n(() => 2)()'],
  ])('concatenated with other scripts: %j', async (before, after) => {
    visit.site.scripts.set('/all.js', `${before}\n${script}${after}`);
    await arrives('<script defer src="/all.js"></script>');
    expect(server.hits[0]).not.toHaveProperty('website');
  });

  test('concatenated into a module', async () => {
    visit.site.scripts.set('/all.js', `${script}\nexport {};`);
    await arrives('<script type="module" src="/all.js"></script>');
  });

  test('concatenated, with the attributes on another element', async () => {
    visit.site.scripts.set('/all.js', `${script}\nexport {};`);
    await arrives('<div data-website="w2" data-hash></div><script type="module" src="/all.js"></script>');
    expect(server.hits[0]).toMatchObject({ website: 'w2', hash: true });
  });

  test('inlined', async () => {
    await arrives(`<script data-website="w1">${script}</script>`);
    expect(server.hits[0]?.website).toBe('w1');
  });

  test('in a data: or blob: address', async () => {
    const data = `data:text/javascript;base64,${Buffer.from(script).toString('base64')}`;
    await arrives(tagOf(data));
    visit.site.scripts.set('/plain.js', script);
    server.hits.length = 0;
    await arrives(`<script type="module">
      const script = document.createElement('script');
      script.dataset.website = 'w1';
      script.src = URL.createObjectURL(await (await fetch('/plain.js')).blob());
      document.head.append(script);
    </script>`);
  });
});

test('data-host="/" sends to the visited website, whose proxy forwards the hits', async () => {
  visit.site.scripts.set('/stats/script.js', script);
  visit.site.pages.set('/', tagOf('/stats/script.js', ' data-host="/"'));
  await visit.page.goto(`${visit.site.origin}/`);
  await visit.settle();
  visit.expectSeen('/');
  expect(server.hits).toEqual([]);
});
