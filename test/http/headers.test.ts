import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnswerKind } from '../../src/http/headers.ts';
import { newFunnel, newGoal } from '../support/goals.ts';
import { newLink } from '../support/links.ts';
import { register } from '../support/pages.ts';
import { type RawAnswer, rawRequest } from '../support/raw.ts';
import { CHROME, startTestServer, type TestServer } from '../support/server.ts';

const TOKEN = 'a token with which to scrape the metrics';
const PAGE = { filter: { page: { in: ['/'] } } };
const STEPS = encodeURIComponent(JSON.stringify([PAGE, PAGE]));
const START = encodeURIComponent(JSON.stringify({ page: { in: ['/'] } }));
const DAYS = 'from=2026-11-20&to=2026-11-21';
let server: TestServer;
/** Example paths for routes with parameters. */
let examples: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer({
    env: { METRICS_TOKEN: TOKEN, SECURITY_CONTACT: 'mailto:security@example.com' },
  });
  const { id, trackingId } = await register(server, { url: 'public.test', privacy: '0' });
  const asset = async (page: string, pattern: RegExp) =>
    pattern.exec(await (await server.call(page, { headers: { accept: 'text/html' } })).text())?.[1] ?? '';
  const newImport = async () => {
    const times = { activeAt: new Date(0), createdAt: new Date(0) };
    const data = {
      websiteId: id,
      source: 'log',
      files: '',
      hash: '',
      state: 'failed',
      startedBy: '',
      ...times,
    };
    return (await server.deps.db.write((tx) => tx.import.create({ data }))).id;
  };
  examples = {
    '/oidc/:provider/callback': '/oidc/example/callback',
    '/exports/:trackingId': `/exports/${trackingId}`,
    '/s/:trackingId': `/s/${trackingId}`,
    '/s/:trackingId/:token': new URL((await newLink(server)).url).pathname,
    '/websites/:id': '/websites/V2Vic2l0ZTox',
    '/websites/:id/:section': '/websites/V2Vic2l0ZTox/sharing',
    '/api/v1/websites/:id': `/api/v1/websites/${id}`,
    '/api/v1/members/:member': '/api/v1/members/1',
    '/api/v1/breakdown/:id': `/api/v1/breakdown/${id}?by=page&${DAYS}`,
    '/api/v1/export/:id': `/api/v1/export/${id}`,
    '/api/v1/imports/:id': `/api/v1/imports/${id}`,
    '/api/v1/imports/:id/:import': `/api/v1/imports/${id}/${await newImport()}`,
    '/api/v1/funnel/:id': `/api/v1/funnel/${id}?${DAYS}&steps=${STEPS}`,
    '/api/v1/funnels/:id': `/api/v1/funnels/${id}`,
    '/api/v1/journeys/:id': `/api/v1/journeys/${id}?${DAYS}&start=${START}`,
    '/api/v1/revenue/:id': `/api/v1/revenue/${id}?${DAYS}`,
    '/api/v1/funnels/:id/:funnel': `/api/v1/funnels/${id}/${(await newFunnel(server, id)).id}`,
    '/api/v1/goals/:id': `/api/v1/goals/${id}?${DAYS}`,
    '/api/v1/goals/:id/:goal': `/api/v1/goals/${id}/${(await newGoal(server, id)).id}`,
    '/api/v1/live/:id': `/api/v1/live/${id}`,
    '/api/v1/metrics/:id': `/api/v1/metrics/${id}?${DAYS}`,
    '/api/v1/stats/:id': `/api/v1/stats/${id}?name=browser&${DAYS}`,
    '/assets/:name': await asset('/login', /src="(\/assets\/[^"]+\.js)"/),
    '/graphiql/:name': await asset('/graphql', /src="(\/graphiql\/[^"]+\.js)"/),
    '/flags/:name': '/flags/FR.svg',
    '/brands/:name': '/brands/safari.svg',
    '/icons/:name': '/icons/icon-192.png',
    '/pixel.gif': `/pixel.gif?website=${trackingId}&page=https://public.test/`,
    '/picture.gif': `/picture.gif?website=${trackingId}&page=https://public.test/`,
  };
});
afterAll(() => server[Symbol.asyncDispose]());

/** The kind of each route's successful response, by path. */
const KINDS: Record<string, AnswerKind> = {
  '/': 'page',
  '/login': 'page',
  '/websites': 'page',
  '/websites/new': 'page',
  '/websites/:id': 'page',
  '/websites/:id/:section': 'page',
  '/account': 'page',
  '/account/keys': 'page',
  '/exports/:trackingId': 'api',
  '/forgot': 'page',
  '/setup': 'link',
  '/unsubscribe': 'link',
  '/reset': 'link',
  '/join': 'link',
  '/confirm-email': 'link',
  '/login-link': 'link',
  '/oidc/:provider/callback': 'link',
  '/s/:trackingId': 'page',
  '/s/:trackingId/:token': 'page',
  '/embed.js': 'script',
  '/graphql': 'graphql',
  '/graphiql/:name': 'asset',
  '/assets/:name': 'asset',
  '/flags/:name': 'picture',
  '/brands/:name': 'picture',
  '/icons/:name': 'asset',
  '/script.js': 'script',
  '/more.js': 'script',
  '/api/event': 'hit',
  '/pixel.gif': 'pixel',
  '/picture.gif': 'pixel',
  '/api/v1/openapi.json': 'api',
  '/api/v1/websites': 'api',
  '/api/v1/websites/:id': 'api',
  '/api/v1/members': 'api',
  '/api/v1/members/:member': 'api',
  '/api/v1/breakdown/:id': 'api',
  '/api/v1/export/:id': 'api',
  '/api/v1/imports/:id': 'api',
  '/api/v1/imports/:id/:import': 'api',
  '/api/v1/imports/:id/:import/start': 'api',
  '/api/v1/funnel/:id': 'api',
  '/api/v1/funnels/:id': 'api',
  '/api/v1/journeys/:id': 'api',
  '/api/v1/revenue/:id': 'api',
  '/api/v1/funnels/:id/:funnel': 'api',
  '/api/v1/goals/:id': 'api',
  '/api/v1/goals/:id/:goal': 'api',
  '/api/v1/live/:id': 'api',
  '/api/v1/metrics/:id': 'api',
  '/api/v1/stats/:id': 'api',
  '/healthz': 'operator',
  '/readyz': 'operator',
  '/metrics': 'operator',
  '/.well-known/security.txt': 'operator',
};

const DOCUMENTS: AnswerKind[] = ['page', 'link', 'embedded', 'graphiql'];
const ANY_ORIGIN: AnswerKind[] = ['script', 'hit', 'pixel', 'asset', 'picture'];

/** The directives of a Content-Security-Policy by name. */
const policyOf = ({ headers }: RawAnswer) =>
  new Map(
    String(headers['content-security-policy'] ?? '')
      .split(/; */)
      .filter(Boolean)
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')] as const;
      }),
  );

/** The deviations of a response from the requirements, which include the rules of MDN's HTTP Observatory. */
function problemsOf(answer: RawAnswer, kind: AnswerKind): string[] {
  const { headers, status } = answer;
  const policy = policyOf(answer);
  const problems: string[] = [];
  const demand = (holds: boolean, problem: string) => void (holds || problems.push(problem));
  const equal = (name: string, value: string | undefined) =>
    demand(headers[name] === value, `${name}: ${headers[name]}, expected ${value}`);

  equal('x-content-type-options', 'nosniff');
  equal('strict-transport-security', 'max-age=31536000');
  equal(
    'cross-origin-resource-policy',
    ANY_ORIGIN.includes(kind) || kind === 'embedded' ? 'cross-origin' : 'same-origin',
  );
  equal('access-control-allow-origin', ANY_ORIGIN.includes(kind) || kind === 'graphql' ? '*' : undefined);
  equal('access-control-allow-credentials', undefined);
  for (const name of ['server', 'x-powered-by', 'x-frame-options', 'sourcemap']) equal(name, undefined);
  demand(policy.get('default-src') === "'none'", `default-src ${policy.get('default-src')}`);
  demand(["'self'", undefined].includes(policy.get('script-src')), `script-src ${policy.get('script-src')}`);
  if (kind !== 'embedded') demand(policy.get('frame-ancestors') === "'none'", 'frame-ancestors');
  if (kind !== 'hit') {
    demand(headers['cache-control'] !== undefined, 'no cache-control');
    equal('cache-control', status >= 400 ? 'no-store' : (headers['cache-control'] as string));
  }
  if (DOCUMENTS.includes(kind)) {
    equal('content-type', 'text/html; charset=utf-8');
    equal('cache-control', 'no-store');
    equal('cross-origin-opener-policy', 'same-origin');
    equal('referrer-policy', kind === 'link' ? 'no-referrer' : 'same-origin');
    demand(/camera=\(\)/.test(String(headers['permissions-policy'])), 'no permissions-policy');
    demand(policy.get('frame-ancestors') === (kind === 'embedded' ? '*' : "'none'"), 'frame-ancestors');
    demand(policy.get('base-uri') === "'none'", 'base-uri');
    demand(/^'(self|none)'$/.test(policy.get('form-action') ?? ''), 'form-action');
    demand(
      /^'self'( 'nonce-[\w+/]{22}==')?$/.test(policy.get('style-src') ?? ''),
      `style-src ${policy.get('style-src')}`,
    );
  }
  if (['api', 'operator', 'graphql', 'error'].includes(kind) && status !== 304)
    demand(/no-store|private, no-cache/.test(String(headers['cache-control'])), 'is cacheable');
  return problems;
}

const where = (path: string) => examples[path] ?? path;
const asPath = (path: string) => where(path).replace(/:\w+/g, 'x');

test('every route has the headers of its kind', async () => {
  expect([...new Set(server.routes.map(({ path }) => path))].sort()).toEqual(Object.keys(KINDS).sort());
  const found: Record<string, string[]> = {};
  for (const [path, kind] of Object.entries(KINDS)) {
    const headers = {
      host: 'stats.example.com',
      authorization: `Bearer ${path === '/metrics' ? TOKEN : server.key}`,
    };
    const answer =
      path === '/api/event'
        ? await rawRequest(server, path, {
            method: 'POST',
            body: '{}',
            headers: { ...headers, 'user-agent': CHROME },
          })
        : await rawRequest(server, path === '/graphql' ? '/graphql?query={viewer{email}}' : asPath(path), {
            headers,
          });
    const others: Record<string, number> = {
      '/setup': 404,
      '/oidc/:provider/callback': 303,
      '/api/event': 400,
      '/pixel.gif': 202,
      '/picture.gif': 202,
      '/api/v1/imports/:id/:import/start': 405,
      '/api/v1/members/:member': 405,
    };
    const status = others[path] ?? 200;
    expect([path, answer.status]).toEqual([path, status]);
    const problems = problemsOf(answer, kind);
    if (problems.length > 0) found[path] = problems;
  }
  expect(found).toEqual({});
});

test('all methods of every route, supported or not, have the common security headers', async () => {
  const found: Record<string, string[]> = {};
  for (const path of Object.keys(KINDS))
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const answer = await rawRequest(server, asPath(path), {
        method,
        headers: { accept: 'application/json' },
      });
      const problems = [
        'x-content-type-options',
        'strict-transport-security',
        'cross-origin-resource-policy',
      ].filter((name) => answer.headers[name] === undefined);
      if (!policyOf(answer).has('frame-ancestors')) problems.push('frame-ancestors');
      // Error responses must not be cached.
      if (answer.status >= 400 && answer.headers['cache-control'] !== 'no-store')
        problems.push('cache-control');
      if (answer.status >= 500) problems.push(String(answer.status));
      if (problems.length > 0) found[`${method} ${path}`] = problems;
    }
  expect(found).toEqual({});
});

describe('the headers of', () => {
  const html = { accept: 'text/html' };
  test.each<[string, AnswerKind, number, () => Promise<RawAnswer>]>([
    [
      'a public page in an iframe',
      'embedded',
      200,
      () => rawRequest(server, `${where('/s/:trackingId')}?embed=1`),
    ],
    ['GraphiQL', 'graphiql', 200, () => rawRequest(server, '/graphql', { headers: html })],
    [
      'GraphiQL with a query',
      'graphiql',
      200,
      () => rawRequest(server, '/graphql?query={viewer{email}}', { headers: html }),
    ],
    ['an unknown path for a program', 'error', 404, () => rawRequest(server, '/nowhere')],
    ['an unknown path for a browser', 'page', 404, () => rawRequest(server, '/nowhere', { headers: html })],
    ['an unknown asset', 'error', 404, () => rawRequest(server, '/assets/nothing.js')],
    ['an unknown flag', 'error', 404, () => rawRequest(server, '/flags/XX.svg')],
    ['an unknown statistics page', 'page', 404, () => rawRequest(server, '/s/nothing')],
    ['REST without a key', 'error', 401, () => rawRequest(server, '/api/v1/websites')],
    [
      'GraphQL with a wrong key',
      'graphql',
      401,
      () => rawRequest(server, '/graphql?query={viewer{email}}', { headers: { authorization: 'Bearer no' } }),
    ],
    ['metrics without the token', 'operator', 401, () => rawRequest(server, '/metrics')],
    ['a pixel without a website', 'pixel', 400, () => rawRequest(server, '/pixel.gif')],
    ['a wrong method', 'error', 405, () => rawRequest(server, '/script.js', { method: 'DELETE' })],
    ['a request without Host', 'error', 400, () => raw('GET / HTTP/1.1\r\n\r\n')],
    [
      'a hit without Host',
      'error',
      400,
      () => raw('POST /api/event HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}'),
    ],
    ['an invalid header', 'error', 400, () => raw('GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n')],
    [
      'headers of 20 KiB',
      'error',
      431,
      () => raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    ],
    [
      'an unknown expectation',
      'error',
      417,
      () => raw('GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n'),
    ],
  ])('%s', async (_name, kind, status, request) => {
    const answer = await request();
    expect([answer.status, problemsOf(answer, kind)]).toEqual([status, []]);
  });
});

test('a 304 and a preflight response have the headers of their route', async () => {
  const headers = { authorization: `Bearer ${server.key}` };
  const full = await rawRequest(server, '/api/v1/websites', { headers });
  const same = await rawRequest(server, '/api/v1/websites', {
    headers: { ...headers, 'if-none-match': full.headers.etag },
  });
  expect([same.status, problemsOf(same, 'api')]).toEqual([304, []]);
  expect(same.headers['cache-control']).toBe('private, no-cache');
  const preflight = await rawRequest(server, '/api/event', {
    method: 'OPTIONS',
    headers: { origin: 'https://a.test' },
  });
  expect([preflight.status, problemsOf(preflight, 'hit')]).toEqual([204, []]);
});

test('a server without TLS sends neither HSTS nor headers that browsers ignore without TLS', async () => {
  await using plain = await startTestServer({ env: { BASE_URL: 'http://stats.example.com' } });
  const { headers } = await rawRequest(plain, '/login');
  expect([headers['strict-transport-security'], headers['cross-origin-opener-policy']]).toEqual([
    undefined,
    undefined,
  ]);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

/** Sends raw bytes and reads the first response. */
function raw(request: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      const text = Buffer.concat(parts).toString();
      const [head = '', body] = text.split('\r\n\r\n');
      if (body === undefined) return;
      const [first = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 2),
        ]),
      );
      socket.destroy();
      resolve({ status: Number(first.split(' ')[1]), headers, text: body, bytes: Buffer.from(body) });
    });
    socket.on('error', reject);
    socket.write(request);
  });
}
