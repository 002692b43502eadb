import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { describedByHand, knownCrawlers, recordedTraffic } from '../../../scripts/bench/accuracyPackages.ts';
import { correct, undisguise } from '../../../src/ingest/device/corrections.ts';
import { detect } from '../../../src/ingest/device/detector.ts';
import { type BrandParser, narrowBrands } from '../../../src/ingest/device/parsers.ts';
import { createUserAgentParser, warmUp } from '../../../src/ingest/device/userAgent.ts';

const parse = createUserAgentParser();
const blink = (system: string, words = '', mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ` +
  `Chrome/124.0.0.0 ${mobile}Safari/537.36${words}`;
const webkit = (system: string, words: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${words}`;
const gecko = (system: string) => `Mozilla/5.0 (${system}; rv:124.0) Gecko/20100101 Firefox/124.0`;
const WINDOWS = 'Windows NT 10.0; Win64; x64';
const MAC = 'Macintosh; Intel Mac OS X 10_15_7';
const IPHONE = 'iPhone; CPU iPhone OS 17_4 like Mac OS X';
const REDUCED = 'Linux; Android 10; K';

/** Words of many makers, systems and browsers, as an attacker would combine them to slow down the parser. */
const WORDS =
  'android,linux,windows nt,iphone,sm-g991b,pixel,redmi,nokia,lg-,htc,moto g,' +
  'tecno,infinix,vivo,oppo,huawei,lenovo,tab';
const MADE_UP = Array.from({ length: 60 }, (_, index) => {
  const words = WORDS.split(',').map((word, at) => `${word}${(index * 7 + at) % 90}; `);
  return `${words.slice(index % 9).join('')}Mobile Chrome/${index} ${words.join('/')} Build`.slice(0, 500);
});

beforeAll(warmUp);

describe('families', () => {
  test.each([
    [blink(WINDOWS), 'Chrome', 'Windows', 'desktop'],
    [blink(WINDOWS, ' Edg/124.0.0.0'), 'Edge', 'Windows', 'desktop'],
    [blink(WINDOWS, ' OPR/110.0.0.0'), 'Opera', 'Windows', 'desktop'],
    [blink(MAC), 'Chrome', 'macOS', 'desktop'],
    [webkit(MAC, 'Version/17.4 Safari/605.1.15'), 'Safari', 'macOS', 'desktop'],
    [gecko('Macintosh; Intel Mac OS X 10.15'), 'Firefox', 'macOS', 'desktop'],
    [gecko('X11; Ubuntu; Linux x86_64'), 'Firefox', 'Linux', 'desktop'],
    [blink('X11; Linux x86_64'), 'Chrome', 'Linux', 'desktop'],
    [blink('X11; CrOS x86_64 14541.0.0'), 'Chrome', 'Chrome OS', 'desktop'],
    [
      'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
      'Internet Explorer',
      'Windows',
      'desktop',
    ],
    [webkit(IPHONE, 'Version/17.4 Mobile/15E148 Safari/604.1'), 'Safari', 'iOS', 'mobile'],
    [webkit(IPHONE, 'CriOS/123.0.6312.52 Mobile/15E148 Safari/604.1'), 'Chrome', 'iOS', 'mobile'],
    [webkit(IPHONE, 'FxiOS/124.0 Mobile/15E148 Safari/605.1.15'), 'Firefox', 'iOS', 'mobile'],
    [
      webkit(IPHONE, 'Mobile/15E148 Instagram 239.2.0.17.109 (iPhone9,3; iOS 15_5)'),
      'Instagram',
      'iOS',
      'mobile',
    ],
    [
      webkit('iPad; CPU OS 16_4 like Mac OS X', 'Version/16.4 Mobile/15E148 Safari/604.1'),
      'Safari',
      'iOS',
      'tablet',
    ],
    [blink(REDUCED, '', 'Mobile '), 'Chrome', 'Android', 'mobile'],
    [blink(REDUCED), 'Chrome', 'Android', 'tablet'],
    [blink('Linux; Android 14; Pixel 8 Build/UQ1A; wv', '', 'Mobile '), 'Chrome', 'Android', 'mobile'],
    [blink('Linux; Android 13; SM-X910'), 'Chrome', 'Android', 'tablet'],
    ['Mozilla/5.0 (Android 13; Mobile; rv:124.0) Gecko/124.0 Firefox/124.0', 'Firefox', 'Android', 'mobile'],
    [blink(REDUCED, '', 'SamsungBrowser/24.0 Mobile '), 'Samsung Browser', 'Android', 'mobile'],
    [
      'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
      'Firefox',
      'KaiOS',
      'mobile',
    ],
    [webkit('X11; GNU/Linux', 'Tesla QtCarBrowser Safari/601.1'), 'Safari', 'Linux', 'car'],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) ' +
        'SamsungBrowser/4.0 Chrome/76.0.3809.146 TV Safari/537.36',
      ...['Samsung Browser', 'Tizen', 'tv'],
    ],
    [
      blink('Phone; OpenHarmony 5.0', ' ArkWeb/4.1 Mobile HuaweiBrowser/5.0'),
      'Huawei Browser',
      'OpenHarmony',
      'mobile',
    ],
    [
      blink('Tablet; OpenHarmony 5.0', ' ArkWeb/4.1 HuaweiBrowser/5.0'),
      'Huawei Browser',
      'OpenHarmony',
      'tablet',
    ],
    [blink('Web0S; Linux/SmartTV', ' WebAppManager'), 'Chrome', 'webOS', 'tv'],
    [blink('Linux; Android 9; AFTKA Build/PS7646; wv', '', 'Mobile '), 'Chrome', 'Android', 'tv'],
    [blink('Linux; Android 12; BRAVIA 4K UR2 Build/STT2; wv', '', 'Mobile '), 'Chrome', 'Android', 'tv'],
    [blink('Windows NT 10.0; Win64; x64; Xbox; Xbox Series X', ' Edge/44.1'), 'Edge', 'Windows', 'console'],
    [
      webkit('PlayStation; PlayStation 5/8.20', 'Version/16.4 Safari/605.1.15'),
      'PlayStation Browser',
      'PlayStation',
      'console',
    ],
    [
      webkit('Nintendo Switch; WebApplet', 'NF/6.0.2 NintendoBrowser/5.1'),
      'Nintendo Browser',
      'Nintendo',
      'console',
    ],
    [
      blink('X11; Linux x86_64; Quest 3', '', 'OculusBrowser/35.0 VR '),
      'Oculus Browser',
      'Android',
      'wearable',
    ],
    [webkit(MAC, 'Version/17.4 Safari/605.1.15 Ddg/17.4'), 'DuckDuckGo', 'macOS', 'desktop'],
    [webkit(MAC, 'CriOS/140 Version/17.4 Safari/605.1.15'), 'Chrome', 'iOS', 'tablet'],
    [
      webkit('iPhone; U; CPU like Mac OS X; en', 'Version/3.0 Mobile/1A543a Safari/419.3'),
      'Safari',
      'iOS',
      'mobile',
    ],
    [blink('X11; CrOS x86_64'), 'Chrome', 'Chrome OS', 'desktop'],
    [blink('Macintosh; Intel Mac OS X 15_5', ' Honorlock'), 'Chrome', 'macOS', 'desktop'],
    [webkit(IPHONE, 'Mobile/15E148 Safari/604.1 KAKAOTALK/11.3.1 (INAPP)'), 'KakaoTalk', 'iOS', 'mobile'],
    [blink(REDUCED, ' Telegram-Android/12.3.1 (Xiaomi)', 'Mobile '), 'Telegram', 'Android', 'mobile'],
    [
      'Mozilla/5.0 (Maemo; Linux armv7l; rv:10.0) Gecko/20100101 Firefox/10.0 Fennec/10.0',
      ...['Firefox', 'Maemo', ''],
    ],
  ])('%s', (userAgent, browser, os, device) => {
    expect(parse(userAgent)).toEqual({ browser, os, device });
  });

  test.each(['', ' ', 'x', '\0', '()', 'Mozilla/5.0'])('%j is unknown', (userAgent) => {
    expect(parse(userAgent)).toEqual({ browser: '', os: '', device: '' });
  });
});

describe('client hints', () => {
  const hints = (brand: string, mobile: string, platform: string, model?: string) => ({
    'sec-ch-ua': `"Chromium";v="124", "${brand}";v="124", "Not-A.Brand";v="99"`,
    'sec-ch-ua-mobile': mobile,
    'sec-ch-ua-platform': `"${platform}"`,
    'sec-ch-ua-model': model && `"${model}"`,
  });

  test('name a browser that its User-Agent hides', () => {
    expect(parse(blink(WINDOWS), hints('Brave', '?0', 'Windows')).browser).toBe('Brave');
    expect(parse(blink(WINDOWS)).browser).toBe('Chrome');
  });

  test('name a system that the User-Agent hides', () => {
    expect(parse(blink('X11; Linux x86_64'), hints('Google Chrome', '?0', 'Chrome OS')).os).toBe('Chrome OS');
  });

  test('name the model that a reduced User-Agent hides', () => {
    expect(parse(blink(REDUCED), hints('Google Chrome', '?0', 'Android', 'Pixel 8')).device).toBe('mobile');
    expect(parse(blink(REDUCED), hints('Google Chrome', '?0', 'Android', 'SM-X910')).device).toBe('tablet');
  });

  test('are found among other headers, which make no difference', () => {
    const headers = {
      ...hints('Brave', '?0', 'Windows'),
      host: 'example.com',
      cookie: 'a',
      'set-cookie': ['b'],
    };
    expect(parse(blink(WINDOWS), headers).browser).toBe('Brave');
    expect(parse(blink(WINDOWS), { host: 'a' })).toBe(parse(blink(WINDOWS), { host: 'b' }));
  });
});

describe('the parser', () => {
  test('never throws, and returns short names for any input', () => {
    const header = fc.oneof(fc.string(), fc.array(fc.string()));
    const names = ['sec-ch-ua', 'sec-ch-ua-platform', 'sec-ch-ua-model', 'sec-ch-ua-form-factors'];
    const headers = fc.dictionary(fc.constantFrom(...names), header);
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), headers, (userAgent, sent) => {
        for (const value of Object.values(parse(userAgent, sent)))
          expect(value.length).toBeLessThanOrEqual(60);
      }),
    );
  });

  test('reads only the first 500 characters', () => {
    const userAgent = blink(WINDOWS).padEnd(500, ' x');
    expect(parse(`${userAgent} OPR/110.0.0.0`)).toBe(parse(userAgent));
  });

  test('caches a bounded number of User-Agents', () => {
    const small = createUserAgentParser({ cacheSize: 1 });
    const first = small(blink(WINDOWS));
    expect(small(blink(WINDOWS))).toBe(first);
    small(blink(MAC));
    expect(small(blink(WINDOWS))).not.toBe(first);
  });

  test('returns the same with candidate rules as with all rules', () => {
    const Detector = createRequire(import.meta.url)('node-device-detector');
    const whole = new Detector();
    const agents = [recordedTraffic(), describedByHand(), knownCrawlers()].flatMap(({ cases }) =>
      cases.map(({ userAgent }) => undisguise(userAgent.slice(0, 500))),
    );
    const unusual = agents.filter((_, index) => index % 80 === 0);
    expect(unusual.length).toBeGreaterThan(40);
    for (const agent of [...unusual, ...MADE_UP.slice(0, 5)]) {
      const { client, os, device } = whole.detect(agent);
      const expected = correct({ client, os, device: { type: device.type } }, agent);
      const ours = detect(agent, null);
      expect([agent, ours.client, ours.device.type, ours.os.name, ours.os.family]).toEqual([
        ...[agent, expected.client, expected.device.type, expected.os.name, expected.os.family],
      ]);
    }
  });

  test('tries few patterns on User-Agents that combine many names', () => {
    // The patterns of the package, which Jest does not load (jest.config.js), are of Node's own class.
    const classes = [RegExp, runInThisContext('RegExp')];
    for (const agent of MADE_UP) {
      const spies = classes.map(({ prototype }: { prototype: RegExp }) => jest.spyOn(prototype, 'exec'));
      detect(agent, null);
      const tried = spies.reduce((sum, exec) => sum + exec.mock.calls.length, 0);
      for (const exec of spies) exec.mockRestore();
      expect(tried).toBeGreaterThan(0);
      expect([agent, tried <= 400]).toEqual([agent, true]);
    }
  });
});

describe('brands in client hints', () => {
  test('give the same result with candidate browsers as with all browsers', () => {
    const Browser = createRequire(import.meta.url)('node-device-detector/parser/client/browser');
    const whole: BrandParser = new Browser();
    const narrow: BrandParser = new Browser();
    narrowBrands(narrow);
    const names = Object.keys(whole.getCollectionBrowsers());
    const others = [
      'Google Chrome',
      'Android WebView',
      'Puffin',
      'YaSearchBrowser',
      'Not A(Brand',
      'Some Fork',
      '',
    ];
    for (const [index, name] of [...others, ...names.filter((_, at) => at % 10 === 0)].entries()) {
      const spelled = index % 2 === 0 ? name : `${name.toUpperCase()} Browser`;
      const brands = ['Chromium', spelled, 'Opera'].map((brand) => ({ brand, version: '1' }));
      const hints = { client: { brands } };
      expect([spelled, narrow.parseFromClientHints(hints)]).toEqual([
        spelled,
        whole.parseFromClientHints(hints),
      ]);
    }
  });
});
