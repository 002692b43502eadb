import { expect, test } from '@jest/globals';
import { isOwnApp, isOwnHost, parseOwnHost } from '../../src/validation/ownHosts.ts';

test.each([
  ['example.org', 'example.org'],
  ['  WWW.Example.ORG ', 'example.org'],
  ['*.example.org', 'example.org'],
  ['https://www.example.org', 'example.org'],
  ['https://example.org:8443/', 'example.org'],
  ['example.org:8080', 'example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['localhost', 'localhost'],
  ['https://localhost', 'localhost'],
  ['192.0.2.1', '192.0.2.1'],
  ['[2001:DB8::1]', '[2001:db8::1]'],
  ['capacitor://localhost', 'capacitor://localhost'],
  ['Ionic://LocalHost/', 'ionic://localhost'],
  ['capacitor://', 'capacitor:'],
  ['tauri:', 'tauri:'],
  ['file:', 'file:'],
  ['file://', 'file:'],
  ['file:///', 'file:'],
  ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
])('the line %j is the host %j', (line, host) => {
  expect(parseOwnHost(line)).toBe(host);
  expect(parseOwnHost(host)).toBe(host);
});

test.each([
  ...[
    '',
    'two words',
    'example.org/shop',
    'https://example.org/shop',
    'https://me@example.org',
    'a,b.example',
  ],
  ...['javascript:', 'data:', 'about:', 'blob:', 'http:', 'https://', '*', 'capacitor://a b', '?p'],
  `${'a'.repeat(254)}.example`,
])('the line %j is no host', (line) => {
  expect(parseOwnHost(line)).toBeNull();
});

test('a further host includes its subdomains, and an application its host, if it has one', () => {
  const website = { domain: 'example.com', hosts: ['example.org', 'capacitor://localhost', 'file:'] };
  const own = ['example.com', 'shop.example.com', 'example.org', 'www.example.org', 'a.example.org'];
  const foreign = ['notexample.org', 'org', 'localhost', 'capacitor', ''];
  expect(own.filter((host) => !isOwnHost(host, website))).toEqual([]);
  expect(foreign.filter((host) => isOwnHost(host, website))).toEqual([]);
  expect(isOwnApp('capacitor', 'localhost', website)).toBe(true);
  expect(isOwnApp('capacitor', 'elsewhere', website)).toBe(false);
  expect(isOwnApp('file', '', website)).toBe(true);
  expect(isOwnApp('ionic', 'localhost', website)).toBe(false);
});
