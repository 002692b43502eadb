import type { Detection } from './hints.ts';

/**
 * Browsers that exist only for iOS. With the "desktop site" on, an iPad's default, they claim to run on a
 * Macintosh.
 */
const DISGUISED = /^(Mozilla\/5\.0 )\(Macintosh; [^)]*\)(?=.* (?:CriOS|FxiOS|EdgiOS|OPiOS|OPT|GSA)\/)/;
const APPLE_MOBILE = /^[^)]*\((?:iPhone|iPad|iPod)\b/;
/** Chrome OS, also without the version that the detector requires. */
const CHROME_OS = /\bX11; CrOS\b/;
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
  if (os.name === 'GNU/Linux' && CHROME_OS.test(userAgent)) return { name: 'Chrome OS', family: 'Chrome OS' };
  return os;
}

function correctClient(client: Detection['client'], userAgent: string): Detection['client'] {
  if (!ENGINES.test(client.name ?? '')) return client;
  const known = MORE_CLIENTS.find(([pattern]) => pattern.test(userAgent));
  return known === undefined ? client : { ...client, name: known[1] };
}

function correctDevice(
  device: Detection['device'],
  os: Detection['os'],
  userAgent: string,
): Detection['device'] {
  const { type = '' } = device;
  const desktop = type === '' ? DESKTOPS.has(os.name ?? '') : os.name === 'Mac' && HANDHELD.has(type);
  if (desktop) return { type: 'desktop' };
  return type === '' && OPEN_HARMONY_PHONE.test(userAgent) ? { type: 'smartphone' } : device;
}

/** Corrects the known errors of the detector; everything else stays unchanged. */
export function correct(found: Detection, userAgent: string): Detection {
  const os = correctSystem(found.os, userAgent);
  return {
    client: correctClient(found.client, userAgent),
    os,
    device: correctDevice(found.device, os, userAgent),
  };
}
