import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { referrerHost } from '../../../src/ingest/request/referrer.ts';

describe('referrerHost', () => {
  test.each([
    ['https://www.google.com/search?q=x', 'google.com'],
    ['https://News.Ycombinator.COM/', 'news.ycombinator.com'],
    ['http://user:secret@partner.example:8080/x', 'partner.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://other.example./', 'other.example'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['android-app://com.Slack', 'com.slack'],
    ['http://localhost:3000/', 'localhost'],
    ['http://[2001:DB8::1]:8080/', '[2001:db8::1]'],
    ['HTTPS://WWW.EXAMPLE.NET:443', 'example.net'],
    ['https://www.www.example.net/', 'www.example.net'],
    ['https://myexample.org/', 'myexample.org'],
    ['https://example.org.evil.net/', 'example.org.evil.net'],
  ])('%s has the host %s', (referrer, host) => {
    expect(referrerHost(referrer, 'example.org')).toBe(host);
  });

  test.each([
    '',
    ' ',
    'google.com',
    '/search',
    'https://',
    'http://exa mple/',
    'mailto:a@b.example',
    'ios-app://1/x',
  ])('%j is a direct visit', (referrer) => {
    expect(referrerHost(referrer, 'example.org')).toBe('');
  });

  test.each(['android-app://', 'android-app://%00/', 'about:client', `https://${'a.'.repeat(200)}com/`])(
    '%j is a direct visit too',
    (referrer) => {
      expect(referrerHost(referrer, 'example.org')).toBe('');
    },
  );

  test.each([
    'https://example.org/a',
    'http://WWW.example.org:81/',
    'https://shop.example.org/',
    'https://me:pw@EXAMPLE.org.:8443/',
  ])('a referrer on the website or a subdomain of it is a direct visit: %s', (referrer) => {
    expect(referrerHost(referrer, 'example.org')).toBe('');
    expect(referrerHost(referrer, 'www.example.org')).toBe('');
  });

  test('the website is recognized by its ASCII name, even if the referrer is written in Unicode', () => {
    for (const referrer of [
      'https://bücher.example/',
      'https://www.BÜCHER.example/',
      'https://a.xn--bcher-kva.example/',
    ])
      expect(referrerHost(referrer, 'xn--bcher-kva.example')).toBe('');
  });

  test('for any input, the host is lower-case ASCII without port, credentials and www.', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true }), fc.string()), (referrer) => {
        expect(referrerHost(referrer, 'example.org')).toMatch(/^(?!www\.[^.]+\.)[^A-Z/@\s]*$/);
      }),
    );
  });
});
