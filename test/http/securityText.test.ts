import { expect, test } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/config.ts';
import { NOON, startTestServer } from '../support/server.ts';

const PATH = '/.well-known/security.txt';

test('security.txt names the contact and the policy, and expires within a year', async () => {
  await using server = await startTestServer({
    env: { SECURITY_CONTACT: 'mailto:security@example.com', SECURITY_POLICY: 'https://example.com/security' },
  });
  const response = await server.call(PATH, { key: null });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await response.text();
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@example.com',
    'Expires: 2027-05-20T00:00:00Z',
    'Policy: https://example.com/security',
    'Preferred-Languages: en',
    'Canonical: https://stats.example.com/.well-known/security.txt',
    '',
  ]);
  const expires = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '');
  expect(expires - NOON).toBeGreaterThan(90 * 86_400_000);
  expect(expires - NOON).toBeLessThan(365 * 86_400_000);
});

test('there is no security.txt without a contact', async () => {
  await using server = await startTestServer({ env: { SECURITY_POLICY: 'https://example.com/security' } });
  expect((await server.call(PATH, { key: null })).status).toBe(404);
});

test.each([
  ['SECURITY_CONTACT', 'security@example.com'],
  ['SECURITY_CONTACT', 'http://example.com/security'],
  ['SECURITY_CONTACT', 'mailto:security'],
  ['SECURITY_CONTACT', 'mailto:security@example.com\nExpires: never'],
  ['SECURITY_CONTACT', 'https://example.com/\nContact: mailto:other@example.com'],
  ['SECURITY_POLICY', 'http://example.com/'],
])('%s must not be %j', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(`${name} must be`);
});
