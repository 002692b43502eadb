import { toFamilies } from '../../../ingest/device/families.ts';
import { cleanText, cutText } from '../../../validation/text.ts';

/** Browsers of other products in lower case, by the names of Footfall's detector. */
const BROWSERS: Readonly<Record<string, string>> = {
  // Umami (detect-browser)
  android: 'Android Browser',
  bb10: 'BlackBerry Browser',
  beaker: 'Beaker Browser',
  'chromium-webview': 'Chrome Webview',
  crios: 'Chrome Mobile iOS',
  edge: 'Microsoft Edge',
  'edge-chromium': 'Microsoft Edge',
  'edge-ios': 'Microsoft Edge',
  facebook: 'Facebook',
  fxios: 'Firefox Mobile iOS',
  ie: 'Internet Explorer',
  instagram: 'Instagram',
  ios: 'Mobile Safari',
  'ios-webview': 'Mobile Safari',
  kakaotalk: 'KakaoTalk',
  miui: 'MIUI Browser',
  'opera-mini': 'Opera Mini',
  samsung: 'Samsung Browser',
  yandexbrowser: 'Yandex Browser',
  // Google Analytics
  'amazon silk': 'Mobile Silk',
  'android webview': 'Chrome Webview',
  'android runtime': '',
  'safari (in-app)': 'Mobile Safari',
  'samsung internet': 'Samsung Browser',
  'whale browser': 'Whale Browser',
  yabrowser: 'Yandex Browser',
  // Others
  'chrome (ios)': 'Chrome Mobile iOS',
  'chrome (webview)': 'Chrome Webview',
  'chrome webview': 'Chrome Webview',
  'chromium edge': 'Microsoft Edge',
  'edge (chromium)': 'Microsoft Edge',
  'edge (ios)': 'Microsoft Edge',
  'facebook app': 'Facebook',
  'firefox (ios)': 'Firefox Mobile iOS',
  msie: 'Internet Explorer',
  'ms edge': 'Microsoft Edge',
  yandex: 'Yandex Browser',
};
/** Browsers that other products write in lower case. */
const CAPITALS = ['Chrome', 'Chromium', 'Firefox', 'Safari', 'Opera', 'Silk', 'Brave', 'Vivaldi', 'AOL'];
const BROWSERS_BY_NAME = new Map([
  ...CAPITALS.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(BROWSERS),
]);

/** Systems of other products in lower case, without versions. */
const SYSTEMS: Readonly<Record<string, string>> = {
  android: 'Android',
  'android os': 'Android',
  'blackberry os': 'BlackBerry OS',
  'chrome os': 'Chrome OS',
  chromeos: 'Chrome OS',
  chromiumos: 'Chrome OS',
  cros: 'Chrome OS',
  'fire os': 'Android',
  'gnu/linux': 'Linux',
  harmonyos: 'HarmonyOS',
  ios: 'iOS',
  ipados: 'iOS',
  linux: 'Linux',
  mac: 'macOS',
  'mac os': 'macOS',
  'mac os x': 'macOS',
  macintosh: 'macOS',
  macos: 'macOS',
  'os x': 'macOS',
  openharmony: 'HarmonyOS',
  'sun os': 'Solaris',
  windows: 'Windows',
  'windows mobile': 'Windows Mobile',
  'windows phone': 'Windows Phone',
  tizen: 'Tizen',
  webos: 'webOS',
  kaios: 'KaiOS',
};
/** Distributions that count as Linux. */
const LINUX = /^(?:arch|centos|debian|fedora|gentoo|linux|mint|opensuse|red hat|suse|ubuntu|kubuntu|x11)\b/;
const WINDOWS = /^windows (?:nt|server|xp|vista|me|ce|\d)/;
const MAX_NAME = 100;
const VERSION = /\s+v?\d[\w./]*$/;

/** Kinds of devices of other products in lower case. */
const DEVICES: Readonly<Record<string, string>> = {
  laptop: 'desktop',
  pc: 'desktop',
  phone: 'smartphone',
  smarttv: 'tv',
  'smart tv': 'tv',
  television: 'tv',
  'game console': 'console',
  xr: 'wearable',
  watch: 'wearable',
  phablet: 'phablet',
};

/** How other products write that they don't know a name. */
const UNKNOWN = new Set([
  '(not set)',
  '(not provided)',
  '(none)',
  '(unknown)',
  'unknown',
  '-',
  'other',
  'null',
]);

/** A text that an export uses for a value; empty for those that stand for none. Cleaned and trimmed. */
export function knownText(text: string): string {
  const clean = cleanText(text).trim();
  return UNKNOWN.has(clean.toLowerCase()) ? '' : clean;
}

/** A name of a browser or a system. Longer texts are none. */
const nameOf = (text: string): string => cutText(knownText(text), MAX_NAME);

const withoutVersion = (name: string): string => name.replace(VERSION, '');

/** The name of a browser, as Footfall counts it: `crios` and `Chrome 86` are `Chrome`. */
export function browserName(text: string): string {
  const name = withoutVersion(nameOf(text));
  const known = BROWSERS_BY_NAME.get(name.toLowerCase()) ?? name;
  return toFamilies({ client: { name: known, type: 'browser' }, os: {}, device: {} }).browser;
}

/** The name of a system, as Footfall counts it: `Windows 10/11` is `Windows`. */
export function systemName(text: string): string {
  const name = nameOf(text);
  const lower = name.toLowerCase();
  if (LINUX.test(lower)) return 'Linux';
  if (WINDOWS.test(lower) && !lower.startsWith('windows ce')) return 'Windows';
  const bare = withoutVersion(name);
  const known = Object.hasOwn(SYSTEMS, bare.toLowerCase()) ? SYSTEMS[bare.toLowerCase()] : undefined;
  return toFamilies({ client: {}, os: { name: known ?? bare }, device: {} }).os.slice(0, 60);
}

/** The kind of a device, as Footfall counts it: `Laptop` is `desktop`. Empty for kinds that it has not. */
export function deviceName(text: string): string {
  const type = knownText(text).toLowerCase();
  const known = Object.hasOwn(DEVICES, type) ? DEVICES[type] : undefined;
  return toFamilies({ client: {}, os: {}, device: { type: known ?? type } }).device;
}
