import { describe, expect, test } from '@jest/globals';
import { isBot } from '../../../src/ingest/device/bot.ts';

describe('isBot', () => {
  test.each([undefined, '', '  '])('a missing or empty User-Agent is a bot: %j', (userAgent) => {
    expect(isBot(userAgent)).toBe(true);
  });

  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.5.0',
    'python-requests/2.31.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 ' +
      'Safari/537.36',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    'GPTBot/1.2',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 ' +
      'Safari/537.36 GTmetrix',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6) AppleWebKit/537.36 (KHTML, like Gecko) YLT ' +
      'Chrome/85.0.4183.121 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.34 (KHTML, like Gecko) wkhtmltopdf Safari/534.34',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Googlebot/2.1; ' +
      '+http://www.google.com/bot.html)',
    'Mozilla/5.0 (Linux; Android 5.0; compatible; Bytespider; https://zhanzhang.toutiao.com/) ' +
      'AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 4.0.2; en-us; Catchpoint) AppleWebKit/534.30 (KHTML, like Gecko) ' +
      'Version/4.0 Mobile Safari/534.30',
  ])('%s is a bot', (userAgent) => {
    expect(isBot(userAgent)).toBe(true);
  });

  test.each([
    'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/26.1.0',
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HappyDOM/12.10.3',
    'Mozilla/5.0 (X11; Linux x86_64; rv:59.0) Gecko/20100101 Firefox/59.0 SlimerJS/1.0.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3694.0 ' +
      'Safari/537.36 Rendertron',
    'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.1682',
    'Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.19045; en-US) PowerShell/7.4.0',
    'Dart/3.1 (dart:io)',
    'Dalvik/2.1.0 (Linux; U; Android 13; SM-G991B Build/TP1A.220624.014)',
    'MyApp/1.0 CFNetwork/1474 Darwin/23.0.0',
    'MobileSafari/8617.1.17.10.9 CFNetwork/1490.0.4 Darwin/23.2.0',
    'com.apple.WebKit.Networking/8617 CFNetwork/1490 Darwin/23.2.0',
    'Viber/20.3.0',
    'Viber/13.0.0.6 CFNetwork/1120 Darwin/19.0.0',
    'Mozilla/5.00 (Nikto/2.1.6) (Evasions:None) (Test:Port Check)',
    'sqlmap/1.7#stable',
    'Mozilla/5.0 (compatible; BuiltWith/1.0; +http://builtwith.com/biup)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 ' +
      'Safari/537.36 BuiltWith',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 ' +
      'Safari/537.36 OneTrust',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 ' +
      'Safari/537.36 SauceLabs',
  ])('%s is a program, not a person', (userAgent) => {
    expect(isBot(userAgent)).toBe(true);
  });

  test.each([
    'Mozilla/5.0 (Linux; Android 7.1.2; G011A Build/N2G48H; wv) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Version/4.0 Chrome/66.0.3359.158 Safari/537.36 Viber/11.9.5.8',
    'Mozilla/5.0 (Linux; Android 5.1; DART KZ07 Build/LMY47I) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/50.0.2661.89 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/17.4 Mobile/15E148 Safari/604.1 CFNetwork/1490.0.4 Darwin/23.2.0',
    'Dalvik/2.1.0 (Linux; U; Android 9; SM-J530F) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/120.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 10; Nikto X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 ' +
      'Mobile Safari/537.36',
  ])('%s is a person, although it names such a program', (userAgent) => {
    expect(isBot(userAgent)).toBe(false);
  });

  test.each([
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 ' +
      'Safari/537.36',
    'Mozilla/5.0 (Linux; Android 8.1.0; CUBOT_P20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0 ' +
      'Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/17.4 Mobile/15E148 Safari/604.1',
  ])('%s is a person', (userAgent) => {
    expect(isBot(userAgent)).toBe(false);
  });

  test.each([
    'Mozilla/5.0 (Linux; Android 4.4.2; GM Discovery II) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/81.0.4044.138 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 7.0; M bot 54) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/78.0.3904.96 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 4.2.2; it-it; S222 Build/CUBOT) AppleWebKit/534.30 (KHTML, like ' +
      'Gecko) Version/4.0 Mobile Safari/534.30',
    'Mozilla/5.0 (Linux; Android 13; Spider 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 ' +
      'Safari/537.36',
    'Mozilla/5.0 (Linux; Android 11; 4K Google TV Stick Build/RTT0.210618.003; wv) AppleWebKit/537.36 ' +
      '(KHTML, like Gecko) Version/4.0 Chrome/101.0.4951.61 Mobile Safari/537.36',
  ])('%s is a person, despite the name of the model', (userAgent) => {
    expect(isBot(userAgent)).toBe(false);
  });

  test.each([
    'Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.140 ' +
      'Safari/537.36 OPR/46.0.2207.0 OMI/4.21.4.112.Catcher4.69 Model/Hisense-MT9602',
    'Opera/9.80 (Linux mips; U; CE-HTML/1.0; en) Presto/2.6.33 Version/10.70',
    'Mozilla/5.0 (Linux; Android 6.0.1; OPPO R9s Plus Build/MMB29M; wv) AppleWebKit/537.36 (KHTML, ' +
      'like Gecko) Version/4.0 Chrome/68.0.3440.106 Mobile Safari/537.36 AWP/2.0 ' +
      'SogouMSE,SogouMobileBrowser/5.21.8',
    'dv(iPh11,2);pr(UCBrowser/11.3.5.1203);ov(15_2_1);ss(375x812);bt(GJ);pm(0);bv(0);nm(0);im(0);nt(1);',
  ])('%s is a person, although crawlers use one of its words', (userAgent) => {
    expect(isBot(userAgent)).toBe(false);
    expect(isBot(`${userAgent} (compatible; Googlebot/2.1)`)).toBe(true);
  });

  describe('the brands of Client Hints', () => {
    const WINDOWS =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/140.0.0.0 Safari/537.36';
    const LIGHTHOUSE =
      'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/138.0.0.0 Mobile Safari/537.36';
    const both = ['"Chromium";v="138"', '"Google Chrome";v="138"'];

    test.each([
      ['of a headless Chrome', WINDOWS, '"HeadlessChrome";v="140", "Not=A?Brand";v="24", "Chromium";v="140"'],
      ['of a headless Edge', WINDOWS, '"Chromium";v="140", "Not=A?Brand";v="24", "HeadlessEdg";v="140"'],
      ['of Lighthouse on a phone', LIGHTHOUSE, both.join(', ')],
      ['of Lighthouse on a desktop', WINDOWS, [...both].reverse().join(', ')],
    ])('%s are those of a bot', (_, userAgent, brands) => {
      expect(isBot(userAgent)).toBe(false);
      expect(isBot(userAgent, { 'sec-ch-ua': brands })).toBe(true);
      const full = brands.replaceAll(/v="(\d+)"/g, 'v="$1.0.0.0"');
      expect(isBot(userAgent, { 'sec-ch-ua-full-version-list': full })).toBe(true);
    });

    test.each([
      ['Chrome', WINDOWS, [...both, '"Not=A?Brand";v="24"'].join(', ')],
      ['a model', LIGHTHOUSE, ['"Not)A;Brand";v="8"', ...both].join(', ')],
      ['Edge', WINDOWS, '"Microsoft Edge";v="140", "Chromium";v="140"'],
      ['Chromium', WINDOWS, '"Chromium";v="140"'],
      ['nothing', WINDOWS, ''],
      ['a WebView', LIGHTHOUSE, '"Chromium";v="140", "Android WebView";v="140", "Not=A?Brand";v="24"'],
      ['long nonsense', WINDOWS, '"Chromium";v="1"'.repeat(100_000)],
    ])('of %s are those of a person', (_, userAgent, brands) => {
      expect(isBot(userAgent, { 'sec-ch-ua': brands })).toBe(false);
    });
  });

  test('only the first 1,000 characters of a User-Agent are read, so that long ones cost no more', () => {
    const person =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ';
    expect(isBot(`${person.padEnd(990, 'x')} Googlebot`)).toBe(true);
    expect(isBot(`${person.padEnd(1_000, 'x')} Googlebot`)).toBe(false);
    for (const part of ['Mozilla ', '1', '(', 'Android; ']) {
      expect(isBot(part.repeat(100_000))).toBe(isBot(part.repeat(100_000).slice(0, 1_000)));
    }
  });
});
