import type { Detection } from './hints.ts';

/**
 * Browsers that exist only for iOS. With the "desktop site" on, an iPad's default, they claim to run on a
 * Macintosh.
 */
const DISGUISED = /^(Mozilla\/5\.0 )\(Macintosh; [^)]*\)(?=.* (?:CriOS|FxiOS|EdgiOS|OPiOS|OPT|GSA)\/)/;
const APPLE_MOBILE = /^[^)]*\((?:iPhone|iPad|iPod)\b/;
/** Chrome OS, also without the version that the detector requires. */
const CHROME_OS = /\bX11; CrOS\b/;
/**
 * Systems that run only on phones, besides those of which the detector says so. It knows the device only if
 * the User-Agent names its model.
 */
const PHONES = new Set([
  ...['Firefox OS', 'KaiOS', 'Java ME', 'MTK / Nucleus', 'Mocor OS', 'Windows Mobile', 'Windows Phone'],
  ...['Symbian', 'Symbian OS', 'Symbian OS Series 40', 'Symbian OS Series 60', 'Symbian^3', 'BlackBerry OS'],
  ...['Bada', 'Brew', 'MAUI', 'MRE', 'REX'],
]);
/** Browsers that exist only for phones, whatever their system. */
const PHONE_BROWSERS = new Set(['Opera Mini', 'UC Browser Mini', 'QQ Browser Mini']);
/** Ladybird, whose systems the detector does not read: it always returns Linux. */
const LADYBIRD_SYSTEMS: readonly (readonly [RegExp, Detection['os']])[] = [
  [/^[^)]*\((?:macOS|Macintosh)\b/, { name: 'Mac', family: 'Mac' }],
  [/^[^)]*\(Windows\b/, { name: 'Windows', family: 'Windows' }],
  [/^[^)]*\b(?:iOS|iPhone|iPad)\b/, { name: 'iOS', family: 'iOS' }],
  [/^[^)]*\bAndroid\b/, { name: 'Android', family: 'Android' }],
  ...['FreeBSD', 'OpenBSD', 'NetBSD', 'DragonFly', 'Haiku OS'].map(
    (name) => [new RegExp(`^[^)]*\\b${name.split(' ')[0]}\\b`), { name, family: name }] as const,
  ),
];
/**
 * The consoles by Sony whose browser is built on WebKit. The detector takes it for NetFront, which only older
 * ones have, or for Silk.
 */
const PLAYSTATION =
  /^Mozilla\/5\.0 \((?:PlayStation (?:Vita|4|5)|PlayStation;|PLAYSTATION 3[^)]*\) AppleWebKit)/;
/** HarmonyOS NEXT, whose phones send `Mobile` only in some applications. */
const OPEN_HARMONY_PHONE = /^[^)]*\(Phone; OpenHarmony\b/;
/**
 * Types that the detector may derive from a word of a browser extension: it takes Honorlock for a phone by
 * Honor.
 */
const HANDHELD = new Set(['smartphone', 'phablet', 'feature phone', 'tablet']);
/**
 * Systems that run only on desktops and laptops. The detector omits the device if the browser also exists for
 * phones.
 */
const DESKTOPS = new Set(['Windows', 'Mac', 'Chrome OS']);
/**
 * Browsers and applications that the detector does not know, or not in this spelling. It returns the browser
 * engine that they contain.
 */
const MORE_CLIENTS: readonly (readonly [RegExp, string])[] = [
  [/\bKAKAOTALK\//, 'KakaoTalk'],
  [/\bTelegram-Android\//, 'Telegram'],
  [/\bUCMobile\//, 'UC Browser'],
  [/\bHonorBrowser\//, 'Honor Browser'],
  [/\bMullvadBrowser\//, 'Mullvad Browser'],
];
const ENGINES = /^(?:Chrome|Mobile Safari|Safari|Android Browser)\b/;

/** Returns the User-Agent that a browser for iOS would send if it did not claim to run on a Mac. */
export function undisguise(userAgent: string): string {
  return userAgent.replace(DISGUISED, '$1(iPad; CPU OS 13_0 like Mac OS X)');
}

function correctSystem(os: Detection['os'], userAgent: string): Detection['os'] {
  if (os.name === 'Mac' && APPLE_MOBILE.test(userAgent)) return { name: 'iOS', family: 'iOS' };
  if (userAgent.includes(' Ladybird/'))
    return LADYBIRD_SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? os;
  if (os.name === 'GNU/Linux' && CHROME_OS.test(userAgent)) return { name: 'Chrome OS', family: 'Chrome OS' };
  return os;
}

function correctClient(client: Detection['client'], userAgent: string): Detection['client'] {
  if (PLAYSTATION.test(userAgent)) return { ...client, name: 'PlayStation Browser', type: 'browser' };
  if (!ENGINES.test(client.name ?? '')) return client;
  const known = MORE_CLIENTS.find(([pattern]) => pattern.test(userAgent));
  return known === undefined ? client : { ...client, name: known[1] };
}

function correctDevice(
  device: Detection['device'],
  { client, os }: Pick<Detection, 'client' | 'os'>,
  userAgent: string,
): Detection['device'] {
  const { type = '' } = device;
  const phone = PHONES.has(os.name ?? '') || PHONE_BROWSERS.has(client.name ?? '');
  if (type === '' && (phone || OPEN_HARMONY_PHONE.test(userAgent))) return { type: 'smartphone' };
  // Ladybird does not say more of phones.
  if (userAgent.includes(' Ladybird/') && os.name === 'Android')
    return { type: /\bMobile\b/.test(userAgent) ? 'smartphone' : 'tablet' };
  const desktop = type === '' ? DESKTOPS.has(os.name ?? '') : os.name === 'Mac' && HANDHELD.has(type);
  return desktop ? { type: 'desktop' } : device;
}

/** Corrects the known errors of the detector; everything else stays unchanged. */
export function correct(found: Detection, userAgent: string): Detection {
  const os = correctSystem(found.os, userAgent);
  const client = correctClient(found.client, userAgent);
  return { client, os, device: correctDevice(found.device, { client, os }, userAgent) };
}
