import {
  collector,
  dropReason,
  graphql,
  type ProxyUnderTest,
  readStream,
  send,
  untilReady,
} from './checks.ts';
import { EVENT_PATH, OWNER, PIXEL_PATH, SCRIPT_PATH, TOKEN } from './footfall.ts';

const LIVE = 'subscription { liveVisitors(websiteId: 1) { visitors } }';

/** The number of streams that Footfall has open, asked without the proxy. */
async function openStreams(port: number): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  return Number(/^footfall_live_streams (\d+)$/m.exec(text)?.[1]);
}

/** The seconds until Footfall knows that a client has left its stream; null after a minute. */
async function secondsUntilLeft(port: number): Promise<number | null> {
  const started = performance.now();
  while (performance.now() - started < 60_000) {
    if ((await openStreams(port)) === 0) return (performance.now() - started) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return null;
}

/**
 * Checks a proxy without TLS in front of Footfall.
 * @param port where Footfall listens.
 * @param keepsStreams whether the proxy keeps streams open after the browser has left, until they end.
 * @returns the checks and the deviation found by each; null for none.
 */
export async function checkPlainProxy(
  proxy: ProxyUnderTest,
  port: number,
  keepsStreams = false,
): Promise<[string, string | null][]> {
  await untilReady(proxy);
  const { results, verify } = collector();
  await verify(
    '/readyz is refused; /healthz is for everyone',
    async () => [
      [403, 404].includes((await send(proxy, '/readyz')).status),
      (await send(proxy, '/healthz')).status,
    ],
    [true, 200],
  );
  await verify('Footfall receives the address of the client', () => dropReason(proxy, {}), 'excluded_ip');
  await verify(
    'an X-Forwarded-For header of the client is ignored',
    () => dropReason(proxy, { 'x-forwarded-for': '9.9.9.9' }),
    'excluded_ip',
  );
  await verify(
    'a person logs in and stays logged in',
    async () => {
      const input = `{ email: "${OWNER.email}", password: "${OWNER.password}" }`;
      const login = `mutation { logIn(input: ${input}) { __typename } }`;
      const { headers } = await send(proxy, '/graphql', graphql(login));
      const cookie = (headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '').join('; ');
      const answer = await send(proxy, '/graphql', graphql('{ viewer { email } }', { cookie }));
      return JSON.parse(answer.body.toString()).data;
    },
    { viewer: { email: OWNER.email } },
  );
  await verify(
    'an API key arrives',
    async () =>
      (await send(proxy, '/api/v1/websites', { headers: { authorization: `Bearer ${proxy.key}` } })).status,
    200,
  );
  for (const [what, size] of [
    ['300 KB', 300_000],
    ['3 MB', 3_000_000],
  ] as const)
    await verify(`a body of ${what} is refused by Footfall, ten times in a row`, async () => {
      const found = new Set<unknown>();
      for (let times = 0; times < 10; times += 1) {
        const { status, headers } = await send(proxy, '/graphql', graphql('x'.repeat(size)));
        found.add([status, headers['content-type']].join(' '));
      }
      return [...found];
    }, ['413 application/json; charset=utf-8']);
  await verify(
    'the messages and pings of a live stream arrive at once, not compressed',
    () => readStream(proxy, LIVE),
    [200, 'text/event-stream', null, 2, true],
  );
  if (!keepsStreams)
    await verify(
      'Footfall notices within a minute that a browser has left',
      async () => (await secondsUntilLeft(port)) !== null,
      true,
    );
  return results;
}

/** Checks the proxy of a website that forwards the paths of the tracker to Footfall. */
export async function checkFirstParty(proxy: ProxyUnderTest): Promise<[string, string | null][]> {
  await untilReady(proxy, SCRIPT_PATH);
  const { results, verify } = collector();
  await verify('the script is loaded from the path of the website, and sends to it', async () => {
    const { status, headers, body } = await send(proxy, SCRIPT_PATH);
    return [status, headers['content-type'], body.toString().includes(EVENT_PATH)];
  }, [200, 'text/javascript; charset=utf-8', true]);
  await verify(
    'hits arrive with the address of the visitor',
    () => dropReason(proxy, {}, EVENT_PATH),
    'excluded_ip',
  );
  await verify(
    'an address that the visitor adds is ignored',
    () => dropReason(proxy, { 'x-forwarded-for': '9.9.9.9' }, EVENT_PATH),
    'excluded_ip',
  );
  await verify('the pixel is loaded', async () => {
    const where = `${PIXEL_PATH}?website=${proxy.trackingId}&page=https://shop.test/`;
    const { status, headers } = await send(proxy, where);
    return [status, headers['content-type']];
  }, [202, 'image/gif']);
  await verify(
    'no other path of Footfall is reachable',
    async () => (await send(proxy, '/api/v1/websites')).headers['content-type'] !== 'application/json',
    true,
  );
  return results;
}
