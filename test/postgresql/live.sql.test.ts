import { expect, test } from '@jest/globals';
import { createSite } from '../support/crash/site.ts';
import { openEvents, subscribe } from '../support/eventStream.ts';
import { breakNotices } from '../support/postgresql/notices.ts';
import { startProcess } from '../support/process.ts';
import { newWebsite } from '../support/rest.ts';
import { CHROME, IPHONE, startTestServer, type TestServer, temporaryFolder } from '../support/server.ts';
import { eventually } from '../support/site.ts';
import { sendHit } from '../support/track.ts';

const LIVE = `subscription { liveVisitors(websiteId: 1) { minutes { pageviews } } }`;
interface Live {
  liveVisitors: { minutes: { pageviews: number }[] };
}
const pageviews = ({ liveVisitors }: Live) =>
  liveVisitors.minutes.reduce((sum, minute) => sum + minute.pageviews, 0);

const listens = (server: TestServer) =>
  eventually('messages arrive', () => server.deps.db.notices.isListening());

test('a hit at one instance arrives at the streams of the other', async () => {
  await using one = await startTestServer();
  await using other = await startTestServer({ beside: one });
  const { tracking_id: website } = await newWebsite(one);
  await using stream = await subscribe<Live>(other, LIVE);
  await stream.next();
  await listens(other);
  for (let hit = 1; hit <= 2; hit++) {
    await sendHit(one, { website, page: 'https://example.com/' });
    await stream.until((data) => pageviews(data) === hit);
  }
});

test('nothing is missed while the connection for messages is broken, and it is opened again', async () => {
  await using one = await startTestServer();
  await using other = await startTestServer({ beside: one });
  const { tracking_id: website } = await newWebsite(one);
  await using stream = await subscribe<Live>(other, LIVE);
  await stream.next();
  await listens(other);
  await breakNotices(one.database.url);
  await sendHit(one, { website, page: 'https://example.com/' });
  await stream.until((data) => pageviews(data) === 1);
  await listens(other);
  await sendHit(one, { website, page: 'https://example.com/' });
  await stream.until((data) => pageviews(data) === 2);
});

test('an instance that is killed leaves no stream of another behind the database', async () => {
  await using temporary = await temporaryFolder();
  const { env, key, websites } = await createSite(temporary.folder);
  await using dying = await startProcess(temporary.folder, env);
  await using staying = await startProcess(temporary.folder, env);
  const controller = new AbortController();
  const response = await fetch(`${staying.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({ query: LIVE }),
    signal: controller.signal,
  });
  await using stream = await openEvents<Live>(response, () => controller.abort());
  await stream.next();
  const send = (agent: string) =>
    fetch(`${dying.url}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': agent },
      body: JSON.stringify({ website: websites[0], page: 'https://example.com/' }),
    });
  const sent = await Promise.all(Array.from({ length: 40 }, (_, hit) => send(hit % 2 ? CHROME : IPHONE)));
  // At once: the messages of the last hits may not have been sent.
  await dying.stop('SIGKILL');
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 202));
  await stream.until((data) => pageviews(data) === 40);
  expect(await staying.stop('SIGTERM')).toBe(0);
  // Without `complete`, so that clients connect again.
  expect(await stream.event()).toBeNull();
});
