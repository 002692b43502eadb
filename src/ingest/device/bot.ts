import { createIsbotFromList, list } from 'isbot';
import { LRUCache } from 'lru-cache';

/** User-Agents of real browsers are shorter. Longer ones are cut, so that checking them costs no more. */
const MAX_LENGTH = 1_000;

/** Crawlers, monitors, scanners and screenshot tools that isbot 5 does not know. Most of them run scripts. */
const MORE = [
  'amzn-user/',
  'assetnote/',
  'builtwith',
  'evc-batch/',
  'gtmetrix',
  'happydom/',
  'homepagescreenshot',
  'jsdom/',
  'kimonolabs/',
  'miniature\\.io/',
  'nikto/',
  'onetrust',
  'powershell/',
  'rendertron',
  'revealuptime/',
  'saucelabs',
  'slimerjs/',
  'sqlmap/',
  'webscreenie',
  'websnapr/',
  'webthumb/',
  'wkhtmlto(?:image|pdf)',
  ' ylt ',
];

/**
 * User-Agents of HTTP requests that applications make themselves. Browsers and in-app browsers may also
 * contain these words, next to others.
 */
const HTTP_CLIENTS = ['^dart/', '^dalvik/(?!.*applewebkit/)', '^(?!mozilla/).*cfnetwork/', '^viber/'];

/**
 * Parts of a browser's User-Agent that isbot mistakes for a crawler: the model of an Android device, which
 * may be any word (`Discovery II`, `M bot 54`, `S222 Build/CUBOT`), and words of televisions, old phones and
 * browsers. The rest of the User-Agent is still checked, so a crawler cannot hide behind these words.
 */
const INNOCENT = new RegExp(
  [
    '(?<=\\bAndroid [\\d.]+; (?:U; )?(?:[a-z]{2}-[a-z]{2}; )?)(?!compatible\\b|Catchpoint\\b)[^;()]+(?=[;)])',
    '\\b(?:CE-HTML|bada|nettv|webOS)/1\\.0;',
    '\\bJavaPlatform/',
    '\\.Catcher\\d',
    '\\bSogouMSE,SogouMobileBrowser/',
    '\\bHTC; Radar\\b',
    '^dv\\([\\w,]+\\);pr\\(UCBrowser/[^ ]+$',
  ].join('|'),
  'gi',
);

/** Replaces innocent words. isbot does not match it, even if nothing else is left. */
const STAND_IN = 'x (x; x)';

const isCrawler = createIsbotFromList([...list, ...MORE, ...HTTP_CLIENTS]);

/**
 * Cached results by User-Agent. A check takes about 10 µs, and a few thousand user agents make up nearly all
 * hits.
 */
const cache = new LRUCache<string, boolean>({ max: 5_000 });

/**
 * Returns whether a User-Agent is that of a crawler, a library, a headless browser or a monitor. Every
 * browser sends one, so an empty or missing User-Agent counts as a bot. Never throws.
 */
export function isBot(userAgent: string | undefined): boolean {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  let bot = cache.get(text);
  if (bot === undefined) {
    bot = look(text);
    cache.set(text, bot);
  }
  return bot;
}

function look(text: string): boolean {
  if (text.trim() === '') return true;
  // Most User-Agents pass the first check. Only a suspect is checked again without its innocent words.
  return isCrawler(text) && isCrawler(text.replace(INNOCENT, STAND_IN));
}
