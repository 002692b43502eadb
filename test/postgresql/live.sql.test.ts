import { expect, test } from '@jest/globals';
import { CHANNEL, createNotices } from '../../src/db/postgresql/notices.ts';
import { createSite } from '../support/crash/site.ts';
import { freshDatabase } from '../support/database.ts';
import { openEvents, subscribe } from '../support/eventStream.ts';
import { runSql } from '../support/postgresql/sql.ts';
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

/** Ends the connections of a database that send or receive messages. */
const breakNotices = (url: string) =>
  runSql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%${CHANNEL}%'`,
    url,
  );

test('a hit at one instance arrives at the streams of the other', async () => {
  await using one = await startTestServer();
  await using other = await startTestServer({ beside: one });
  const { tracking_id: website } = await newWebsite(one);
  await using stream = await subscribe<Live>(other, LIVE);
  await stream.next();
  await listens(other);
  for (let hit = 1; hit <= 3; hit++) {
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

test('messages reach other instances only, are sent together, and survive a broken connection', async () => {
  await using database = await freshDatabase();
  const [sender, receiver] = [createNotices(database.url), createNotices(database.url)];
  try {
    const own: number[] = [];
    const heard: (readonly number[])[] = [];
    sender.listen((ids) => void own.push(...ids));
    receiver.listen((ids) => void heard.push(ids));
    await eventually('both listen', () => sender.isListening() && receiver.isListening());
    const many = Array.from({ length: 1_500 }, (_, index) => 2_147_480_000 + index);
    sender.send([1]);
    sender.send([2]);
    await eventually('two messages', () => heard.flat().length === 2);
    sender.send(many);
    await eventually('all messages', () => heard.flat().length === 1_502);
    expect(heard.flat()).toEqual([1, 2, ...many]);
    // A message has at most 8,000 bytes.
    expect(heard.length).toBeLessThanOrEqual(5);
    await breakNotices(database.url);
    await eventually('the break is noticed', () => !sender.isListening() && !receiver.isListening());
    sender.send([7]);
    await eventually('both listen again', () => sender.isListening() && receiver.isListening());
    sender.send([8]);
    await eventually('the message', () => heard.flat().includes(8));
    expect(own).toEqual([]);
  } finally {
    await Promise.all([sender.close(), receiver.close()]);
  }
});
