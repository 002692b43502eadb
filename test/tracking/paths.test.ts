import { describe, expect, test } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/config.ts';
import { RESERVED_SEGMENTS } from '../../src/tracker/paths.ts';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { newWebsite, statRows } from '../support/rest.ts';
import { CHROME, startTestServer } from '../support/server.ts';
import { outcome, RECORDED } from '../support/track.ts';

const Snippets = graphql(`
  query Snippets($id: ID!) {
    website(id: $id) {
      snippet
      pixelSnippet
    }
  }
`);

const PAGE = 'https://example.com/shop';

/** Makes all requests of a page on these paths. @returns the script. */
async function visit(server: Awaited<ReturnType<typeof startTestServer>>, paths: string[], website: string) {
  const [script = '', event = '', pixel = '', more = ''] = paths;
  const headers = { 'user-agent': CHROME };
  const posted = await server.call(event, {
    method: 'POST',
    key: null,
    headers,
    body: JSON.stringify({ website, page: PAGE }),
  });
  const preflight = await server.call(event, { method: 'OPTIONS', key: null, headers });
  const query = new URLSearchParams({ website, page: PAGE });
  const loaded = await server.call(`${pixel}?${query}`, { key: null, headers });
  const code = await server.call(script, { key: null });
  const second = await server.call(more, { key: null });
  expect([outcome(posted), outcome(loaded)]).toEqual([RECORDED, RECORDED]);
  expect([preflight.status, code.status, second.status]).toEqual([204, 200, 200]);
  for (const { headers } of [posted, preflight, loaded, code, second])
    expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(loaded.headers.get('content-type')).toBe('image/gif');
  return code.text();
}

const STANDARD = ['/script.js', '/api/event', '/picture.gif', '/more.js'];

describe('the paths of the tracker', () => {
  test('chosen by the operator work alongside the standard ones and are used in the snippets', async () => {
    const env = { TRACKER_PATHS: '/s.js, /in/come ,/dot.gif, /m.js' };
    const script = "send('/api/event', '/more.js')";
    await using server = await startTestServer({ script, env });
    const { id, tracking_id: website } = await newWebsite(server);
    for (const paths of [
      STANDARD,
      ['/s.js', '/in/come', '/dot.gif', '/m.js'],
      ['/s.js', '/in/come', '/pixel.gif', '/m.js'],
    ])
      expect(await visit(server, paths, website)).toBe("send('/in/come', '/m.js')");
    expect(await statRows(server, id, 'page')).toEqual([['/shop', 6]]);
    const { data } = await ask(server, Snippets, { id: String(id) });
    expect(data.website).toEqual({
      snippet: `<script defer src="https://stats.example.com/s.js" data-website="${website}"></script>`,
      pixelSnippet:
        `<noscript><img src="https://stats.example.com/dot.gif?website=${website}" ` +
        'referrerpolicy="no-referrer-when-downgrade" alt=""></noscript>',
    });
  });

  test('are the standard ones by default', async () => {
    await using server = await startTestServer({ script: "send('/api/event')" });
    const { id, tracking_id: website } = await newWebsite(server);
    expect(await visit(server, STANDARD, website)).toBe("send('/api/event')");
    const { data } = await ask(server, Snippets, { id: String(id) });
    expect(data.website?.snippet).toContain('https://stats.example.com/script.js"');
    expect(data.website?.pixelSnippet).toContain('https://stats.example.com/picture.gif?website=');
    expect((await server.call('/in', { method: 'POST', key: null, body: '{}' })).status).toBe(404);
  });

  test.each([
    ['two of them', '/s.js,/in'],
    ['five', '/s.js,/in,/p.gif,/m.js,/x'],
    ['an empty fourth', '/s.js,/in,/p.gif,'],
    ['a fourth that is the first', '/s.js,/in,/p.gif,/s.js'],
    ['an empty one', '/s.js,,/p.gif'],
    ['one without a slash', 's.js,/in,/p.gif'],
    ['the root', '/,/in,/p.gif'],
    ['one that ends with a slash', '/s.js,/in/,/p.gif'],
    ['two that are the same', '/s.js,/in,/in'],
    ['the standard path of another', '/s.js,/pixel.gif,/p.gif'],
    ['one of the API', '/s.js,/api/v1/websites,/p.gif'],
    ['one of the pages', '/s/x,/in,/p.gif'],
    ['one that goes up', '/a/../s.js,/in,/p.gif'],
    ['a quote', '/s".js,/in,/p.gif'],
    ['a query', '/s.js?x,/in,/p.gif'],
    ['one that is too long', `/${'s'.repeat(100)},/in,/p.gif`],
  ])('are rejected if they have %s', (_, TRACKER_PATHS) => {
    expect(() => readConfig({ TRACKER_PATHS })).toThrow(
      new ConfigError([
        'TRACKER_PATHS must be three or four different paths, of the script, events, the pixel and the ' +
          'second script, that no other route uses, for example /s.js,/in,/dot.gif,/m.js.',
      ]),
    );
  });

  test('can partly be standard ones', () => {
    expect(readConfig({ TRACKER_PATHS: '/script.js,/api/event,/dot.gif' }).trackerPaths).toEqual({
      script: '/script.js',
      event: '/api/event',
      pixel: '/dot.gif',
      more: '/more.js',
    });
  });

  test.each([
    ['/s.js,/in,/dot.gif', '/more.js'],
    ['/stats/script.js,/stats/event,/stats/dot.gif', '/stats/more.js'],
    ['/stats/script.js,/stats/event,/stats/dot.gif,/m.js', '/m.js'],
  ])('%s have the second script at %s', (TRACKER_PATHS, more) => {
    expect(readConfig({ TRACKER_PATHS }).trackerPaths.more).toBe(more);
  });

  test('cannot be those of any other route', async () => {
    await using server = await startTestServer();
    const paths = server.routes
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/') && ![...STANDARD, '/pixel.gif', '/'].includes(path));
    expect(paths.length).toBeGreaterThan(15);
    const segments = new Set(paths.map((path) => path.split('/')[1]));
    expect(RESERVED_SEGMENTS).toEqual(expect.arrayContaining([...segments]));
  });
});
