import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { type ConnectionOptions, connect } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { DISTANT, type Footfall, OWNER } from './footfall.ts';

export interface ProxyUnderTest extends Pick<Footfall, 'trackingId' | 'key'> {
  http: number;
  https: number;
  /** The CA certificate to trust; null for a proxy without TLS. */
  ca: string | null;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/142.0.0.0 Safari/537.36';

/** Sends a request through the proxy, over TLS unless `plain`. */
export function send(
  proxy: ProxyUnderTest,
  where: string,
  init: Init = {},
  plain = proxy.ca === null,
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = init;
  const options = {
    host: 'localhost',
    port: plain ? proxy.http : proxy.https,
    path: where,
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
    agent: false as const,
  };
  return new Promise((resolve, reject) => {
    const outgoing = plain ? plainRequest(options) : request({ ...options, ca: proxy.ca ?? undefined });
    outgoing.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Waits until the proxy listens, at most ten seconds. */
export async function untilReady(proxy: ProxyUnderTest, where = '/healthz'): Promise<void> {
  for (let tries = 0; ; tries++) {
    const ready = await send(proxy, where).catch((error: unknown) => error);
    if (!(ready instanceof Error)) return;
    if (tries === 100) throw ready;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The time in ms until the proxy closes a connection that sends nothing after these bytes; at most 30 s. */
function patience(proxy: ProxyUnderTest, bytes: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = () => {
      socket.destroy();
      resolve(performance.now() - started);
    };
    const socket = connect(
      { host: 'localhost', port: proxy.https, ca: proxy.ca ?? undefined, servername: 'localhost' },
      () => socket.write(bytes),
    );
    socket.on('data', end).on('close', end).on('error', end);
    setTimeout(end, 30_000).unref();
  });
}

/** Returns the version of TLS that the proxy agrees to; `refused` if there is none. */
function handshake(proxy: ProxyUnderTest, options: ConnectionOptions): Promise<string> {
  const target = { host: 'localhost', port: proxy.https, servername: 'localhost', ca: proxy.ca ?? undefined };
  return new Promise((resolve) => {
    const socket = connect({ ...target, ...options }, () => {
      resolve(socket.getProtocol() ?? 'none');
      socket.destroy();
    });
    socket.on('error', () => resolve('refused'));
  });
}

/**
 * Opens a live stream, and reads until the message and two pings have arrived, of which the second is sent
 * after 12 s; at most 30 s.
 * @returns the status, the headers that concern the way, and the lines that arrived.
 */
export function readStream(proxy: ProxyUnderTest, query: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'accept-encoding': 'gzip',
      authorization: `Bearer ${proxy.key}`,
    };
    const isPlain = proxy.ca === null;
    const target = { host: 'localhost', port: isPlain ? proxy.http : proxy.https, path: '/graphql' };
    const options = { ...target, method: 'POST', headers, agent: false as const };
    const answered = (response: IncomingMessage) => {
      let text = '';
      const end = () => {
        outgoing.destroy();
        const { 'content-type': type, 'content-encoding': encoding = null } = response.headers;
        const pings = text.split('\n').filter((line) => line === ':').length;
        resolve([response.statusCode, type, encoding, pings, /^event: next$/m.test(text)]);
      };
      const timer = setTimeout(end, 30_000);
      response.on('data', (part: Buffer) => {
        text += part;
        if (!/^event: next$/m.test(text) || text.split(/^:$/m).length < 3) return;
        clearTimeout(timer);
        end();
      });
      response.on('error', () => undefined);
    };
    const outgoing = isPlain
      ? plainRequest(options, answered)
      : request({ ...options, ca: proxy.ca ?? undefined }, answered);
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify({ query }));
  });
}

export const graphql = (query: string, headers: Record<string, string> = {}): Init => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
  body: JSON.stringify({ query }),
});

export type Verify = (what: string, found: () => Promise<unknown>, right: unknown) => Promise<void>;

/** Collects the results of checks. */
export function collector(): { results: [string, string | null][]; verify: Verify } {
  const results: [string, string | null][] = [];
  const verify: Verify = async (what, found, right) => {
    const got = JSON.stringify(await found().catch(String));
    results.push([
      what,
      got === JSON.stringify(right) ? null : `expected ${JSON.stringify(right)}; got ${got}`,
    ]);
  };
  return { results, verify };
}

/** Sends a hit, and returns why it was dropped; undefined if it was not. */
export async function dropReason(
  proxy: ProxyUnderTest,
  forwarded: Record<string, string>,
  where = '/api/event',
) {
  const { headers } = await send(proxy, where, {
    method: 'POST',
    headers: { 'user-agent': CHROME, ...forwarded },
    body: JSON.stringify({ website: proxy.trackingId, page: 'https://shop.test/' }),
  });
  return headers['x-footfall-dropped'];
}

/**
 * Checks a proxy between a network, such as a load balancer, and Footfall with TRUST_PROXY=2. Hits that are
 * sent with X-Forwarded-For come from this machine, as from that network.
 */
export async function checkSecondProxy(proxy: ProxyUnderTest): Promise<[string, string | null][]> {
  await untilReady(proxy);
  const { results, verify } = collector();
  await verify(
    'behind a network in front, Footfall receives the address of the client',
    () => dropReason(proxy, { 'x-forwarded-for': DISTANT }),
    'excluded_ip',
  );
  await verify(
    'behind a network in front, an address that the client adds is ignored',
    () =>
      dropReason(proxy, { 'x-forwarded-for': `${DISTANT}, 203.0.113.9` }).then((reason) => reason ?? null),
    null,
  );
  return results;
}

/**
 * Checks a proxy in front of Footfall. @returns the checks and the deviation found by each; null for none.
 */
export async function checkProxy(proxy: ProxyUnderTest): Promise<[string, string | null][]> {
  await untilReady(proxy);
  const { results, verify } = collector();

  await verify('HTTP is redirected to HTTPS on the same host', async () => {
    const { status, headers } = await send(proxy, '/login?next=%2Faccount', {}, true);
    return [status, headers.location?.replace(`:${proxy.https}`, '')];
  }, [308, 'https://localhost/login?next=%2Faccount']);
  await verify('API requests over HTTP are refused; the tracker and its hits are redirected', async () => {
    const found: unknown[] = [];
    const paths = ['/api/v1/websites', '/graphql', '/metrics', '/script.js', '/api/event', '/graphics'];
    for (const where of paths) {
      const { status, headers } = await send(proxy, where, {}, true);
      found.push(headers['content-type'] === 'application/json' ? [status] : status);
    }
    return found;
  }, [[403], [403], [403], 308, 308, 308]);
  await verify(
    '/readyz is for the orchestrator only; /healthz is for everyone',
    async () => [(await send(proxy, '/readyz')).status, (await send(proxy, '/healthz')).status],
    [404, 200],
  );
  await verify('security headers arrive once and unchanged', async () => {
    const { headers } = await send(proxy, '/login');
    return [
      headers['strict-transport-security'],
      /^default-src 'none'; [^,]*$/.test(headers['content-security-policy'] as string),
      headers['x-content-type-options'],
    ];
  }, ['max-age=31536000; includeSubDomains', true, 'nosniff']);
  await verify(
    'TLS 1.2 and 1.3 are accepted, with forward secrecy and authenticated encryption only',
    async () => [
      await handshake(proxy, { maxVersion: 'TLSv1.2' }),
      await handshake(proxy, { minVersion: 'TLSv1.3' }),
      await handshake(proxy, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE+AES:!AESGCM' }),
      await handshake(proxy, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }),
    ],
    ['TLSv1.2', 'TLSv1.3', 'refused', 'refused'],
  );
  await verify('compressed responses are not compressed again', async () => {
    const page = await send(proxy, '/login', { headers: { 'accept-encoding': 'identity' } });
    const script = /src="(\/assets\/[^"]+)"/.exec(page.body.toString())?.[1] ?? '';
    const { headers, body } = await send(proxy, script, { headers: { 'accept-encoding': 'gzip' } });
    return [headers['content-encoding'], gunzipSync(body).length > body.length];
  }, ['gzip', true]);
  await verify('Footfall receives the address of the client', () => dropReason(proxy, {}), 'excluded_ip');
  await verify(
    'an X-Forwarded-For header of the client is ignored',
    () => dropReason(proxy, { 'x-forwarded-for': '9.9.9.9' }),
    'excluded_ip',
  );
  await verify('a person logs in and stays logged in with a __Host- cookie', async () => {
    const input = `{ email: "${OWNER.email}", password: "${OWNER.password}" }`;
    const login = `mutation { logIn(input: ${input}) { __typename } }`;
    const { headers } = await send(proxy, '/graphql', graphql(login));
    const cookies = (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');
    const cookie = cookies.join('; ');
    const answer = await send(proxy, '/graphql', graphql('{ viewer { email } }', { cookie }));
    return [cookie.startsWith('__Host-'), JSON.parse(answer.body.toString()).data];
  }, [true, { viewer: { email: OWNER.email } }]);
  await verify('Footfall rejects a body over its limit', async () => {
    const { status, headers } = await send(proxy, '/graphql', graphql('x'.repeat(300_000)));
    return [status, headers['content-type']];
  }, [413, 'application/json; charset=utf-8']);
  await verify(
    'a body of 3 MB is rejected',
    // Caddy before 2.7 responds with 502.
    async () => [413, 502].includes((await send(proxy, '/graphql', graphql('x'.repeat(3_000_000)))).status),
    true,
  );
  await verify(
    'a request to upgrade the connection gets a normal response',
    async () =>
      (await send(proxy, '/healthz', { headers: { connection: 'Upgrade', upgrade: 'websocket' } })).status,
    200,
  );
  await verify(
    'the messages and pings of a live stream arrive at once, not compressed',
    () => readStream(proxy, 'subscription { liveVisitors(websiteId: 1) { visitors } }'),
    [200, 'text/event-stream', null, 2, true],
  );
  for (const [what, bytes] of [
    ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n'],
    ['bodies', 'POST /api/event HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'],
  ] as const)
    await verify(
      `incomplete ${what} are given up within 20 s`,
      async () => (await patience(proxy, bytes)) < 20_000,
      true,
    );
  return results;
}
