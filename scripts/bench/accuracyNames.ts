/**
 * Maps the names of the labelled sets to Footfall's names. Only labels are translated, never Footfall's
 * results, and only if both names mean the same browser or the same family of systems: `IE` is `Internet
 * Explorer`, `Ubuntu` is a Linux. Labels that are missing here must be identical to Footfall's names.
 */
type Names = Readonly<Record<string, string>>;

/**
 * Suffixes and prefixes of editions that Footfall counts as one browser: `Chrome Mobile iOS`, `Mobile
 * Safari`.
 */
const EDITION =
  /^Mobile (?=Chrome|Firefox|Internet|Safari)|(?: (?:Mobile|iOS|WebView|Headless|Touch|GX|Beta|Devices))+$/g;

const BROWSERS: Names = {
  '115': '115 Browser',
  '2345': '2345 Browser',
  '360': '360 Secure Browser',
  Aloha: 'Aloha Browser',
  'Amazon Silk': 'Silk',
  Android: 'Android Browser',
  'ANT Galio': 'ANTGalio',
  Avant: 'Avant Browser',
  Bing: 'Microsoft Bing',
  BlackBerry: 'BlackBerry Browser',
  'BlackBerry WebKit': 'BlackBerry Browser',
  Blazer: 'Palm Blazer',
  'Chrome Frame': 'Chrome',
  'Dorado WAP': 'Dorado',
  Dragon: 'Comodo Dragon',
  ELinks: 'Elinks',
  Epiphany: 'GNOME Web',
  Espial: 'Espial TV Browser',
  'Firefox Focus': 'Firefox',
  'Firefox Klar': 'Firefox',
  'Firefox Reality': 'Firefox',
  Google: 'Google Search App',
  GSA: 'Google Search App',
  'HeyTap Browser': 'HeyTapBrowser',
  HiBrowser: 'Hi Browser',
  IE: 'Internet Explorer',
  'IE Large Screen': 'Internet Explorer',
  IEMobile: 'Internet Explorer',
  KAKAOTALK: 'KakaoTalk',
  'MAUI WAP': 'MAUI WAP Browser',
  'Maxthon Nitro': 'MxNitro',
  Minefield: 'Firefox',
  'MIUI Browser': 'Mi Browser',
  MSIE: 'Internet Explorer',
  MxBrowser: 'Maxthon',
  Namoroka: 'Firefox',
  NAVER: 'Naver',
  'NetFront NX': 'NetFront',
  NineSky: 'Ninesky',
  'Nokia Xpress': 'Nokia Ovi Browser',
  'Obigo Q': 'Obigo',
  'Obigo WAP': 'Obigo',
  Odyssey: 'Odyssey Web Browser',
  Omniweb: 'OmniWeb',
  OneBrowser: 'ONE Browser',
  Openwave: 'Openwave Mobile Browser',
  'Opera Coast': 'Opera',
  'Opera Neon': 'Opera',
  'Opera Tablet': 'Opera',
  Otter: 'Otter Browser',
  Outlook: 'Microsoft Outlook',
  'Ovi Browser': 'Nokia Ovi Browser',
  Palemoon: 'Pale Moon',
  'Pico Browser': 'PICO Browser',
  'Pocket Internet Explorer': 'Internet Explorer',
  Puffin: 'Puffin Web Browser',
  'QQ Browser Mini': 'QQ Browser',
  QQBrowser: 'QQ Browser',
  'Qt Web Engine': 'QtWebEngine',
  rekonq: 'Rekonq',
  'Safari UI/WKWebView': 'Safari',
  'Samsung Internet': 'Samsung Browser',
  Seamonkey: 'SeaMonkey',
  'Seznam prohlížeč': 'Seznam Browser',
  Sogou: 'Sogou Explorer',
  'Sogou Mobile': 'Sogou Mobile Browser',
  UCBrowser: 'UC Browser',
  VivoBrowser: 'vivo Browser',
  'WebKit Nightly': 'Safari',
  'WebKit Nightly Build': 'Safari',
  'webOS Browser': 'wOSBrowser',
  'WeChat Browser': 'WeChat',
  Weibo: 'Sina Weibo',
  Whale: 'Whale Browser',
  Yandex: 'Yandex Browser',
  Yowser: 'Yandex Browser',
};

/** Footfall counts every Linux distribution as Linux, and manufacturers' variants of Android as Android. */
const LINUX =
  'Arch,Arch Linux,ASPLinux,CentOS,Debian,Deepin,Fedora,Gentoo,Joli,Knoppix,Kubuntu,' +
  'Linpus,Linspire,Lubuntu,Mageia,Mandriva,Manjaro,Mint,Linux Mint,Moblin,PCLinuxOS,Puppy,Qtopia,' +
  'Raspbian,Red Hat,Sabayon,Slackware,SUSE,Turbolinux,Ubuntu,VectorLinux,Xubuntu,Zenwalk,elementary OS,' +
  'debian,gentoo';
const SYSTEMS: Names = {
  ...Object.fromEntries(LINUX.split(',').map((name) => [name, 'Linux'])),
  'Aliyun OS': 'Android',
  'Android-x86': 'Android',
  BlackBerry: 'BlackBerry OS',
  'BlackBerry Tablet OS': 'BlackBerry OS',
  BREW: 'Brew',
  'Brew MP': 'Brew',
  'Chromecast Android': 'Android',
  'Chromecast Fuchsia': 'Fuchsia',
  'Chromecast Linux': 'Linux',
  'Chromium OS': 'Chrome OS',
  'Fire OS': 'Android',
  FireOS: 'Android',
  Haiku: 'Haiku OS',
  KAIOS: 'KaiOS',
  'Mac OS': 'macOS',
  'Mac OS X': 'macOS',
  'Nokia Asha Platform': 'Series 40',
  'Nokia Series 40': 'Series 40',
  'Nokia X Platform': 'Android',
  'OS X': 'macOS',
  Palm: 'palmOS',
  'Palm OS': 'palmOS',
  'RIM Tablet OS': 'BlackBerry OS',
  Roku: 'Roku OS',
  Sailfish: 'Sailfish OS',
  Series40: 'Series 40',
  Series60: 'Symbian',
  'Symbian OS': 'Symbian',
  'Symbian^3': 'Symbian',
  'Symbian^3 Anna': 'Symbian',
  'Symbian^3 Belle': 'Symbian',
  SymbianOS: 'Symbian',
  UIQ: 'Symbian',
  WatchOS: 'watchOS',
  Web0S: 'webOS',
  'Windows IoT': 'Windows',
  'Windows NT': 'Windows',
  'Windows RT': 'Windows',
};

const DEVICES: Names = {
  'mobile/smart': 'mobile',
  'mobile/feature': 'mobile',
  smarttv: 'tv',
  television: 'tv',
  'gaming/console': 'console',
  'gaming/portable': 'console',
  watch: 'wearable',
  headset: 'wearable',
  xr: 'wearable',
  ereader: 'tablet',
  media: 'portable media player',
  pda: 'mobile',
};

/** Labels without information, or for kinds of devices that Footfall does not distinguish. */
const UNKNOWN = new Set(['', 'Other', 'emulator', 'printer', 'signage', 'embedded']);

function find(names: Names, label: string): string | undefined {
  return Object.hasOwn(names, label) ? names[label] : undefined;
}

/** Translates a set's name of a browser; undefined if the label contains no information. */
export function browserName(label: string): string | undefined {
  if (UNKNOWN.has(label)) return undefined;
  const family = label.replaceAll(EDITION, '');
  return find(BROWSERS, label) ?? find(BROWSERS, family) ?? family;
}

/** Translates a set's name of a system; undefined if the label contains no information. */
export function systemName(label: string): string | undefined {
  return UNKNOWN.has(label) ? undefined : (find(SYSTEMS, label) ?? label);
}

/** Translates a set's name of a kind of device; undefined if the label contains no information. */
export function deviceName(label: string): string | undefined {
  return UNKNOWN.has(label) ? undefined : (find(DEVICES, label) ?? label);
}
