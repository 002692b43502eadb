import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { believable } from '../../../src/ingest/device/hints.ts';
import { createUserAgentParser, HINT_HEADERS, pickHints } from '../../../src/ingest/device/userAgent.ts';

const parse = createUserAgentParser();
const reduced = (system: string, words = '', mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ` +
  `Chrome/140.0.0.0 ${mobile}Safari/537.36${words}`;
const WINDOWS = reduced('Windows NT 10.0; Win64; x64');
const MAC = reduced('Macintosh; Intel Mac OS X 10_15_7');
const LINUX = reduced('X11; Linux x86_64');
const CHROME_OS = reduced('X11; CrOS x86_64 14541.0.0');
const PHONE = reduced('Linux; Android 10; K', '', 'Mobile ');
const TABLET = reduced('Linux; Android 10; K');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/17.4 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The hints that every Chromium-based browser sends by default. */
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
  ])('%s is %s, although the User-Agent says Chrome', (brand, browser) => {
    expect(parse(WINDOWS, hints(brand, 'Windows'))).toEqual({ browser, os: 'Windows', device: 'desktop' });
  });

  test.each([
    ['"Not)A;Brand";v="8", "Chromium";v="138", "Brave";v="138"'],
    ['"(Not(A:Brand";v="8", "Brave";v="138", "Chromium";v="138"'],
    ['"Brave";v="138", "Not/A)Brand";v="8.0.0.0", "Chromium";v="138"'],
  ])('is found at any position: %s', (value) => {
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
  ])('of a WebView does not hide the application: %s', (words, browser) => {
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
  ])('%s on a phone agrees with the User-Agent', (brand, words, browser) => {
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
  ])('%s with the User-Agent %s is %s on a %s', (platform, userAgent, os, device) => {
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

  test('is a phone if Sec-CH-UA-Mobile says so, even in desktop mode', () => {
    expect(parse(LINUX, hints('Google Chrome', 'Android', '?1')).device).toBe('mobile');
    expect(parse(TABLET, hints('Google Chrome', 'Android', '?1')).device).toBe('mobile');
  });

  test('is a tablet for Android without Mobile', () => {
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

  test('is that of a known model', () => {
    expect(parse(TABLET, android({ 'sec-ch-ua-model': '"SM-X910"' })).device).toBe('tablet');
    expect(parse(TABLET, android({ 'sec-ch-ua-model': '"Pixel 8"' })).device).toBe('mobile');
    expect(parse(LINUX, android({ 'sec-ch-ua-model': '"Pixel 8"' })).device).toBe('mobile');
  });

  test('stays a television despite other hints', () => {
    const tv = reduced('Linux; Android 11; BRAVIA 4K VH2 Build/RTT2', '', '');
    const sent = { ...hints('Android WebView', 'Android', '?1'), 'sec-ch-ua-form-factors': '"Mobile"' };
    expect(parse(tv, sent).device).toBe('tv');
  });

  test('stays a desktop with a touch screen', () => {
    const sent = { ...hints('Google Chrome', 'Windows'), 'sec-ch-ua-form-factors': '"Desktop", "Tablet"' };
    expect(parse(WINDOWS, sent).device).toBe('desktop');
  });
});

describe('X-Requested-With', () => {
  const VIEW = reduced('Linux; Android 14; SM-S918B Build/UP1A; wv', '', 'Mobile ');
  const inApp = (app: string) => ({ ...hints('Android WebView', 'Android', '?1'), 'x-requested-with': app });

  test.each([
    ['com.google.android.googlequicksearchbox', 'Google Search App'],
    ['com.instagram.android', 'Instagram'],
    ['com.facebook.katana', 'Facebook'],
    ['com.zhiliaoapp.musically', 'TikTok'],
    ['com.duckduckgo.mobile.android', 'DuckDuckGo'],
    ['jp.naver.line.android', 'Line'],
    ['com.linkedin.android', 'LinkedIn'],
    ['com.pinterest', 'Pinterest'],
    ['com.whatsapp', 'WhatsApp'],
    ['com.sec.android.app.sbrowser', 'Samsung Browser'],
  ])('%s is %s, although the User-Agent says Chrome', (app, browser) => {
    const expected = { browser, os: 'Android', device: 'mobile' };
    expect(parse(VIEW, inApp(app))).toEqual(expected);
    expect(parse(VIEW, { 'x-requested-with': app })).toEqual(expected);
  });

  test.each(['XMLHttpRequest', 'com.example.unknown', 'constructor', '__proto__', '', 'x'.repeat(100_000)])(
    'with any other value is ignored: %.60s',
    (app) => {
      expect(pickHints({ 'x-requested-with': app })).toBeNull();
      expect(parse(VIEW, { 'x-requested-with': app })).toBe(parse(VIEW));
    },
  );

  test.each([SAFARI, FIREFOX])('of a browser without such a WebView is ignored: %s', (userAgent) => {
    expect(parse(userAgent, { 'x-requested-with': 'com.instagram.android' })).toEqual(parse(userAgent));
  });
});

describe('an application that shows the page in a WebView counts as the browser', () => {
  const ios = (words: string) =>
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ' +
    `AppleWebKit/605.1.15 (KHTML, like Gecko) ${words}`;
  const android = (words: string) =>
    reduced('Linux; Android 14; SM-S918B Build/UP1A; wv', ` ${words}`, 'Mobile ');

  test.each([
    [ios('GSA/380.0.788 Mobile/15E148 Safari/604.1'), 'Google Search App'],
    [ios('Mobile/15E148 Instagram 390.0.0.28.85 (iPhone16,1; iOS 18_6; en_US)'), 'Instagram'],
    [ios('Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBDV/iPhone14,5;FBSN/iOS]'), 'Facebook'],
    [ios('Mobile/15E148 musical_ly_40.0.0 JsSdk/2.0 BytedanceWebview/d8a21c6'), 'TikTok'],
    [ios('Version/18.6 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15'), 'DuckDuckGo'],
    [ios('Mobile/15E148 Safari Line/15.10.0'), 'Line'],
    [ios('Mobile/15E148 Snapchat/13.40.0.35 (like Safari/8618.3.11, panda)'), 'Snapchat'],
    [ios('Mobile/15E148 [Pinterest/iOS]'), 'Pinterest'],
    [ios('Mobile/15E148 [LinkedInApp]/9.31.5'), 'LinkedIn'],
    [android('[FB_IAB/FB4A;FBAV/480.0.0.54.88;]'), 'Facebook'],
    [android('Instagram 380.0.0.39.109 Android (34/14; 450dpi)'), 'Instagram'],
    [android('trill_400504 JsSdk/1.0 BytedanceWebview/d8a21c6'), 'TikTok'],
    [android('Line/15.10.1/IAB'), 'Line'],
    [android('GSA/16.12.41.29.arm64'), 'Google Search App'],
  ])('%s', (userAgent, browser) => {
    expect(parse(userAgent)).toMatchObject({ browser, device: 'mobile' });
  });
});

describe('implausible hints', () => {
  test.each([SAFARI, FIREFOX])('are ignored for a browser that sends none: %s', (userAgent) => {
    const sent = { ...hints('Google Chrome', 'Android', '?1'), 'sec-ch-ua-model': '"Pixel 8"' };
    expect(parse(userAgent, sent)).toEqual(parse(userAgent));
    expect(believable(userAgent, sent)).toBeNull();
  });

  const NONSENSE = ['"', '""', '\\', '(', '.*', ' ', '?', '?2', 'null', '"<b>"', '\u0000', '"; v=', ','];
  test.each(NONSENSE)('do not change the result: %j', (nonsense) => {
    for (const userAgent of [WINDOWS, MAC, LINUX, CHROME_OS, PHONE, TABLET]) {
      const sent = Object.fromEntries(HINT_HEADERS.map((name) => [name, nonsense]));
      expect(parse(userAgent, sent)).toEqual(parse(userAgent));
    }
  });

  test.each(['sec-ch-ua', 'sec-ch-ua-platform', 'sec-ch-ua-model', 'sec-ch-ua-full-version-list'])(
    'are only read up to a maximum length: %s',
    (name) => {
      for (const part of ['"', '"a";v="1", ', 'x', '\\"']) {
        const long = part.repeat(50_000);
        expect(parse(PHONE, { [name]: long })).toBe(parse(PHONE, { [name]: long.slice(0, 1_000) }));
        expect(parse(PHONE, { [name]: long })).toEqual(parse(PHONE));
      }
    },
  );

  test('with arbitrary values give only short names', () => {
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
