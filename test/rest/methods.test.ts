import { describe, expect, test } from '@jest/globals';
import { rawRequest } from '../support/raw.ts';
import { newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';

const RANGE = 'name=page&from=2026-11-21&to=2026-11-21';

describe('methods', () => {
  const shared = sharedServer({}, newWebsite);

  test.each([
    ['DELETE', WEBSITES, 'GET, HEAD, POST'],
    ['PUT', WEBSITES, 'GET, HEAD, POST'],
    ['POST', `${WEBSITES}/1`, 'DELETE, GET, HEAD, PATCH, PUT'],
    ['POST', '/api/v1/stats/1', 'GET, HEAD'],
    ['DELETE', '/api/v1/stats/1', 'GET, HEAD'],
    ['PROPFIND', WEBSITES, 'GET, HEAD, POST'],
  ])('%s %s returns 405 with the supported methods in Allow', async (method, where, allowed) => {
    const server = shared();
    const { status, headers, body } = await rest(server, where, { method });
    expect([status, body]).toEqual([405, { message: expect.any(String), status: 405 }]);
    const allow = (headers.get('allow') ?? '').split(/, */).filter((name) => name !== 'OPTIONS');
    expect(allow.sort().join(', ')).toBe(allowed);
    for (const name of allow) expect(body.message).toContain(name);
  });

  test.each([
    [WEBSITES, 200],
    [`${WEBSITES}/1`, 200],
    [`${WEBSITES}/9`, 404],
    [`/api/v1/stats/1?${RANGE}`, 200],
    ['/api/v1/stats/1', 422],
  ])('HEAD %s returns the status and headers of GET, %d, without the body', async (where, status) => {
    const server = shared();
    const headers = { authorization: `Bearer ${server.key}` };
    const full = await rawRequest(server, where, { headers });
    const head = await rawRequest(server, where, { method: 'HEAD', headers });
    expect([head.status, full.status, head.text]).toEqual([status, status, '']);
    for (const name of ['content-type', 'content-length']) {
      expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
    }
    const denied = await rawRequest(server, where, { method: 'HEAD' });
    expect([denied.status, denied.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });
});
