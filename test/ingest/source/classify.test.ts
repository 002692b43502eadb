import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CHANNELS, classifySource, type SourceFields } from '../../../src/ingest/source/classify.ts';
import { clickIdOf } from '../../../src/ingest/source/clickId.ts';
import list from '../../../src/ingest/source/sources.json' with { type: 'json' };
import { WELL_KNOWN } from '../../../src/ingest/source/wellKnown.ts';
import { SQUARE, timeGrowth } from '../../support/timeGrowth.ts';

const NOTHING: SourceFields = { referrer: '', utm_source: '', utm_medium: '', campaign: '', clickId: '' };

/** Classifies a landing page with this query (`source`, `medium`, `campaign` stand for utm_…). */
function classify(referrer: string, query = '') {
  const parameters = new URLSearchParams(query);
  return classifySource({
    referrer,
    utm_source: parameters.get('source') ?? '',
    utm_medium: parameters.get('medium') ?? '',
    campaign: parameters.get('campaign') ?? '',
    clickId: clickIdOf(parameters),
  });
}

test('the channels are those of the documentation, in its order', () => {
  expect(CHANNELS).toEqual(
    (
      'Direct, Organic Search, Paid Search, Organic Social, Paid Social, Organic Video, Paid Video, ' +
      'Organic Shopping, Paid Shopping, Email, Affiliates, Display, AI Assistants, SMS, Mobile Push, ' +
      'Audio, Referral, Paid Other'
    ).split(', '),
  );
});

describe('a visit without tags', () => {
  test.each([
    ['', '', 'Direct'],
    ['google.com', 'Google', 'Organic Search'],
    ['google.co.uk', 'Google', 'Organic Search'],
    ['google.com.br', 'Google', 'Organic Search'],
    ['google.de', 'Google', 'Organic Search'],
    ['google.co.jp', 'Google', 'Organic Search'],
    ['google.cat', 'Google', 'Organic Search'],
    ['google.al', 'Google', 'Organic Search'],
    ['com.google.android.googlequicksearchbox', 'Google', 'Organic Search'],
    ['images.google.fr', 'Google Images', 'Organic Search'],
    ['news.google.com', 'Google News', 'Organic Search'],
    ['bing.com', 'Bing', 'Organic Search'],
    ['cn.bing.com', 'Bing', 'Organic Search'],
    ['duckduckgo.com', 'DuckDuckGo', 'Organic Search'],
    ['html.duckduckgo.com', 'DuckDuckGo', 'Organic Search'],
    ['de.search.yahoo.com', 'Yahoo!', 'Organic Search'],
    ['r.search.yahoo.com', 'Yahoo!', 'Organic Search'],
    ['search.yahoo.co.jp', 'Yahoo!', 'Organic Search'],
    ['yandex.com.tr', 'Yandex', 'Organic Search'],
    ['ya.ru', 'Yandex', 'Organic Search'],
    ['m.baidu.com', 'Baidu', 'Organic Search'],
    ['m.search.naver.com', 'Naver', 'Organic Search'],
    ['search.seznam.cz', 'Seznam', 'Organic Search'],
    ['facebook.com', 'Facebook', 'Organic Social'],
    ['lm.facebook.com', 'Facebook', 'Organic Social'],
    ['com.facebook.katana', 'Facebook', 'Organic Social'],
    ['t.co', 'Twitter', 'Organic Social'],
    ['com.linkedin.android', 'LinkedIn', 'Organic Social'],
    ['old.reddit.com', 'Reddit', 'Organic Social'],
    ['my.mail.ru', 'Mail.ru', 'Organic Social'],
    ['youtube.com', 'YouTube', 'Organic Video'],
    ['m.youtube.com', 'YouTube', 'Organic Video'],
    ['vimeo.com', 'Vimeo', 'Organic Video'],
    ['amazon.co.uk', 'Amazon', 'Organic Shopping'],
    ['shopping.google.com', 'Google Shopping', 'Organic Shopping'],
    ['mail.google.com', 'Gmail', 'Email'],
    ['com.google.android.gm', 'Gmail', 'Email'],
    ['outlook.live.com', 'Outlook.com', 'Email'],
    ['de.mail.yahoo.com', 'Yahoo! Mail', 'Email'],
    ['mail.yandex.ru', 'Yandex', 'Email'],
    ['chatgpt.com', 'ChatGPT', 'AI Assistants'],
    ['claude.ai', 'Claude', 'AI Assistants'],
    ['perplexity.ai', 'Perplexity', 'AI Assistants'],
    ['gemini.google.com', 'Gemini', 'AI Assistants'],
    ['copilot.microsoft.com', 'Copilot', 'AI Assistants'],
    // Services of search engines that are not searches.
    ['docs.google.com', 'Google', 'Referral'],
    ['finance.yahoo.com', 'Yahoo!', 'Referral'],
    ['aws.amazon.com', 'Amazon Web Services', 'Referral'],
    ['en.wikipedia.org', 'Wikipedia', 'Referral'],
    // Unknown hosts, also those that only look like known ones.
    ['blog.example', 'blog.example', 'Referral'],
    ['google.com.example', 'google.com.example', 'Referral'],
    ['notgoogle.com', 'notgoogle.com', 'Referral'],
    ['com', 'com', 'Referral'],
    ['(other)', '(other)', 'Referral'],
    ['org.example.app', 'org.example.app', 'Referral'],
  ])('from %j has the source %j and the channel %s', (referrer, source, channel) => {
    expect(classify(referrer)).toEqual({ source, channel });
  });
});

describe('a visit with tags', () => {
  test.each([
    ['source=google&medium=cpc', 'Paid Search'],
    ['source=GOOGLE&medium=CPC', 'Paid Search'],
    ['source=+Google+&medium=+ppc+', 'Paid Search'],
    ['source=google_ads&medium=paid_search', 'Paid Search'],
    ['source=bing.com&medium=cpm', 'Paid Search'],
    ['source=google&medium=cpc&campaign=Cross-network', 'Paid Search'],
    ['source=google', 'Organic Search'],
    ['source=Yahoo', 'Organic Search'],
    ['source=unknown&medium=organic', 'Organic Search'],
    ['source=fb&medium=paid', 'Paid Social'],
    ['source=linkedin&medium=retargeting', 'Paid Social'],
    ['source=www.facebook.com', 'Organic Social'],
    ['source=ig&medium=story', 'Organic Social'],
    ['source=tumblr', 'Organic Social'],
    ['source=planner&medium=Social-Media', 'Organic Social'],
    ['source=youtube&medium=cpv', 'Paid Video'],
    ['source=yt', 'Organic Video'],
    ['source=youtube&medium=cpc', 'Paid Video'],
    ['source=vimeo.com&medium=paid-video', 'Paid Video'],
    ['source=partner&medium=video-ad', 'Organic Video'],
    ['source=amazon&medium=cpc', 'Paid Shopping'],
    ['source=google&medium=cpc&campaign=DE+Shopping', 'Paid Shopping'],
    ['source=google&medium=cpc&campaign=workshop', 'Paid Search'],
    ['source=news&campaign=the-shop', 'Organic Shopping'],
    ['source=news&campaign=eshop', 'Organic Shopping'],
    ['source=news&campaign=workshop', 'Referral'],
    ['source=ebay.de', 'Organic Shopping'],
    ['source=newsletter&medium=email', 'Email'],
    ['source=newsletter&medium=E-Mail', 'Email'],
    ['source=e_mail', 'Email'],
    ['medium=email', 'Email'],
    ['source=partner&medium=affiliate', 'Affiliates'],
    ['source=partner&medium=Affiliates', 'Affiliates'],
    ['source=site&medium=display', 'Display'],
    ['source=site&medium=banner', 'Display'],
    ['source=site&medium=cpm', 'Display'],
    ['source=chatgpt.com', 'AI Assistants'],
    ['source=chatgpt.com&medium=referral', 'AI Assistants'],
    ['source=perplexity', 'AI Assistants'],
    ['source=anything&medium=ai-assistant', 'AI Assistants'],
    ['source=sms', 'SMS'],
    ['source=campaign&medium=SMS', 'SMS'],
    ['source=app&medium=webpush', 'Mobile Push'],
    ['source=app&medium=mobile', 'Mobile Push'],
    ['source=app&medium=notifications', 'Mobile Push'],
    ['source=firebase', 'Mobile Push'],
    ['source=podcast&medium=audio', 'Audio'],
    ['medium=audio', 'Audio'],
    ['source=partner&medium=referral', 'Referral'],
    ['source=newsletter', 'Referral'],
    ['source=partner&medium=something', 'Referral'],
    ['source=partner&medium=cpc', 'Paid Other'],
    ['source=partner&medium=paid', 'Paid Other'],
    ['source=chatgpt.com&medium=cpc', 'Paid Other'],
    ['source=(direct)&medium=(none)', 'Direct'],
    ['campaign=shop', 'Direct'],
    ['source=+&medium=(not+set)', 'Direct'],
    // Names of search engines that usually mean something else.
    ['source=meta&medium=paid', 'Paid Social'],
    ['source=free', 'Referral'],
  ])('%s belongs to %s', (query, channel) => {
    expect(classify('', query).channel).toBe(channel);
  });

  test('has its utm_source as the source, as given, if it names no known source', () => {
    expect(classify('google.com', 'source=Spring+Newsletter').source).toBe('Spring Newsletter');
    expect(classify('', 'source=Partner.example').source).toBe('Partner.example');
    expect(classify('google.com', 'source=+').source).toBe('Google');
  });

  test('is classified by its utm_source instead of its referrer', () => {
    expect(classify('google.com', 'source=partner').channel).toBe('Referral');
    expect(classify('google.com', 'medium=cpc')).toEqual({ source: 'Google', channel: 'Paid Search' });
  });
});

describe('a visit with an ad click id', () => {
  test.each([
    ['google.com', 'gclid=x', 'Paid Search'],
    ['', 'gclid=x', 'Paid Search'],
    ['', 'GBRAID=x', 'Paid Search'],
    ['', 'wbraid=x', 'Paid Search'],
    ['blog.example', 'gclid=x', 'Paid Search'],
    ['bing.com', 'msclkid=x', 'Paid Search'],
    ['', 'yclid=x', 'Paid Search'],
    ['youtube.com', 'gclid=x', 'Paid Video'],
    ['facebook.com', 'gclid=x', 'Paid Social'],
    ['amazon.com', 'gclid=x', 'Paid Shopping'],
    ['google.com', 'gclid=x&campaign=shopping', 'Paid Shopping'],
    ['', 'ttclid=x', 'Paid Social'],
    ['', 'ScCid=x', 'Paid Social'],
    ['blog.example', 'dclid=x', 'Display'],
    ['', 'source=google&gclid=x', 'Paid Search'],
    ['', 'source=newsletter&medium=email&gclid=x', 'Email'],
    ['google.com', 'medium=organic&gclid=x', 'Organic Search'],
    // Not ids of ad clicks.
    ['facebook.com', 'fbclid=x', 'Organic Social'],
    ['', 'fbclid=x', 'Direct'],
    ['google.com', 'srsltid=x', 'Organic Search'],
    ['google.com', 'gclid=', 'Organic Search'],
  ])('from %j with %s belongs to %s', (referrer, query, channel) => {
    expect(classify(referrer, query).channel).toBe(channel);
  });
});

describe('any fields', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      'google.com',
      'GOOGLE',
      'cpc',
      '.',
      '..',
      '__proto__',
      'shop',
      'İ',
      'gclid',
      'constructor',
    ),
  );
  const fields = fc.record({
    referrer: text,
    utm_source: text,
    utm_medium: text,
    campaign: text,
    clickId: text,
  });
  const names = new Set([
    ...WELL_KNOWN.map(({ name }) => name),
    ...Object.values(list.categories).flatMap((hosts) => Object.values(hosts)),
  ]);

  test('have one of the channels, and a source that is a field or the name of a known source', () => {
    fc.assert(
      fc.property(fields, (one) => {
        const { source, channel } = classifySource(one);
        expect(CHANNELS).toContain(channel);
        expect(source === one.utm_source || source === one.referrer || names.has(source)).toBe(true);
      }),
    );
  });

  test('of any length are classified in linear time', () => {
    const classify = (size: number) => {
      const long = 'shop.'.repeat(size);
      classifySource({ referrer: long, utm_source: long, utm_medium: long, campaign: long, clickId: long });
      classifySource({ ...NOTHING, referrer: long, campaign: 'sho'.repeat(size) });
    };
    expect(timeGrowth(classify, 2_000)).toBeLessThan(SQUARE / 2);
  });
});
