import { createIsbotFromList, list } from 'isbot';
import { MORE, SERVICES } from './crawlers.ts';

/**
 * The beginnings of the User-Agents of browsers and WebViews, up to the place where applications and
 * extensions add their names.
 */
const BROWSERS = [
  // iPhones and iPads
  '\\((?:iPhone|iPad|iPod)[^()]*\\) AppleWebKit/[\\d.]+ \\(KHTML, like Gecko\\)',
  // Android’s WebView
  '\\(Linux; [^()]*(?:\\([^()]*\\)[^()]*)*; wv\\) ' +
    'AppleWebKit/[\\d.]+ \\(KHTML, like Gecko\\) Version/[\\d.]+',
  // Chrome, Safari and Firefox on desktops
  '\\((?:Windows NT|Macintosh;|X11;) ?[^()]*\\) AppleWebKit/[\\d.]+ \\(KHTML, like Gecko\\)',
  '\\((?:Windows NT|Macintosh;|X11;) ?[^()]*\\) Gecko/[\\d.]+',
];
const TOKENS = '(?: (?:Version|Chrome|Firefox|Mobile|Safari)(?:/[\\w.]+)?)*(?= |$)';
const BROWSER = new RegExp(`^Mozilla/5\\.0 (?:${BROWSERS.join('|')})${TOKENS}`);

/** An address in parentheses. Crawlers begin theirs with a plus sign, or say that they are compatible. */
const ADDRESS = / \(https?:\/\/[^\s()+;,]+\)/g;

/**
 * Patterns of isbot that are words of everyday applications: Sleep Monitor, Document Scanner, News. Behind a
 * browser’s User-Agent, they are no sign of a crawler.
 */
const EVERYDAY: ReadonlySet<string> = new Set([
  ...['(?:^|[^g])news(?!sapphire)', '(?<!cam)scan', '(?<!lib)http', ';\\s\\w+;$', '\\(\\)', '\\.com\\b'],
  ...['\\b\\w+/1\\.0;', '\\btime/', '\\|', 'advisor', 'agent\\b', 'analyzer', 'archive', 'audit', 'capture'],
  ...['catch', 'check\\b', 'checker', 'classifier', 'detect', 'discovery', 'download', 'feed', 'grab'],
  ...['insight', 'inspect', 'library', 'measure', 'monitor\\b', 'optimize', 'parser', 'preview', 'proxy'],
  ...['radar', 'rss\\b', 'server', 'tools', 'torrent', 'url', 'validator'],
]);

const isCrawlerWord = createIsbotFromList([
  // Patterns that begin with ^ describe whole User-Agents.
  ...list.filter((pattern) => !pattern.startsWith('^') && !EVERYDAY.has(pattern)),
  ...MORE,
  ...SERVICES,
]);

/** The form in which extensions of desktop browsers add their name: `Name/1.2`. */
const NAMES = /^(?: [\w.-]+\/v?\d[\w.]*)*$/;

/**
 * Returns whether a User-Agent is that of a browser or WebView, with the names of applications or extensions
 * behind it, none of which is a crawler’s: `… Mobile/15E148 MyBankApp/3.2 (https://mybank.example)`.
 *
 * @param userAgent of limited length.
 * @param isCrawler checks the part of the browser.
 */
export function hasOnlyAppWords(userAgent: string, isCrawler: (text: string) => boolean): boolean {
  const [browser] = BROWSER.exec(userAgent) ?? [];
  if (browser === undefined) return false;
  const words = userAgent.slice(browser.length).replaceAll(ADDRESS, '');
  if (/\bcompatible\b|\+https?:/i.test(words) || isCrawler(browser)) return false;
  const isDesktop = !/^Mozilla\/5\.0 \((?:iPhone|iPad|iPod|Linux;)/.test(browser);
  return (!isDesktop || NAMES.test(words)) && !isCrawlerWord(words);
}
