import { describe, expect, test } from '@jest/globals';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { rawRequest } from '../support/raw.ts';
import { newWebsite } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';

const TOKEN = 'a-token-with-which-to-scrape-the-metrics';
let trackingId = '';
const server = sharedServer({ env: { METRICS_TOKEN: TOKEN } }, async (started) => {
  trackingId = (await newWebsite(started, { url: 'https://open.test', privacy: '0' })).tracking_id;
});

/** Credentials of a proxy in front: `Basic`, and others of RFC 9110 and the IANA registry. */
const OTHERS = [
  'Basic dXNlcjpwYXNz',
  'basic  dXNlcjpwYXNz',
  'Digest username="me", realm="x", nonce="y", uri="/", response="z"',
  'Negotiate YIIB',
  'DPoP abc',
  'Bearerish ff_x',
];
const WRONG = ['Bearer wrong', 'bearer   ff_wrong', 'Bearer', 'Bearer a b', 'ff_without_scheme'];

const ask = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;
const get = (where: string, authorization: string, headers: Record<string, string> = {}) =>
  rawRequest(server(), where, { headers: { ...headers, authorization } });

describe('a request with credentials of another scheme', () => {
  test.each(OTHERS)('is treated as one without credentials: %s', async (authorization) => {
    const query = `{ website(trackingId: "${trackingId}") { domain } viewer { email } }`;
    const { status, text } = await get(ask(query), authorization, { accept: 'application/json' });
    expect([status, JSON.parse(text).data]).toEqual([
      200,
      { website: { domain: 'open.test' }, viewer: null },
    ]);
    for (const where of [`/s/${trackingId}`, '/login', '/graphql'])
      expect([where, (await get(where, authorization, { accept: 'text/html' })).status]).toEqual([
        where,
        200,
      ]);
    expect((await get('/healthz', authorization)).status).toBe(200);
    expect((await get('/api/v1/websites', authorization)).status).toBe(401);
    expect((await get('/metrics', authorization)).status).toBe(401);
  });

  test.each(OTHERS)('keeps its session: %s', async (authorization) => {
    const person = newPerson(server());
    await person.ask(LogIn, OWNER, { authorization });
    const response = await person.fetch(ask('{ viewer { email } }'), { headers: { authorization } });
    expect((await response.json()).data).toEqual({ viewer: { email: OWNER.email } });
  });
});

test.each(WRONG)('a wrong API key is refused everywhere: %s', async (authorization) => {
  for (const where of [ask('{ __typename }'), `/s/${trackingId}`, '/api/v1/websites', '/metrics'])
    expect([where, (await get(where, authorization)).status]).toEqual([where, 401]);
});

test.each(['bearer KEY', 'BEARER  KEY', 'Bearer \t KEY', '  Bearer KEY  '])(
  'the scheme may be written in any case, with several blanks: %s',
  async (authorization) => {
    const key = authorization.replace('KEY', server().key);
    expect((await get('/api/v1/websites', key)).status).toBe(200);
    const { text } = await get(ask('{ viewer { email } }'), key, { accept: 'application/json' });
    expect(JSON.parse(text).data).toEqual({ viewer: { email: OWNER.email } });
    expect((await get('/metrics', authorization.replace('KEY', TOKEN))).status).toBe(200);
  },
);
