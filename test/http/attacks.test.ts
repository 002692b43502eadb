import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { register } from '../support/pages.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { rawRequest } from '../support/raw.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let websiteId: number;
let trackingId: string;
beforeAll(async () => {
  server = await startTestServer({ env: { SECURITY_CONTACT: 'mailto:security@example.com' } });
  ({ id: websiteId, trackingId } = await register(server, { url: 'public.test', privacy: '0' }));
});
afterAll(() => server[Symbol.asyncDispose]());

test('no response repeats a host name from the request', async () => {
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
    authorization: `Bearer ${server.key}`,
  };
  const found: string[] = [];
  for (const where of [
    ...['/', '/login', '/setup', '/nowhere', `/s/${trackingId}`, '/graphql', '/script.js', '/healthz'],
    ...['/api/v1/websites', '/api/v1/openapi.json', '/api/v1/nowhere', '/.well-known/security.txt'],
    '/graphql?query={websites{nodes{snippet}}}',
  ])
    for (const accept of ['text/html', 'application/json']) {
      const answer = await rawRequest(server, where, { headers: { ...headers, accept } });
      if (/evil\.example|gopher/.test(JSON.stringify(answer.headers) + answer.text)) found.push(where);
      if (answer.headers['access-control-allow-credentials']) found.push(`${where} with credentials`);
    }
  expect(found).toEqual([]);
});

test('a header or parameter cannot change the method of a request', async () => {
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    const headers = { authorization: `Bearer ${server.key}`, [name]: 'DELETE' };
    const where = `/api/v1/websites/${websiteId}?_method=DELETE`;
    const answer = await rawRequest(server, where, { method: 'POST', headers });
    expect([name, answer.status]).toEqual([name, 405]);
  }
  expect((await server.call(`/api/v1/websites/${websiteId}`)).status).toBe(200);
});

test('a cross-site request without a preflight cannot change anything with a session', async () => {
  const person = newPerson(server);
  await person.ask(LogIn, OWNER);
  const mutation = 'mutation { logOut(input: { everywhere: true }) }';
  const viewer = async () => {
    const body = JSON.stringify({ query: '{ viewer { email } }' });
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    return (await (await person.fetch('/graphql', { method: 'POST', headers, body })).json()) as object;
  };
  const site = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const json = JSON.stringify({ query: mutation });
  // With and without the headers in which browsers report the origin.
  for (const from of [site, {}]) {
    await person.fetch(`/graphql?query=${encodeURIComponent(mutation)}`, {
      headers: { accept: 'application/json', ...from },
    });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      await person.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': type, ...from },
        body: json,
      });
  }
  await person.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...site },
    body: json,
  });
  expect(await viewer()).toMatchObject({ data: { viewer: { email: OWNER.email } } });
});

test('neither source maps nor files outside the public folders are served', async () => {
  const page = await (await server.call('/login', { key: null })).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  const code = await (await server.call(script, { key: null })).text();
  expect(code).not.toContain('sourceMappingURL');
  for (const where of [
    `${script}.map`,
    `${script}.br`,
    '/assets/manifest.json',
    '/assets/..%2fapp.html',
    '/assets/%2e%2e%2fstats.html',
    '/assets/..%5cstats.html',
    '/assets/%00.js',
    '/graphiql/page.html',
    '/graphiql/..%2f..%2fpackage.json',
    '/flags/..%2fbrands%2fsafari.svg',
    '/.env',
    '/.git/config',
    '/dist/main.js',
  ]) {
    const { status } = await rawRequest(server, where, { headers: { host: 'stats.example.com' } });
    expect([where, status]).toEqual([where, 404]);
  }
});
