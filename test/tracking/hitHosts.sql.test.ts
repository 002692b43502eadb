import { describe, expect, test } from '@jest/globals';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { restMetrics } from '../support/engine/asking.ts';
import { changeWebsite, newWebsite } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { rows } from '../support/tables.ts';
import { loadPixel, outcome, RECORDED, sendHit } from '../support/track.ts';

const stored = async (server: TestServer) =>
  (await rows<{ host: string }>(server, 'SELECT "host" FROM "Hit" ORDER BY "id"')).map(({ host }) => host);

const today = { from: '2026-11-21', to: '2026-11-21' };
const longLabel = 'a'.repeat(60);
const long = (labels: number) => `${Array(labels).fill(longLabel).join('.')}.example.com`;

describe('the host of a hit', () => {
  let trackingId: string;
  const server = sharedServer({}, async (started) => {
    const { id, tracking_id } = await newWebsite(started, { url: 'https://example.com' });
    await changeWebsite(started, id, { hosts: 'example.org\ncapacitor://localhost\ncustom:\nfile:' });
    trackingId = tracking_id;
  });

  test.each([
    ['https://example.com/a', 'example.com'],
    ['https://www.example.com/a', 'example.com'],
    ['https://WWW.Example.COM:8443/a', 'example.com'],
    ['http://blog.example.com/a', 'blog.example.com'],
    ['https://www.blog.example.com./a', 'blog.example.com'],
    ['https://user:word@Shop.Example.com/a?x#y', 'shop.example.com'],
    ['https://bücher.example.com/', 'xn--bcher-kva.example.com'],
    ['https://www.example.org/', 'example.org'],
    ['https://de.example.org/', 'de.example.org'],
    ['https://blog-example-com.translate.goog/a?_x_tr_sl=en', 'blog.example.com'],
    ['capacitor://localhost/a', 'localhost'],
    ['capacitor://LOCALHOST/', 'localhost'],
    ['custom://any.host/a', 'any.host'],
    ['custom://a%20b/', ''],
    [`custom://${'a'.repeat(254)}/`, ''],
    ['file:///android_asset/index.html', ''],
    [`https://${long(3)}/`, long(3)],
    [`https://${long(5)}/`, ''],
  ])('of %s is %j', async (page, host) => {
    const hit = { website: trackingId, page };
    expect(outcome(await sendHit(server(), hit))).toEqual(RECORDED);
    expect(outcome(await sendHit(server(), { ...hit, event: { name: 'Buy' } }))).toEqual(RECORDED);
    expect(outcome(await loadPixel(server(), hit))).toEqual(RECORDED);
    expect((await stored(server())).slice(-3)).toEqual([host, host, host]);
  });

  test('is counted in the rollup unless it is unknown', async () => {
    expect((await verifyRollups(server().deps.db)).differences).toEqual([]);
  });

  test('is that of the page, also if the website is found by it', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { url: 'https://www.example.com' });
    expect(outcome(await sendHit(server, { page: 'https://www.example.com/' }))).toEqual(RECORDED);
    expect(await stored(server)).toEqual(['example.com']);
  });
});

test('hosts beyond the limit of distinct values of a day are (other), also after a restart', async () => {
  const env = { MAX_DISTINCT_VALUES: '3' };
  await using server = await startTestServer({ env });
  const { id, tracking_id: website } = await newWebsite(server, { url: 'https://example.com' });
  const send = async (at: TestServer, host: string, event?: string) => {
    const page = `https://${host}/`;
    expect(outcome(await sendHit(at, { website, page, ...(event && { event }) }))).toEqual(RECORDED);
  };
  // Those of events count like those of pageviews.
  await send(server, 'a.example.com', 'Buy');
  for (const host of ['example.com', 'www.example.com', 'b.example.com']) await send(server, host);
  for (let index = 0; index < 20; index += 1) await send(server, `x${index}.example.com`, 'Buy');
  await using another = await startTestServer({ env, beside: server });
  for (const host of ['a.example.com', 'b.example.com', 'c.example.com']) await send(another, host);
  const countsOf = (host: string, at = server) =>
    restMetrics(at, { websiteId: id, ...today, filter: { host: { in: [host] } } });
  for (const at of [server, another]) {
    for (const host of ['example.com', 'b.example.com'])
      expect(await countsOf(host, at)).toMatchObject({ pageviews: 2, events: 0 });
    expect(await countsOf('a.example.com', at)).toMatchObject({ pageviews: 1, events: 1 });
    expect(await countsOf('(other)', at)).toMatchObject({ pageviews: 1, events: 20 });
    expect(await countsOf('x0.example.com', at)).toMatchObject({ pageviews: 0, events: 0 });
  }
  expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
});

test('without a limit of distinct values, every host keeps its name', async () => {
  await using server = await startTestServer({ env: { MAX_DISTINCT_VALUES: '0' } });
  const { tracking_id: website } = await newWebsite(server, { url: 'https://example.com' });
  const hosts = Array.from({ length: 30 }, (_, index) => `x${index}.example.com`);
  for (const host of hosts) await sendHit(server, { website, page: `https://${host}/` });
  expect(await stored(server)).toEqual(hosts);
});
