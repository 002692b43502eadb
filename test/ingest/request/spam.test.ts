import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDomains, spamFile } from '../../../scripts/spamDomains.ts';
import { referrerHost } from '../../../src/ingest/request/referrer.ts';
import { SPAM_DOMAINS, spamDomainOf } from '../../../src/ingest/request/spam.ts';
import { root } from '../../../src/root.ts';

const LIST = new Set(['spam.example', 'a.b.co.uk', 'xn--bcher-kva.example']);
const isSpam = (referrer: string, website = 'mine.test') =>
  spamDomainOf(referrerHost(referrer, website), website, LIST) !== undefined;

describe('spamDomainOf', () => {
  test.each([
    'https://spam.example/',
    'http://WWW.Spam.Example:81/x?y#z',
    'http://user:secret@deep.er.spam.example./',
    'http://a.b.co.uk/',
    'https://shop.bücher.example/',
  ])('%s is spam', (referrer) => {
    expect(isSpam(referrer)).toBe(true);
  });

  test.each([
    ...['', 'spam.example', 'https://notspam.example/', 'https://spam.example.org/', 'https://b.co.uk/'],
    ...['https://example/', 'https://spam/', 'android-app://com.spam', 'https://mine.test/?spam.example'],
  ])('%j is not spam', (referrer) => {
    expect(isSpam(referrer)).toBe(false);
  });

  test('is the domain on the list, not the one below it', () => {
    expect(spamDomainOf('deep.er.spam.example', 'mine.test', LIST)).toBe('spam.example');
  });

  test('for a website on a listed domain, that domain and its subdomains are not spam', () => {
    expect(isSpam('https://spam.example/', 'spam.example')).toBe(false);
    expect(isSpam('https://www.spam.example/', 'shop.spam.example')).toBe(false);
    expect(isSpam('https://other.spam.example/', 'shop.spam.example')).toBe(false);
    expect(isSpam('https://a.b.co.uk/', 'spam.example')).toBe(true);
  });

  test('returns the same as a comparison with every domain of the list', () => {
    const label = fc.constantFrom('a', 'b', 'co', 'uk', 'spam', 'example', 'www');
    const host = fc.array(label, { maxLength: 6 }).map((labels) => labels.join('.'));
    fc.assert(
      fc.property(host, fc.uniqueArray(host.filter((one) => one !== '')), (referrer, list) => {
        const slowly = list.some((domain) => referrer === domain || referrer.endsWith(`.${domain}`));
        expect(spamDomainOf(referrer, 'mine.test', new Set(list)) !== undefined).toBe(slowly);
      }),
    );
  });
});

describe('the list of referrer spam', () => {
  test('is stored in the form that `npm run spam-list` writes', () => {
    expect(SPAM_DOMAINS.size).toBeGreaterThan(2_300);
    expect(readDomains([...SPAM_DOMAINS].join('\n'))).toEqual([...SPAM_DOMAINS]);
  });

  test.each([
    'http://semalt.com/crawler.php',
    'https://best-seo-offer.com/',
    'http://www.4webmasters.org/',
    'http://get-free-traffic-now.com/',
    'https://www.масло-кедра.рф/',
    'https://deep.er.xn----7sbbpe3afguye.xn--p1ai/',
    'https://hyip-zanoza.me/',
  ])('matches %s', (referrer) => {
    expect(spamDomainOf(referrerHost(referrer, 'mine.test'), 'mine.test')).toBeDefined();
  });

  test('is read in any spelling, without duplicates and without subdomains of listed domains', () => {
    const text =
      '# a comment\r\n\r\nWWW.Spam.example\nx.spam.example\nbücher.example\nspam.example\na.test\n';
    expect(readDomains(text)).toEqual(['a.test', 'spam.example', 'xn--bcher-kva.example']);
  });

  test.each(['com', 'spam.example/path', 'spam.example:80', 'two words.example', '<html>', 'a..b'])(
    'is rejected if a line is not a domain: %s',
    (line) => {
      expect(() => readDomains(`spam.example\n${line}\n`)).toThrow(`Not a domain: ${line}`);
    },
  );

  test.each(['google.com', 'www.facebook.com', 't.co'])('is rejected if it contains %s', (line) => {
    expect(() => readDomains(`spam.example\n${line}\n`)).toThrow('would drop visits from');
  });

  test('is stored exactly as the script writes it', async () => {
    const kept = await readFile(path.join(root, 'src/ingest/request/spamDomains.json'), 'utf8');
    expect(spamFile([...SPAM_DOMAINS], JSON.parse(kept).source)).toBe(kept);
  });
});
