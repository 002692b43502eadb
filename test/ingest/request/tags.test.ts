import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePage } from '../../../src/ingest/request/page.ts';
import { SQUARE, timeGrowth } from '../../support/timeGrowth.ts';

/** The tags of a page with this query, without those that are empty. */
function tagsOf(query: string): Record<string, string> {
  const { host: _host, path: _path, ...tags } = parsePage(`https://example.com/?${query}`) ?? {};
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== ''));
}

const EMAIL = { utm_source: 'news', utm_medium: 'email' };

describe('tags are read as whoever made the link meant them', () => {
  test.each([
    'utm_source=news&utm_medium=email',
    'utm_source=news&amp;utm_medium=email',
    'utm_source=news&AMP;utm_medium=email',
    'utm_source=news&amp;amp;utm_medium=email',
    'utm_source=news&amp%3Butm_medium=email',
    'utm_source=news&#038;utm_medium=email',
    'utm_source=news&#38;utm_medium=email#top',
    'utm_source=news&#x26;utm_medium=email',
    'utm_source=news?utm_medium=email',
    'utm_source=news;utm_medium=email',
    'utm_source=news%26utm_medium=email',
    'utm_source=news%26amp%3Butm_medium%3Demail',
    'utm_source%3Dnews%26utm_medium%3Demail',
    'id=5?utm_source=news&utm_medium=email',
    '?utm_source=news&utm_medium=email',
    '&amp;utm_source=news&&utm_medium=email',
    'UTM_SOURCE=news&Utm_Medium=email',
    'utm_source=&utm_source=news&utm_medium=email&utm_medium=other',
    '%20utm_source=news&utm_medium+=email',
  ])('%s', (query) => {
    expect(tagsOf(query)).toEqual(EMAIL);
  });

  test.each([
    ['no%2520code%2520founders', 'no code founders'],
    ['no%252520code', 'no code'],
    ['%25C3%25BCber', 'über'],
    ['%25E2%2582%25AC%25F0%259F%2598%2580', '€😀'],
    ['100%25', '100%'],
    ['100%2525', '100%'],
    ['100%', '100%'],
    ['100%25effective', '100%effective'],
    ['100%25after', '100%after'],
    ['20%25%2520off', '20% off'],
    ['C%2B%2B', 'C++'],
    ['Fr%FChling', 'Frühling'],
    ['Fr%fchling+%A3+%80+%92', 'Frühling £ € ’'],
    ['Fr%C3%BChling', 'Frühling'],
    ['Fr%u00FChling', 'Frühling'],
    ['Frühling', 'Frühling'],
    ['why%3F', 'why?'],
    ['a;b?c', 'a;b?c'],
    ['a%26b', 'a&b'],
  ])('utm_campaign=%s is %j', (encoded, campaign) => {
    expect(tagsOf(`utm_campaign=${encoded}`)).toEqual({ campaign });
  });

  test.each(['url=https://other.example/?utm_source=x', 'u=https%3A%2F%2Fother.example%3Futm_source%3Dx'])(
    'but not those in the address of another page: %s',
    (query) => {
      expect(tagsOf(query)).toEqual({});
      expect(tagsOf(`utm_source=news&utm_medium=email&${query}`)).toEqual(EMAIL);
    },
  );

  test('ad click ids, too', () => {
    expect(tagsOf('id=5?GCLID=secret')).toEqual({ clickId: 'gclid' });
    expect(tagsOf('utm_source=a&amp;gclid=secret')).toEqual({ utm_source: 'a', clickId: 'gclid' });
  });

  test('any text that was encoded once is read as it was', () => {
    const text = fc.stringMatching(/^[\p{L}\p{N} .,&?;+#/=()-]{1,80}$/u).map((value) => value.trim());
    fc.assert(
      fc.property(text, (value) => {
        fc.pre(!value.includes('utm_'));
        const encoded = encodeURIComponent(value);
        const expected = value === '' ? {} : { campaign: value };
        expect(tagsOf(`utm_campaign=${encoded}`)).toEqual(expected);
        expect(tagsOf(`utm_campaign=${encodeURIComponent(encoded)}`)).toEqual(expected);
      }),
    );
  });

  test('no address takes long, whatever it repeats', () => {
    const parts = ['%FF%3D&', '?utm_source=', '%2526utm_source%253D', ';', 'amp;', '&#038;', ';#000', '%25'];
    for (const part of parts) {
      const parse = (size: number) =>
        expect(
          parsePage(`https://example.com/?utm_source=${part.repeat(size / part.length)}`),
        ).not.toBeNull();
      expect([part, timeGrowth(parse, 6_000) < SQUARE / 2]).toEqual([part, true]);
    }
  });
});
