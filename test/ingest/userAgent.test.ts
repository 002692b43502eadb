import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createUserAgentParser, warmUp } from '../../src/ingest/userAgent.ts';
import { detect } from '../../src/ingest/userAgentDetector.ts';

const parse = createUserAgentParser({ share: Number.POSITIVE_INFINITY });
const blink = (system: string, words = '', mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 ${mobile}Safari/537.36${words}`;
const webkit = (system: string, words: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${words}`;
const gecko = (system: string) => `Mozilla/5.0 (${system}; rv:124.0) Gecko/20100101 Firefox/124.0`;
const WINDOWS = 'Windows NT 10.0; Win64; x64';
const MAC = 'Macintosh; Intel Mac OS X 10_15_7';
const IPHONE = 'iPhone; CPU iPhone OS 17_4 like Mac OS X';
const REDUCED = 'Linux; Android 10; K';

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
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0.3809.146 TV Safari/537.36',
      ...['Samsung Browser', 'Tizen', 'tv'],
    ],
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

  test('among the other headers of a request are found, and the others make no difference', () => {
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
  test('never throws, and gives short names, whatever comes', () => {
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

  test('looks at the first 500 characters only', () => {
    const userAgent = blink(WINDOWS).padEnd(500, ' x');
    expect(parse(`${userAgent} OPR/110.0.0.0`)).toBe(parse(userAgent));
  });

  test('remembers a bounded number of user agents', () => {
    const small = createUserAgentParser({ cacheSize: 1, share: Number.POSITIVE_INFINITY });
    const first = small(blink(WINDOWS));
    expect(small(blink(WINDOWS))).toBe(first);
    small(blink(MAC));
    expect(small(blink(WINDOWS))).not.toBe(first);
  });

  test('guesses when its share of time is used up, rightly for the usual browsers, and parses again later', () => {
    let time = 0;
    let step = 1_000;
    const now = () => {
      time += step;
      return time;
    };
    const hurried = createUserAgentParser({ share: 0.2, now });
    hurried('a parse that takes a second');
    step = 0;
    const mac = webkit(MAC, 'Version/17.4 Safari/605.1.15');
    expect(hurried(mac)).toEqual({ browser: 'Safari', os: 'macOS', device: 'desktop' });
    const whale = blink(WINDOWS, ' Whale/3.25.232.19');
    expect(hurried(whale).browser).toBe('Chrome');
    // It took a second and had saved up half of one: half a second is owed, and a fifth of the second that passed paid back.
    time += 1_499;
    expect(hurried(whale).browser).toBe('Chrome');
    time += 2;
    expect(hurried(whale).browser).toBe('Whale Browser');
  });

  test('a flood of user agents never seen before takes a share of the time only', () => {
    let time = 0;
    // Each look at the clock 5 ms later: so long is the time between two hits, and so long takes a parse.
    const flooded = createUserAgentParser({ share: 0.05, now: () => (time += 5) });
    let parsed = 0;
    for (let i = 0; i < 4_000; i++) {
      const { browser } = flooded(blink(WINDOWS, ` Whale/3.25.232.${i}`));
      if (browser === 'Whale Browser') parsed += 1;
    }
    // What may be saved up at the start, and the parse that overdraws it.
    expect(parsed * 5).toBeLessThanOrEqual(0.05 * time + 500 + 5);
    expect(parsed * 5).toBeGreaterThan(0.05 * time);
  });

  test('gives the same without the search for a model as with it', () => {
    const Detector = createRequire(import.meta.url)('node-device-detector');
    const whole = new Detector({ clientIndexes: true, deviceIndexes: true, osIndexes: true });
    const systems = [
      WINDOWS,
      MAC,
      'X11; Linux x86_64',
      'X11; CrOS x86_64 14541.0.0',
      'Windows NT 6.1; WOW64',
    ];
    const phones = [IPHONE, 'iPad; CPU OS 16_4 like Mac OS X'];
    const agents = [
      ...systems.flatMap((system) => [
        blink(system),
        blink(system, ' Edg/1.0'),
        blink(system, ' OPR/9.1'),
        gecko(system),
      ]),
      ...phones.flatMap((system) =>
        ['Version/17.4 ', 'CriOS/123.0 ', 'FxiOS/124.0 ', 'EdgiOS/120.0 ', 'GSA/300.0 ', ''].map((words) =>
          webkit(system, `${words}Mobile/15E148 Safari/604.1`),
        ),
      ),
      'Mozilla/5.0 (Android 13; Mobile; rv:124.0) Gecko/124.0 Firefox/124.0',
      'Mozilla/5.0 (Android 13; Tablet; rv:124.0) Gecko/124.0 Firefox/124.0',
    ];
    for (const agent of agents) {
      const { client, os, device } = whole.detect(agent);
      const ours = detect(agent, null);
      expect([agent, ours.client, ours.os, ours.device.type]).toEqual([agent, client, os, device.type]);
    }
  });
});
