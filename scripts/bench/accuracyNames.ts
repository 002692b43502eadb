/**
 * The names of the labelled sets in Footfall's words. Only what a set says is translated, never what Footfall answers, and
 * only where both names mean the same browser or the same family of systems: `IE` is `Internet Explorer`, `Ubuntu` is a
 * Linux. A label that is not here must be Footfall's name to the letter.
 */
type Names = Readonly<Record<string, string>>;

/** Editions of one browser, which Footfall counts together: `Chrome Mobile iOS`, `Mobile Safari`. */
const EDITION =
  /^Mobile (?=Chrome|Firefox|Internet|Safari)|(?: (?:Mobile|iOS|WebView|Headless|Touch|GX|Beta|Devices))+$/g;

const BROWSERS: Names = {
  '115': '115 Browser',
  '2345': '2345 Browser',
  '360': '360 Secure Browser',
  'Aliyun Browser': 'Android Browser',
  Aloha: 'Aloha Browser',
  'Amazon Silk': 'Silk',
  Android: 'Android Browser',
  Avant: 'Avant Browser',
  Bing: 'Microsoft Bing',
  BlackBerry: 'BlackBerry Browser',
  'BlackBerry WebKit': 'BlackBerry Browser',
  'Chrome Frame': 'Chrome',
  Coast: 'Opera',
  'Coc Coc': 'Coc Coc',
  Comodo_Dragon: 'Comodo Dragon',
  Dragon: 'Comodo Dragon',
  Edge: 'Edge',
  Elinks: 'ELinks',
  Epiphany: 'GNOME Web',
  Espial: 'Espial TV Browser',
  'Firefox Focus': 'Firefox',
  'Firefox Klar': 'Firefox',
  'Firefox Reality': 'Firefox',
  GSA: 'Google Search App',
  Google: 'Google Search App',
  HbbTV: 'HbbTV',
  IE: 'Internet Explorer',
  IEMobile: 'Internet Explorer',
  'IE Large Screen': 'Internet Explorer',
  'Internet Explorer': 'Internet Explorer',
  KAKAOTALK: 'KakaoTalk',
  Kakao: 'KakaoTalk',
  'MAUI WAP': 'MAUI WAP Browser',
  'MIUI Browser': 'MIUI Browser',
  MiuiBrowser: 'MIUI Browser',
  NAVER: 'Naver',
  'NetFront NX': 'NetFront',
  'Obigo Q': 'Obigo',
  Odyssey: 'Odyssey Web Browser',
  Openwave: 'Openwave Mobile Browser',
  'Opera Coast': 'Opera',
  'Opera Neon': 'Opera',
  'Opera Tablet': 'Opera',
  'Pico Browser': 'PICO Browser',
  'Pocket Internet Explorer': 'Internet Explorer',
  Puffin: 'Puffin Web Browser',
  'QQ Browser Mini': 'QQ Browser',
  'QQ Browser Mobile': 'QQ Browser',
  QQBrowser: 'QQ Browser',
  'Samsung Internet': 'Samsung Browser',
  'Safari UI/WKWebView': 'Safari',
  'Mobile Safari UI/WKWebView': 'Safari',
  Sogou: 'Sogou Explorer',
  'Sogou Explorer': 'Sogou Explorer',
  'Sogou Mobile': 'Sogou Mobile Browser',
  UCBrowser: 'UC Browser',
  'WebKit Nightly Build': 'Safari',
  Whale: 'Whale Browser',
  Yandex: 'Yandex Browser',
  rekonq: 'Rekonq',
};

/** Footfall counts every Linux distribution as Linux, and makers' Androids as Android. */
const LINUX =
  'Arch,Arch Linux,Arch Linux ARM,CentOS,Debian,Fedora,Gentoo,GNU,Kubuntu,Linpus,Linux Mint,Lubuntu,Mageia,Mandriva,Manjaro,Mint,Moblin,PCLinuxOS,Puppy,' +
  'Raspbian,Red Hat,RedHat,SUSE,Sabayon,Slackware,Ubuntu,VectorLinux,Xubuntu,Zenwalk,debian,elementary OS,openSUSE,Linspire,Knoppix,Joli,ASPLinux,Turbolinux,Qtopia';
const SYSTEMS: Names = {
  ...Object.fromEntries(LINUX.split(',').map((name) => [name, 'Linux'])),
  'Aliyun OS': 'Android',
  'Android-x86': 'Android',
  BlackBerry: 'BlackBerry OS',
  'BlackBerry Tablet OS': 'BlackBerry Tablet OS',
  'Brew MP': 'Brew',
  'Chrome OS': 'Chrome OS',
  'Chromecast Android': 'Android',
  'Chromecast Fuchsia': 'Fuchsia',
  'Chromecast Linux': 'Linux',
  'Chromium OS': 'Chrome OS',
  FireOS: 'Android',
  'Fire OS': 'Android',
  'Firefox OS': 'Firefox OS',
  Haiku: 'Haiku OS',
  'Mac OS': 'macOS',
  'Mac OS X': 'macOS',
  macOS: 'macOS',
  'Nokia X Platform': 'Android',
  'OS X': 'macOS',
  'Palm OS': 'palmOS',
  Sailfish: 'Sailfish OS',
  Series60: 'Symbian',
  'Symbian OS': 'Symbian',
  SymbianOS: 'Symbian',
  SymbianS60: 'Symbian',
  UIQ: 'Symbian',
  'Windows IoT': 'Windows',
  'Windows RT': 'Windows',
  'Windows NT': 'Windows',
  WatchOS: 'watchOS',
  ATV: 'tvOS',
  'ATV OS X': 'tvOS',
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

/** Labels that say nothing, or name a kind of thing that Footfall has no word for. */
const UNKNOWN = new Set(['', 'Other', 'emulator', 'printer', 'signage', 'embedded']);

function find(names: Names, label: string): string | undefined {
  if (UNKNOWN.has(label)) return undefined;
  return Object.hasOwn(names, label) ? names[label] : label;
}

/** Footfall's name for a browser as a set names it; undefined if the label says nothing. */
export function browserName(label: string): string | undefined {
  return find(BROWSERS, label.replaceAll(EDITION, ''));
}

/** Footfall's name for a system as a set names it; undefined if the label says nothing. */
export function systemName(label: string): string | undefined {
  return find(SYSTEMS, label);
}

/** Footfall's name for a kind of device as a set names it; undefined if the label says nothing. */
export function deviceName(label: string): string | undefined {
  return find(DEVICES, label);
}
