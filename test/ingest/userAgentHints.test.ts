import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createUserAgentParser, HINT_HEADERS } from '../../src/ingest/userAgent.ts';
import { believable } from '../../src/ingest/userAgentHints.ts';

const parse = createUserAgentParser({ share: Number.POSITIVE_INFINITY });
const reduced = (system: string, words = '', mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 ${mobile}Safari/537.36${words}`;
const WINDOWS = reduced('Windows NT 10.0; Win64; x64');
const MAC = reduced('Macintosh; Intel Mac OS X 10_15_7');
const LINUX = reduced('X11; Linux x86_64');
const CHROME_OS = reduced('X11; CrOS x86_64 14541.0.0');
const PHONE = reduced('Linux; Android 10; K', '', 'Mobile ');
const TABLET = reduced('Linux; Android 10; K');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** What every browser built on Chromium sends without being asked. */
const hints = (brand: string, platform: string, mobile: '?0' | '?1' = '?0') => ({
  'sec-ch-ua': `"Chromium";v="140", "Not=A?Brand";v="24", "${brand}";v="140"`,
  'sec-ch-ua-mobile': mobile,
  'sec-ch-ua-platform': `"${platform}"`,
});

describe('the brand', () => {
  test.each([
    ['Google Chrome', 'Chrome'],
    ['Microsoft Edge', 'Edge'],
    ['Opera', 'Opera'],
    ['Opera GX', 'Opera'],
    ['Brave', 'Brave'],
    ['Vivaldi', 'Vivaldi'],
    ['Samsung Internet', 'Samsung Browser'],
    ['YaBrowser', 'Yandex Browser'],
    ['Whale', 'Whale Browser'],
    ['DuckDuckGo', 'DuckDuckGo'],
    ['CocCoc', 'Coc Coc'],
    ['Some Fork', 'Chrome'],
  ])('%s is %s, though the User-Agent says Chrome', (brand, browser) => {
    expect(parse(WINDOWS, hints(brand, 'Windows'))).toEqual({ browser, os: 'Windows', device: 'desktop' });
  });

  test.each([
    ['"Not)A;Brand";v="8", "Chromium";v="138", "Brave";v="138"'],
    ['"(Not(A:Brand";v="8", "Brave";v="138", "Chromium";v="138"'],
    ['"Brave";v="138", "Not/A)Brand";v="8.0.0.0", "Chromium";v="138"'],
  ])('is found wherever it stands: %s', (value) => {
    expect(parse(WINDOWS, { 'sec-ch-ua': value }).browser).toBe('Brave');
  });

  test('is taken from the full version list if only that is sent', () => {
    const list = '"Chromium";v="140.0.1.2", "Vivaldi";v="7.1.2.3", "Not;A=Brand";v="8.0.0.0"';
    expect(parse(WINDOWS, { 'sec-ch-ua-full-version-list': list }).browser).toBe('Vivaldi');
  });

  test.each([
    ['Instagram 350.0.0.41.109 Android', 'Instagram'],
    ['MicroMessenger/8.0.40', 'WeChat'],
    ['KAKAOTALK 10.2.3', 'KakaoTalk'],
    ['musical_ly_2023 BytedanceWebview/d8a21c6', 'TikTok'],
    ['DuckDuckGo/5', 'DuckDuckGo'],
    ['GSA/15.1', 'Google Search App'],
  ])('of the web view does not hide the application: %s', (words, browser) => {
    const view = reduced('Linux; Android 14; SM-S918B Build/UP1A; wv', ` ${words}`, 'Mobile ');
    for (const brand of ['Android WebView', 'Google Chrome']) {
      const expected = { browser, os: 'Android', device: 'mobile' };
      expect(parse(view, hints(brand, 'Android', '?1'))).toEqual(expected);
    }
  });

  test.each([
    ['Microsoft Edge', ' EdgA/140.0.0.0', 'Edge'],
    ['Opera', ' OPR/90.0.0.0', 'Opera'],
    ['Google Chrome', '', 'Chrome'],
  ])('%s on a phone is what the User-Agent says, too', (brand, words, browser) => {
    const phone = reduced('Linux; Android 10; K', words, 'Mobile ');
    const expected = { browser, os: 'Android', device: 'mobile' };
    expect(parse(phone, hints(brand, 'Android', '?1'))).toEqual(expected);
  });

  test('is enough without a User-Agent', () => {
    expect(parse('', hints('Google Chrome', 'Windows'))).toEqual({
      browser: 'Chrome',
      os: 'Windows',
      device: 'desktop',
    });
  });
});

describe('the platform', () => {
  test.each([
    ['Windows', WINDOWS, 'Windows', 'desktop'],
    ['macOS', MAC, 'macOS', 'desktop'],
    ['Linux', LINUX, 'Linux', 'desktop'],
    ['Chrome OS', CHROME_OS, 'Chrome OS', 'desktop'],
    ['Chromium OS', LINUX, 'Chrome OS', 'desktop'],
    ['Android', PHONE, 'Android', 'mobile'],
    ['Android', TABLET, 'Android', 'tablet'],
    ['Fuchsia', LINUX, 'Fuchsia', 'desktop'],
    ['Unknown', LINUX, 'Linux', 'desktop'],
    ['', LINUX, 'Linux', 'desktop'],
  ])('%s of %s is %s on a %s', (platform, userAgent, os, device) => {
    const mobile = userAgent === PHONE ? '?1' : '?0';
    expect(parse(userAgent, hints('Google Chrome', platform, mobile))).toEqual({
      browser: 'Chrome',
      os,
      device,
    });
  });
});

describe('the device', () => {
  const android = (more: object) => ({ ...hints('Google Chrome', 'Android'), ...more });

  test('is a phone if Sec-CH-UA-Mobile says so, also on the desktop site', () => {
    expect(parse(LINUX, hints('Google Chrome', 'Android', '?1')).device).toBe('mobile');
    expect(parse(TABLET, hints('Google Chrome', 'Android', '?1')).device).toBe('mobile');
  });

  test('is a tablet with Android and without Mobile', () => {
    expect(parse(TABLET, hints('Google Chrome', 'Android')).device).toBe('tablet');
    expect(parse(LINUX, hints('Google Chrome', 'Android')).device).toBe('tablet');
  });

  test.each([
    ['"Mobile"', 'mobile'],
    ['"Tablet"', 'tablet'],
    ['"Desktop"', 'desktop'],
    ['"XR"', 'wearable'],
    ['"Mobile", "XR"', 'wearable'],
    ['"Watch"', 'wearable'],
    ['"Automotive"', 'car'],
    ['"Tablet", "Automotive"', 'car'],
    ['"EInk"', 'tablet'],
    ['"Toaster"', 'tablet'],
    ['Tablet', 'tablet'],
    ['', 'tablet'],
  ])('with form factors %s is %s, with and without a model', (factors, device) => {
    const sent = { 'sec-ch-ua-form-factors': factors };
    expect(parse(TABLET, android(sent)).device).toBe(device);
    expect(parse(TABLET, android({ ...sent, 'sec-ch-ua-model': '"Zzyzx 9"' })).device).toBe(device);
  });

  test('is the one that the model is known to be', () => {
    expect(parse(TABLET, android({ 'sec-ch-ua-model': '"SM-X910"' })).device).toBe('tablet');
    expect(parse(TABLET, android({ 'sec-ch-ua-model': '"Pixel 8"' })).device).toBe('mobile');
    expect(parse(LINUX, android({ 'sec-ch-ua-model': '"Pixel 8"' })).device).toBe('mobile');
  });

  test('of a television stays one', () => {
    const tv = reduced('Linux; Android 11; BRAVIA 4K VH2 Build/RTT2', '', '');
    const sent = { ...hints('Android WebView', 'Android', '?1'), 'sec-ch-ua-form-factors': '"Mobile"' };
    expect(parse(tv, sent).device).toBe('tv');
  });

  test('stays a desktop with a touch screen', () => {
    const sent = { ...hints('Google Chrome', 'Windows'), 'sec-ch-ua-form-factors': '"Desktop", "Tablet"' };
    expect(parse(WINDOWS, sent).device).toBe('desktop');
  });
});

describe('hints that cannot be', () => {
  test.each([SAFARI, FIREFOX])('are ignored: %s sends none', (userAgent) => {
    const sent = { ...hints('Google Chrome', 'Android', '?1'), 'sec-ch-ua-model': '"Pixel 8"' };
    expect(parse(userAgent, sent)).toEqual(parse(userAgent));
    expect(believable(userAgent, sent)).toBeNull();
  });

  const NONSENSE = ['"', '""', '\\', '(', '.*', ' ', '?', '?2', 'null', '"<b>"', '\u0000', '"; v=', ','];
  test.each(NONSENSE)('change nothing of the browser and the system: %j', (nonsense) => {
    for (const userAgent of [WINDOWS, MAC, LINUX, CHROME_OS, PHONE, TABLET]) {
      const sent = Object.fromEntries(HINT_HEADERS.map((name) => [name, nonsense]));
      expect(parse(userAgent, sent)).toEqual(parse(userAgent));
    }
  });

  test.each(['sec-ch-ua', 'sec-ch-ua-platform', 'sec-ch-ua-model', 'sec-ch-ua-full-version-list'])(
    'of any length are looked at in part only: %s',
    (name) => {
      for (const part of ['"', '"a";v="1", ', 'x', '\\"']) {
        const long = part.repeat(50_000);
        expect(parse(PHONE, { [name]: long })).toBe(parse(PHONE, { [name]: long.slice(0, 1_000) }));
        expect(parse(PHONE, { [name]: long })).toEqual(parse(PHONE));
      }
    },
  );

  test('made of anything never give more than a short name', () => {
    const value = fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.string().map((text) => `"${text}"`),
    );
    const agents = fc.constantFrom(WINDOWS, LINUX, PHONE, TABLET, SAFARI, '');
    fc.assert(
      fc.property(agents, fc.dictionary(fc.constantFrom(...HINT_HEADERS), value), (userAgent, sent) => {
        for (const name of Object.values(parse(userAgent, sent))) expect(name.length).toBeLessThanOrEqual(60);
      }),
    );
  });
});
