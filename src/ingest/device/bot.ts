import { createIsbotFromList, list } from 'isbot';
import { LRUCache } from 'lru-cache';

/** Real browsers stay below this; a longer one must not cost more to look at. */
const MAX_LENGTH = 1_000;

/** Crawlers, monitors, scanners and makers of screenshots that isbot 5 does not know; most of them run scripts. */
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

/** What applications send for requests of their own. Browsers and in-app browsers may name these, too, among other words. */
const HTTP_CLIENTS = ['^dart/', '^dalvik/(?!.*applewebkit/)', '^(?!mozilla/).*cfnetwork/', '^viber/'];

/**
 * What isbot takes for a crawler though it is a browser's: the model of an Android device, which may be any word (`Discovery
 * II`, `M bot 54`, `S222 Build/CUBOT`), and words of televisions, old phones and browsers. The rest of the User-Agent is
 * looked at all the same, so that nobody hides behind them.
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

/** Takes the place of innocent words: nothing that isbot knows, also where it is all that is left. */
const STAND_IN = 'x (x; x)';

const isCrawler = createIsbotFromList([...list, ...MORE, ...HTTP_CLIENTS]);

/** A look takes some 10 µs, and a few thousand user agents make up nearly all hits. */
const known = new LRUCache<string, boolean>({ max: 5_000 });

/**
 * Tells whether a User-Agent is that of a crawler, a library, a headless browser or a monitor. Every browser sends one, so
 * an empty or missing User-Agent counts as a bot. Never throws.
 */
export function isBot(userAgent: string | undefined): boolean {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  let bot = known.get(text);
  if (bot === undefined) {
    bot = look(text);
    known.set(text, bot);
  }
  return bot;
}

function look(text: string): boolean {
  if (text.trim() === '') return true;
  // Most are no crawler at the first look; only a suspect is looked at again without its innocent words.
  return isCrawler(text) && isCrawler(text.replace(INNOCENT, STAND_IN));
}
