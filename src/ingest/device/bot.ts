import { createIsbotFromList, list } from 'isbot';
import { LRUCache } from 'lru-cache';
import { hasOnlyAppWords } from './appWords.ts';
import { MORE } from './crawlers.ts';
import type { ClientHints } from './hints.ts';

/** User-Agents of real browsers are shorter. Longer ones are cut, so that checking them costs no more. */
const MAX_LENGTH = 1_000;

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
 * Returns whether a hit comes from a crawler, a library, a headless browser or a monitor. Every browser sends
 * a User-Agent, so an empty or missing one counts as a bot. Never throws.
 *
 * @param headers the other headers of the request, by lower-case name.
 */
export function isBot(userAgent: string | undefined, headers: ClientHints = {}): boolean {
  if (hasBotBrands(String(headers['sec-ch-ua'] ?? ''))) return true;
  if (hasBotBrands(String(headers['sec-ch-ua-full-version-list'] ?? ''))) return true;
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  let bot = cache.get(text);
  if (bot === undefined) {
    bot = look(text);
    cache.set(text, bot);
  }
  return bot;
}

/** The brands of Chrome. It adds one that it makes up, so that servers accept unknown ones. */
const CHROME_BRANDS = /^\s*"(?:Chromium|Google Chrome)";v="\d+(?:\.0\.0\.0)?"(?:,\s*|\s*$)/;

/**
 * Returns whether a list of brands is that of an automated browser. A headless Chrome names itself, also if
 * its User-Agent is an ordinary one. Lighthouse pretends to be a Chrome, but makes up no brand.
 */
function hasBotBrands(brands: string): boolean {
  const text = brands.slice(0, MAX_LENGTH);
  if (text === '') return false;
  if (/"[^"]*headless[^"]*"/i.test(text)) return true;
  const rest = text.replace(CHROME_BRANDS, '').replace(CHROME_BRANDS, '');
  return rest === '' && text.includes('"Google Chrome"') && text.includes('"Chromium"');
}

function look(text: string): boolean {
  // Most User-Agents pass the first check. Only a suspect is checked again.
  return (
    text.trim() === '' ||
    (isCrawler(text) && isCrawlerBeside(text) && !hasOnlyAppWords(text, isCrawlerBeside))
  );
}

/** Checks a User-Agent without its innocent words. */
const isCrawlerBeside = (text: string) => isCrawler(text.replace(INNOCENT, STAND_IN));
