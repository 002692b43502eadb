import { beforeEach, describe, expect, test } from '@jest/globals';
import { readTexts } from '../../scripts/texts.ts';
import { compileTexts } from '../../src/texts/compile.ts';
import type { Language } from '../../src/texts/languages.ts';
import * as format from '../../src/web/shared/i18n/format.ts';
import { serverText } from '../../src/web/shared/i18n/serverTexts.ts';
import { rich, setTexts, t } from '../../src/web/shared/i18n/t.ts';
import { labelOf, valueInWords } from '../../src/web/stats/labels.ts';

async function speak(language: Language, locale: string = language): Promise<void> {
  const texts = await readTexts(language);
  setTexts(locale, { ...compileTexts(texts, 'app'), ...compileTexts(texts, 'stats') });
}

/** Intl writes spaces that do not break. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('in German', () => {
  beforeEach(() => speak('de'));

  test('past times are said in the unit that fits; what is ahead of the clock is just now', async () => {
    const now = Date.UTC(2026, 10, 21, 12);
    const ago = (minutes: number) => format.agoInWords(new Date(now - minutes * 60_000).toISOString(), now);
    expect([-5, 0.5, 2, 90, 60 * 49, 60 * 24 * 40].map(ago)).toEqual([
      ...['gerade eben', 'gerade eben', 'vor 2 Minuten', 'vor 1 Stunde', 'vor 2 Tagen', '12. Okt. 2026'],
    ]);
    await speak('en');
    expect([0.5, 2, 90, 60 * 49].map(ago)).toEqual([
      ...['just now', '2 minutes ago', '1 hour ago', '2 days ago'],
    ]);
  });

  test('numbers, percentages and durations are German', () => {
    expect(format.grouped(12_345)).toBe('12.345');
    expect(plain(format.brief(1_234_567))).toBe('1,2 Mio.');
    expect(plain(format.percent(0.0421))).toBe('4,2 %');
    expect(plain(format.percent(0.0001))).toBe('<0,1 %');
    expect(plain(format.shareInColumn(1, 8))).toBe('12,5 %');
    expect(plain(format.change(112, 100)?.text ?? '')).toBe('+12 %');
    expect(format.rateChange(0.38, 0.401).text).toBe('−2,1 Punkte');
    expect(format.rateChange(0.4, 0.39).text).toBe('+1 Punkt');
    expect(format.decimal(2.44)).toBe('2,4');
    expect(format.duration(84)).toBe('1 min 24 s');
    expect(format.durationInColumn(7_500)).toBe('2 h 05 min');
  });

  test('dates are German', () => {
    expect(format.daysInWords('2026-11-21', '2026-11-21')).toBe('Sa., 21. Nov. 2026');
    expect(format.daysInWords('2026-11-08', '2026-11-14')).toBe('8.–14. Nov. 2026');
    expect(format.periodInWords('2026-W46')).toBe('KW 46, 9.–15. Nov. 2026');
    expect(format.monthInWords('2026-03')).toBe('März 2026');
    expect(format.pointInWords('09')).toBe('09:00–09:59 Uhr');
    expect(format.hourInWords(9)).toBe('09:00');
    expect(format.hourOnAxis(21)).toBe('21:00');
    expect(format.dayOnAxis('2026-11-21')).toBe('21. Nov.');
  });

  test('plurals are German, and nouns keep their capital', () => {
    expect(t('websites.count', { count: 1 })).toBe('1 Website');
    expect(t('websites.count', { count: 1_200 })).toBe('1.200 Websites');
    expect(t('dropped.count', { count: 0 })).toBe('In den letzten 30 Tagen wurde kein Hit verworfen.');
    expect(format.inSentence('Besucher')).toBe('Besucher');
  });

  test('values have German names, and those that a website sent stay as they are', () => {
    const labels = [
      labelOf('country', { value: 'DE', label: 'Germany' }),
      labelOf('city', { value: 'Vienna, Vienna, AT', label: 'Vienna, Austria' }),
      labelOf('language', { value: 'fr', label: 'French' }),
      labelOf('continent', { value: 'EU', label: 'Europe' }),
      labelOf('channel', { value: 'Organic Search', label: 'Organic Search' }),
      labelOf('device', { value: 'mobile', label: 'Mobile' }),
      labelOf('device', { value: 'smart speaker', label: 'Smart speaker' }),
      labelOf('referrer', { value: '', label: 'Direct' }),
      labelOf('country', { value: '', label: 'Unknown' }),
      labelOf('page', { value: '(other)', label: 'Other' }),
      labelOf('page', { value: '/caf%C3%A9', label: '/café' }),
      labelOf('source', { value: 'xn--bcher-kva.example', label: 'bücher.example' }),
      labelOf('channel', { value: 'New Channel', label: 'New Channel' }),
    ];
    expect(labels).toEqual([
      ...['Deutschland', 'Vienna, Österreich', 'Französisch', 'Europa', 'Organische Suche', 'Smartphone'],
      ...['Smart-Lautsprecher', 'Direkt', 'Unbekannt', 'Andere', '/café', 'bücher.example', 'New Channel'],
    ]);
    expect(valueInWords('country', 'FR')).toBe('Frankreich');
  });

  test('messages of the server are recognized with their values; others are not', () => {
    expect(serverText('Must be at least 12 characters long; got 3.')).toBe(
      'Mindestens 12 Zeichen, bisher 3.',
    );
    expect(serverText('Is required.')).toBe('Wird benötigt.');
    expect(serverText('Must be an IANA time zone, for example Europe/London, Asia/Dhaka; got "BST".')).toBe(
      'Muss eine IANA-Zeitzone sein, zum Beispiel Europe/London, Asia/Dhaka; angegeben war „BST“.',
    );
    expect(serverText('Is required. And more.')).toBeNull();
  });
});

describe('in English', () => {
  test('the person’s variety decides how dates are written', async () => {
    await speak('en', 'en-GB');
    expect(format.daysInWords('2026-11-21', '2026-11-21')).toBe('Sat, 21 Nov 2026');
    await speak('en', 'en-US');
    expect(format.daysInWords('2026-11-21', '2026-11-21')).toBe('Sat, Nov 21, 2026');
    expect(format.inSentence('Visitors')).toBe('visitors');
  });

  test('the person’s variety decides whether a day has twice twelve hours', async () => {
    const hours = () => [format.hourInWords(13), format.hourOnAxis(0), format.pointInWords('12')];
    await speak('en', 'en-GB');
    expect(hours()).toEqual(['13:00', '00:00', '12:00–12:59']);
    await speak('en', 'en-US');
    expect(hours()).toEqual(['1:00 PM', '12 AM', '12:00 – 12:59 PM']);
  });

  test('messages of the server stay as they are', async () => {
    await speak('en');
    expect(serverText('Is required.')).toBeNull();
  });

  test('a text with a tag becomes an element with the content of the tag', async () => {
    await speak('en');
    const found: unknown[] = [];
    rich('missing.address', {
      link: (content) => {
        found.push((content as { props: { children: unknown } }).props.children);
        return null;
      },
    });
    expect(found).toEqual(['Go to the start page']);
  });
});
