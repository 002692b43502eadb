import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countedPath, parsePage } from '../../../src/ingest/request/page.ts';
import { cleanText } from '../../../src/validation/text.ts';
import { bareDomain, isWithinDomain } from '../../../src/validation/url.ts';

describe('parsePage', () => {
  test('a page is its host and path, without port, query and fragment', () => {
    expect(parsePage('HTTPS://user:pw@WWW.Example.com:8443/Blog/a%20b/?q=1#top')).toEqual({
      host: 'www.example.com',
      path: '/Blog/a%20b/',
      campaign: '',
      utm_source: '',
      utm_medium: '',
      utm_term: '',
      utm_content: '',
      clickId: '',
    });
  });

  test.each([
    ['https://example.com.', 'example.com', '/'],
    ['https://bücher.example/ä', 'xn--bcher-kva.example', '/%C3%A4'],
    ['http://[2001:DB8::1]/x', '[2001:db8::1]', '/x'],
    ['https://example.com/a/../b', 'example.com', '/b'],
    ['https://example.com/a\0b', 'example.com', '/ab'],
    ['https://example.com/%E2%80%AEgpj.exe%20%e2%82%ac', 'example.com', '/gpj.exe%20%E2%82%AC'],
    ['https://example.com/\u200b\u2066x\ufeff%2F%00', 'example.com', '/x%2F'],
    ['https://example.com/%ff%00', 'example.com', '/%FF%00'],
    ['https://example.com/%7ejoe/why-a[i]', 'example.com', '/~joe/why-a%5Bi%5D'],
    ['https://example.com/a%2fb/100%', 'example.com', '/a%2Fb/100%25'],
  ])('%j has host %s and path %s', (page, host, path) => {
    expect(parsePage(page)).toMatchObject({ host, path });
  });

  test.each([
    '',
    '/relative',
    'example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://',
  ])('%j is not a page', (page) => {
    expect(parsePage(page)).toBeNull();
  });
  test.each(['about:blank', 'http://./', 'data:text/html,x', 'https://a b/'])(
    '%j is not a page either',
    (page) => {
      expect(parsePage(page)).toBeNull();
    },
  );

  test.each([
    ['utm_campaign=spring', 'spring'],
    ['x=1&utm_campaign=%20Spring+sale%20', 'Spring sale'],
    ['utm_campaign=', ''],
    ['utm_source=x', ''],
    ['utm_campaign=a%00b%0Ac%7F', 'abc'],
    ['utm_campaign=%F0%9F%98%80', '😀'],
    ['utm_campaign=%E2%80%AEspring%E2%80%8B%EF%BB%BF', 'spring'],
    [`utm_campaign=${'x'.repeat(300)}`, 'x'.repeat(100)],
    [`utm_campaign=${'x'.repeat(99)}😀`, 'x'.repeat(99)],
  ])('the query %j has the campaign %j', (query, campaign) => {
    expect(parsePage(`https://example.com/?${query}`)?.campaign).toBe(campaign);
  });

  test.each(['utm_source', 'utm_medium', 'utm_term', 'utm_content'] as const)(
    '%s is read from the query, cleaned and cut like the campaign',
    (name) => {
      const read = (value: string) => parsePage(`https://example.com/?a=b&${name}=${value}#x`)?.[name];
      expect(read('%20Running+shoes%E2%80%AE%20')).toBe('Running shoes');
      expect(read(`${'x'.repeat(99)}😀`)).toBe('x'.repeat(99));
      expect(read('')).toBe('');
    },
  );

  test('the name of an ad click id is read from the query, but not its value', () => {
    const page = parsePage('https://example.com/a?GCLID=secret&utm_source=x');
    expect(page).toMatchObject({ path: '/a', clickId: 'gclid', utm_source: 'x' });
    expect(JSON.stringify(page)).not.toContain('secret');
  });

  test.each([
    ['https://example.com/#/about', '/#/about'],
    ['https://example.com/app/?x=1#!/about/us', '/app/#!/about/us'],
    ['https://example.com/#about', '/#about'],
    ['https://example.com/#/list?page=2', '/#/list'],
    ['https://example.com/#access_token=secret&state=secret', '/#access_token'],
    ['https://example.com/#/ü b', '/#/%C3%BC%20b'],
    ['https://example.com/a#', '/a'],
    ['https://example.com/a#/', '/a'],
    ['https://example.com/a#!/', '/a'],
    [`https://example.com/#/${'x'.repeat(2_000)}`, `/#/${'x'.repeat(497)}`],
  ])('with routes in the fragment, %j has the path %s', (page, path) => {
    expect(parsePage(page, true)).toMatchObject({ host: 'example.com', path });
    expect(parsePage(page)?.path).not.toContain('#');
  });

  test.each([
    ['https://example.com/#/?utm_campaign=spring', 'spring'],
    ['https://example.com/?utm_campaign=spring#/?utm_campaign=autumn', 'spring'],
    ['https://example.com/#/utm_campaign=spring', ''],
  ])('with routes in the fragment, %j has the campaign %j', (page, campaign) => {
    expect(parsePage(page, true)?.campaign).toBe(campaign);
  });

  test.each([
    [499, '%E2%82%AC', 499],
    [498, '%E2%82%AC', 498],
    [494, '%E2%82%AC', 494],
    [491, '%E2%82%AC', 500],
    [497, '%2F', 500],
    [498, '%2F', 498],
  ])('a path of %i characters and %s is cut to %i', (length, tail, expected) => {
    const path = `/${'x'.repeat(length - 1)}${tail}more`;
    expect(parsePage(`https://example.com${path}`)?.path).toBe(path.slice(0, expected));
  });

  test('a path is never longer than 500 characters, and is still decodable after truncation', () => {
    const segment = fc.string({ unit: 'binary', maxLength: 700 });
    fc.assert(
      fc.property(segment, (text) => {
        const path = parsePage(`https://example.com/${encodeURIComponent(text)}`)?.path ?? '';
        expect(path.length).toBeLessThanOrEqual(500);
        expect(
          `/${cleanText(text)}`.startsWith(decodeURIComponent(path)) || text === '.' || text === '..',
        ).toBe(true);
      }),
    );
  });

  test('a campaign is at most 100 characters of well-formed, trimmed text without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const campaign = parsePage(`https://e.com/?utm_campaign=${encodeURIComponent(text)}`)?.campaign ?? '';
        expect(campaign.length).toBeLessThanOrEqual(100);
        expect(campaign).toBe(campaign.trim());
        expect(campaign).not.toMatch(/\p{Cc}|\p{Cs}/u);
      }),
    );
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parsePage(text)));
    fc.assert(fc.property(fc.string(), (text) => void parsePage(`https://example.com/${text}`)));
  });
});

describe('countedPath', () => {
  test.each([
    ['/about/', '/about'],
    ['/about', '/about'],
    ['/about//', '/about'],
    ['/', '/'],
    ['//', '/'],
    ['/a/b%2F/', '/a/b%2F'],
  ])('%j and %j are one page if the website ignores trailing slashes', (path, counted) => {
    expect(countedPath(path, true)).toBe(counted);
    expect(countedPath(path, false)).toBe(path);
  });
});

describe('domains', () => {
  test.each([
    ['www.example.com', 'example.com'],
    ['www.www.example.com', 'www.example.com'],
    ['wwwexample.com', 'wwwexample.com'],
    ['www.com', 'www.com'],
    ['www.localhost', 'www.localhost'],
  ])('%s without its www. is %s', (host, expected) => {
    expect(bareDomain(host)).toBe(expected);
  });

  test.each([
    ['example.com', 'example.com', true],
    ['www.example.com', 'example.com', true],
    ['example.com', 'www.example.com', true],
    ['shop.example.com', 'example.com', true],
    ['notexample.com', 'example.com', false],
    ['example.com.evil.net', 'example.com', false],
    ['com', 'example.com', false],
    ['example.com', 'www.com', false],
    ['example.com', '', false],
  ])('%s is within %s: %s', (host, domain, expected) => {
    expect(isWithinDomain(host, domain)).toBe(expected);
  });
});
