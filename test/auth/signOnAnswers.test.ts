import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_ANSWER_BYTES } from '../../src/auth/singleSignOn/connections.ts';
import { type Faults, startFakeProvider } from '../support/fakeProvider.ts';
import { newPerson, type Person } from '../support/person.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { ANN, comeBack, eachWithOkta, StartSignOn, signOn, start, whoIs } from '../support/singleSignOn.ts';

const DOMAINS = { DOMAINS: 'example.com=viewer' };
const TEN_MINUTES_MS = 600_000;
const HOUR_MS = 3_600_000;
const seconds = () => Math.floor(Date.now() / 1_000);

const okta = eachWithOkta();
let server: TestServer;
beforeAll(async () => {
  server = await okta.start(DOMAINS);
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(() => {
  okta.provider.faults = {};
});

/** Lines of the log about failed logins, without what every line has. */
const failuresIn = ({ logLines }: TestServer) =>
  logLines
    .map((line) => JSON.parse(line))
    .filter(({ audit }) => audit === 'single_sign_on_failed')
    .map(({ provider, reason }) => [provider, reason]);

/** A client with an address of its own, so that its failures are not those of others. */
let clients = 0;
function newClient(on = server): Person {
  const person = newPerson(on);
  clients += 1;
  const from = `192.0.2.${clients}`;
  const fetching = person.fetch;
  person.fetch = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', from);
    return fetching(path, { ...init, headers });
  };
  return person;
}

/** Where a login ends if the answer of the provider has faults. */
async function endsAt(faults: Faults): Promise<string> {
  okta.provider.faults = faults;
  const ann = newClient();
  const path = await signOn(ann, okta.provider, ANN);
  expect(await whoIs(ann)).toBeNull();
  return path;
}

describe('an answer of the provider is refused', () => {
  test.each<[string, Faults, string]>([
    ['for another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }, 'failed'],
    ['without a nonce', { claims: ({ nonce: _, ...claims }) => claims }, 'failed'],
    ['of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }, 'failed'],
    ['for another client', { claims: (claims) => ({ ...claims, aud: 'another' }) }, 'failed'],
    [
      'for several clients, made for another one',
      { claims: (claims) => ({ ...claims, aud: ['footfall', 'another'], azp: 'another' }) },
      'failed',
    ],
    ['that is signed with another key', { forged: true }, 'failed'],
    ['that is not signed', { header: { alg: 'none' } }, 'failed'],
    ['that is signed with an algorithm of secrets', { header: { alg: 'HS256' } }, 'failed'],
    ['without a subject', { claims: ({ sub: _, ...claims }) => claims }, 'failed'],
    ['that has expired', { claims: (claims) => ({ ...claims, exp: seconds() - 120 }) }, 'clock'],
    ['that is not valid yet', { claims: (claims) => ({ ...claims, nbf: seconds() + 120 }) }, 'clock'],
    [
      'that is an error of the server',
      { token: (response) => response.writeHead(502).end('Oh!') },
      'unavailable',
    ],
    [
      'that is not JSON',
      { token: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>') },
      'unavailable',
    ],
    [
      'that is too large',
      { token: (response) => response.writeHead(200).end('x'.repeat(MAX_ANSWER_BYTES + 1)) },
      'unavailable',
    ],
    ['that is cut off', { token: (response) => response.destroy() }, 'unavailable'],
    [
      'that leads elsewhere',
      { token: (response) => response.writeHead(302, { location: 'https://evil.example/' }).end() },
      'unavailable',
    ],
  ])('%s', async (_what, faults, code) => {
    expect(await endsAt(faults)).toBe(`/login?sign_on=${code}`);
  });

  test('but accepted with times that differ by half a minute', async () => {
    okta.provider.faults = { claims: (claims) => ({ ...claims, exp: seconds() - 20 }) };
    expect(await signOn(newClient(), okta.provider, ANN)).toBe('/websites');
  });
});

describe('a browser that a provider sends back', () => {
  test.each<[string, (query: URLSearchParams) => void, string]>([
    ['with another state', (query) => query.set('state', 'another'), 'failed'],
    ['without a state', (query) => query.delete('state'), 'failed'],
    ['from another issuer', (query) => query.set('iss', 'https://evil.example'), 'failed'],
    ['without an issuer, though the provider names it', (query) => query.delete('iss'), 'failed'],
    ['with two codes', (query) => query.append('code', 'another'), 'failed'],
    ['with a wrong code', (query) => query.set('code', 'another'), 'failed'],
    ['without a code', (query) => query.delete('code'), 'failed'],
    ['with a refusal', (query) => query.set('error', 'access_denied'), 'denied'],
    ['while the provider is down', (query) => query.set('error', 'temporarily_unavailable'), 'unavailable'],
    ['with another error', (query) => query.set('error', '<script>'), 'failed'],
  ])('%s is not logged in', async (_what, change, code) => {
    const ann = newClient();
    const back = new URL(okta.provider.authorize(await start(ann), ANN), 'https://stats.example.com');
    change(back.searchParams);
    expect(await comeBack(ann, back.pathname + back.search)).toBe(`/login?sign_on=${code}`);
    expect(await whoIs(ann)).toBeNull();
  });

  test('is not logged in if another browser has started the login', async () => {
    const back = okta.provider.authorize(await start(newClient()), ANN);
    const victim = newClient();
    expect(await comeBack(victim, back)).toBe('/login?sign_on=expired');
    // The own login of the victim is another one.
    await start(victim);
    expect(await comeBack(victim, back)).toBe('/login?sign_on=failed');
    expect(await whoIs(victim)).toBeNull();
  });

  test('is not logged in a second time with the same answer', async () => {
    const ann = newClient();
    const back = okta.provider.authorize(await start(ann), ANN);
    expect(await comeBack(ann, back)).toBe('/websites');
    expect(await comeBack(ann, back)).toBe('/account?sign_on=expired');
  });

  test('is not logged in if its cookie was changed, or is of another server', async () => {
    const ann = newClient();
    const back = okta.provider.authorize(await start(ann), ANN);
    const [name = ''] = [...ann.cookies.keys()].filter((key) => key.endsWith('sign_on'));
    const value = ann.cookies.get(name) ?? '';
    ann.cookies.set(name, `${value.slice(0, -2)}${value.endsWith('AA') ? 'BB' : 'AA'}`);
    expect(await comeBack(ann, back)).toBe('/login?sign_on=expired');
  });

  test('is not logged in after ten minutes', async () => {
    await using own = await startTestServer({ env: okta.provider.env('okta', DOMAINS) });
    const [late, early] = [newClient(own), newClient(own)];
    const [afterwards, before] = [
      okta.provider.authorize(await start(late), ANN),
      okta.provider.authorize(await start(early), ANN),
    ];
    own.setTime(NOON + TEN_MINUTES_MS - 1);
    expect(await comeBack(early, before)).toBe('/websites');
    own.setTime(NOON + TEN_MINUTES_MS);
    expect(await comeBack(late, afterwards)).toBe('/login?sign_on=expired');
  });

  test('is not logged in by the answer of another provider', async () => {
    await using second = await startFakeProvider();
    const env = { ...okta.provider.env('okta', DOMAINS), ...second.env('evil', DOMAINS) };
    await using own = await startTestServer({ env: { ...env, OIDC_PROVIDERS: 'okta,evil' } });
    const ann = newClient(own);
    const back = second.authorize(await start(ann, { provider: 'evil' }), ANN);
    expect(await comeBack(ann, back.replace('/oidc/evil/', '/oidc/okta/'))).toBe('/login?sign_on=expired');
    const other = newClient(own);
    const mixed = second.authorize(await start(other), ANN);
    expect(await comeBack(other, mixed)).toBe('/login?sign_on=failed');
  });

  test('to an unknown provider is shown the login page', async () => {
    const response = await newClient().fetch('/oidc/unknown/callback?code=a&state=b');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login?sign_on=expired']);
  });
});

test('a login asks with PKCE, state and nonce, and keeps them in an encrypted cookie', async () => {
  const ann = newClient();
  const url = new URL(await start(ann));
  const { code_challenge, nonce, state, ...others } = Object.fromEntries(url.searchParams);
  expect(others).toEqual({
    client_id: 'footfall',
    response_type: 'code',
    redirect_uri: 'https://stats.example.com/oidc/okta/callback',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  });
  for (const secret of [code_challenge, nonce, state]) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set([code_challenge, nonce, state]).size).toBe(3);
  const [[name = '', value = ''] = []] = [...ann.cookies];
  expect(name).toBe('__Host-footfall_sign_on');
  expect(ann.attributes.get(name)).toMatch(/^path=\/; expires=.*; samesite=lax; secure; httponly$/i);
  for (const secret of [nonce ?? '', state ?? '']) {
    expect(value).not.toContain(secret);
    expect(Buffer.from(value, 'base64url').toString()).not.toContain(secret);
  }
});

test('the log has the reason of a failed login, and nothing that the provider sent', async () => {
  await using own = await startTestServer({ env: okta.provider.env('okta', DOMAINS) });
  okta.provider.faults = { claims: (claims) => ({ ...claims, nonce: 'secret-nonce' }) };
  await signOn(newClient(own), okta.provider, ANN);
  const ann = newClient(own);
  await start(ann);
  await comeBack(ann, '/oidc/okta/callback?error=secret_error&error_description=secret-text');
  await comeBack(ann, '/oidc/secret-name/callback');
  expect(failuresIn(own)).toEqual([
    ['okta', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['okta', 'OAUTH_INVALID_RESPONSE'],
    ['', 'unknown provider'],
  ]);
  expect(own.logLines.join('')).not.toMatch(/secret|ann@/);
});

describe('while a provider cannot be reached', () => {
  test('the server starts, logins fail clearly, and work as soon as it is back', async () => {
    await using own = await startTestServer({ env: okta.provider.env('okta', DOMAINS) });
    okta.provider.faults = { metadata: (response) => response.writeHead(503).end() };
    const ann = newClient(own);
    const input = { provider: 'okta', purpose: 'LOG_IN' } as const;
    const { errors } = await ann.ask(StartSignOn, { input });
    expect(errors).toMatchObject([
      {
        message: 'The identity provider cannot be reached. Try again later.',
        extensions: { code: 'UNAVAILABLE' },
      },
    ]);
    expect(failuresIn(own)).toEqual([['okta', 'OAUTH_RESPONSE_IS_NOT_CONFORM']]);
    okta.provider.faults = {};
    expect(await signOn(ann, okta.provider, ANN)).toBe('/websites');
  });

  test('a server that is another issuer than configured is not used', async () => {
    const wrong = JSON.stringify({ issuer: 'https://evil.example' });
    await using own = await startTestServer({ env: okta.provider.env('okta', DOMAINS) });
    okta.provider.faults = {
      metadata: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(wrong),
    };
    await expect(start(newClient(own))).rejects.toThrow('cannot be reached');
    expect(failuresIn(own)).toEqual([['okta', 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED']]);
  });
});

test('the metadata of a provider are read once an hour', async () => {
  await using own = await startTestServer({ env: okta.provider.env('okta', DOMAINS) });
  const reads = () => okta.provider.requests.filter((path) => path.startsWith('/.well-known/')).length;
  const before = reads();
  await Promise.all([start(newClient(own)), start(newClient(own))]);
  own.setTime(NOON + HOUR_MS - 1);
  await start(newClient(own));
  expect(reads() - before).toBe(1);
  own.setTime(NOON + HOUR_MS);
  await start(newClient(own));
  expect(reads() - before).toBe(2);
});

describe('failed logins of one address', () => {
  test('are limited to 30 in 15 minutes, without those that the person cancelled', async () => {
    await using own = await startTestServer({ env: okta.provider.env('okta', DOMAINS) });
    const ann = newClient(own);
    const failing = async (query: string) => {
      await start(ann);
      return comeBack(ann, `/oidc/okta/callback?${query}`);
    };
    for (let number = 0; number < 30; number++)
      expect(await failing('code=a&state=b')).toBe('/login?sign_on=failed');
    expect(await failing('code=a&state=b')).toBe('/login?sign_on=busy');
    expect(await signOn(newClient(own), okta.provider, ANN)).toBe('/websites');
    own.setTime(NOON + HOUR_MS / 4);
    expect(await signOn(ann, okta.provider, ANN)).toBe('/websites');
    const other = newClient(own);
    for (let number = 0; number < 31; number++) {
      const back = new URL(okta.provider.authorize(await start(other), ANN), 'https://stats.example.com');
      back.searchParams.set('error', 'access_denied');
      await comeBack(other, back.pathname + back.search);
    }
    expect(await signOn(other, okta.provider, ANN)).toBe('/websites');
  });
});

test('starting a login is refused for an unknown provider, and from a page of another website', async () => {
  const ann = newClient();
  await expect(start(ann, { provider: 'unknown' })).rejects.toThrow(
    'Must be the name of an identity provider',
  );
  const input = { provider: 'okta', purpose: 'LOG_IN' } as const;
  const { errors } = await ann.ask(StartSignOn, { input }, { 'sec-fetch-site': 'cross-site' });
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect([...ann.cookies.keys()]).toEqual([]);
});
