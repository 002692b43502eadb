import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDomains, spamFile } from '../../../scripts/spamDomains.ts';
import { referrerHost } from '../../../src/ingest/request/referrer.ts';
import { isSpamReferrer, SPAM_DOMAINS } from '../../../src/ingest/request/spam.ts';
import { root } from '../../../src/root.ts';

const LIST = new Set(['spam.example', 'a.b.co.uk', 'xn--bcher-kva.example']);
const isSpam = (referrer: string, website = 'mine.test') =>
  isSpamReferrer(referrerHost(referrer, website), website, LIST);

describe('isSpamReferrer', () => {
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
  ])('%j is none', (referrer) => {
    expect(isSpam(referrer)).toBe(false);
  });

  test('a website on or below a listed domain is never spam to itself', () => {
    expect(isSpam('https://spam.example/', 'spam.example')).toBe(false);
    expect(isSpam('https://www.spam.example/', 'shop.spam.example')).toBe(false);
    expect(isSpam('https://other.spam.example/', 'shop.spam.example')).toBe(false);
    expect(isSpam('https://a.b.co.uk/', 'spam.example')).toBe(true);
  });

  test('is what comparing with every domain of the list says', () => {
    const label = fc.constantFrom('a', 'b', 'co', 'uk', 'spam', 'example', 'www');
    const host = fc.array(label, { maxLength: 6 }).map((labels) => labels.join('.'));
    fc.assert(
      fc.property(host, fc.uniqueArray(host.filter((one) => one !== '')), (referrer, list) => {
        const slowly = list.some((domain) => referrer === domain || referrer.endsWith(`.${domain}`));
        expect(isSpamReferrer(referrer, 'mine.test', new Set(list))).toBe(slowly);
      }),
    );
  });
});

describe('the list of referrer spam', () => {
  test('is kept in the form that `npm run spam-list` gives it', () => {
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
  ])('has %s', (referrer) => {
    expect(isSpamReferrer(referrerHost(referrer, 'mine.test'), 'mine.test')).toBe(true);
  });

  test('is read in any spelling; what is listed twice, or below another domain, is left out', () => {
    const text =
      '# a comment\r\n\r\nWWW.Spam.example\nx.spam.example\nbücher.example\nspam.example\na.test\n';
    expect(readDomains(text)).toEqual(['a.test', 'spam.example', 'xn--bcher-kva.example']);
  });

  test.each(['com', 'spam.example/path', 'spam.example:80', 'two words.example', '<html>', 'a..b'])(
    'is refused where a line is no domain: %s',
    (line) => {
      expect(() => readDomains(`spam.example\n${line}\n`)).toThrow(`No domain: ${line}`);
    },
  );

  test.each(['google.com', 'www.facebook.com', 't.co'])('is refused where it has %s', (line) => {
    expect(() => readDomains(`spam.example\n${line}\n`)).toThrow('would drop visits from');
  });

  test('is in a file that is what the script writes of it', async () => {
    const kept = await readFile(path.join(root, 'src/ingest/request/spamDomains.json'), 'utf8');
    expect(spamFile([...SPAM_DOMAINS], JSON.parse(kept).source)).toBe(kept);
  });
});
