import { type LabelledSet, SetBuilder } from './accuracyCases.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Version/4.0 Chrome/140.0.7339.51 Mobile Safari/537.36';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/140.0.0.0 Safari/537.36';
const opera = (words: string) => `Opera/9.80 (${words}; U; en) Presto/2.12.423 Version/12.16`;
const ladybird = (system: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ` +
  'Chrome/140.0.0.0 Safari/537.36 Ladybird/1.0';

/** Browsers that other sets lack: User-Agent, browser, system and device. */
const BROWSERS: readonly (readonly [string, string, string, string])[] = [
  [opera('J2ME/MIDP; Opera Mini/7.1.32052/191.273'), 'Opera Mini', 'Java ME', 'mobile'],
  [opera('Android; Opera Mini/36.2.2254/191.273'), 'Opera Mini', 'Android', 'mobile'],
  [opera('iPhone; Opera Mini/16.0.14/191.273'), 'Opera Mini', 'iOS', 'mobile'],
  [opera('BlackBerry; Opera Mini/8.0/191.273'), 'Opera Mini', 'BlackBerry OS', 'mobile'],
  [opera('SpreadTrum; Opera Mini/4.4.33961/191.273'), 'Opera Mini', 'Mocor OS', 'mobile'],
  [opera('MTK; Opera Mini/4.5.33634/191.273'), 'Opera Mini', 'MTK / Nucleus', 'mobile'],
  [opera('Windows Mobile; Opera Mini/5.1.21594/28.2725'), 'Opera Mini', 'Windows Mobile', 'mobile'],
  [opera('Series 60; Opera Mini/7.1.32444/34.1163'), 'Opera Mini', 'Symbian', 'mobile'],
  ['Mozilla/5.0 (Mobile; rv:26.0) Gecko/26.0 Firefox/26.0', 'Firefox', 'Firefox OS', 'mobile'],
  ['Mozilla/5.0 (Tablet; rv:26.0) Gecko/26.0 Firefox/26.0', 'Firefox', 'Firefox OS', 'tablet'],
  [
    'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
    'Firefox',
    'KaiOS',
    'mobile',
  ],
  [ladybird('Linux; x86_64'), 'Ladybird', 'Linux', 'desktop'],
  [ladybird('macOS; AArch64'), 'Ladybird', 'macOS', 'desktop'],
  [ladybird('Windows; x86_64'), 'Ladybird', 'Windows', 'desktop'],
  [ladybird('FreeBSD; x86_64'), 'Ladybird', 'FreeBSD', 'desktop'],
  [
    'Mozilla/5.0 (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/15.4 Safari/605.1.15',
    ...(['PlayStation Browser', 'PlayStation', 'console'] as const),
  ],
  [
    'Mozilla/5.0 (PlayStation 4 11.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
    ...(['PlayStation Browser', 'PlayStation', 'console'] as const),
  ],
  [
    'Mozilla/5.0 (PLAYSTATION 3 4.89) AppleWebKit/531.22.8 (KHTML, like Gecko)',
    ...(['PlayStation Browser', 'PlayStation', 'console'] as const),
  ],
  [
    'Mozilla/5.0 (PlayStation Vita 3.73) AppleWebKit/537.73 (KHTML, like Gecko) Silk/3.2',
    ...(['PlayStation Browser', 'PlayStation Portable', 'console'] as const),
  ],
  ['Mozilla/5.0 (PLAYSTATION 3; 3.55)', 'NetFront', 'PlayStation', 'console'],
];

/** People whose application or extension adds a word that crawlers use, too. */
const APPLICATIONS = [
  ...[
    'MyBankApp/3.2 (https://mybank.example)',
    'SleepMonitor/3.2',
    'HealthChecker/1.0',
    'PhotoScanner/2',
  ].map((words) => `${IPHONE} Mobile/15E148 ${words}`),
  ...['MyBankApp/3.2 (https://mybank.example)', 'SleepMonitor/3.2', 'Daily News/7'].map(
    (words) => `${WEBVIEW} ${words}`,
  ),
  ...['HonorlockMonitor/2.1', 'GrammarChecker/1.2', 'Ecosia/140 (https://ecosia.example)'].map(
    (words) => `${WINDOWS} ${words}`,
  ),
];

const BINGBOT = '(compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';

/** Crawlers behind such User-Agents. */
const CRAWLERS = [
  ...APPLICATIONS.map((userAgent) => `${userAgent} ${BINGBOT}`),
  ...[IPHONE, WEBVIEW, WINDOWS].flatMap((browser) =>
    [
      'Chrome-Lighthouse',
      'UptimeMonitor/1',
      'SiteAudit/6.1',
      'SomeBot/1.0',
      'PTST/240',
      'Crawler/1 (+https://c.example)',
    ].map((words) => `${browser} ${words}`),
  ),
];

/** User-Agents that were labelled by hand, because a version of Footfall was wrong about them. */
export function labelledByHand(): LabelledSet {
  const set = new SetBuilder();
  for (const [userAgent, browser, os, device] of BROWSERS)
    set.add({ userAgent, kind: 'browser', browser, os, device });
  for (const userAgent of APPLICATIONS) set.add({ userAgent, kind: 'browser' });
  for (const userAgent of CRAWLERS) set.add({ userAgent, kind: 'crawler' });
  return set.build('rare browsers and applications', 'by hand', true);
}
