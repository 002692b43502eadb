import { knownApp } from './apps.ts';

/** The part of node-device-detector's result that is used here. Fields are absent if it found nothing. */
export interface Detection {
  client: { name?: string; type?: string };
  os: { name?: string; family?: string };
  device: { type?: string };
}

/**
 * User-Agent Client Hints as request headers with lower-case names. All headers of a request can be passed;
 * others are ignored.
 */
export type ClientHints = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Android's WebView names the application that contains it in this header. Scripts of pages send
 * `XMLHttpRequest`.
 */
export const APP_HEADER = 'x-requested-with';

/**
 * Form factors as browsers name them, the most specific first: a headset also sends `Mobile`, a convertible
 * also `Desktop`.
 */
const FORM_FACTORS: readonly (readonly [string, string])[] = [
  ['automotive', 'car browser'],
  ['xr', 'wearable'],
  ['watch', 'wearable'],
  ['eink', 'tablet'],
  ['mobile', 'smartphone'],
  ['tablet', 'tablet'],
  ['desktop', 'desktop'],
];

/** Brands that have another name in the detector. */
const BRANDS: Readonly<Record<string, string>> = {
  'Samsung Internet': 'Samsung Browser',
  YaBrowser: 'Yandex Browser',
};

/**
 * Brands without more information than a User-Agent: every browser and every application that shows a page
 * sends one of them. `NotABrand` is the one that browsers make up, without its changing punctuation.
 */
const GENERIC = new Set(['Chromium', 'GoogleChrome', 'AndroidWebView', 'NotABrand']);

const HINTS_WITH_BRANDS = ['sec-ch-ua', 'sec-ch-ua-full-version-list'];
/** Firefox and Safari. They send no hints, so hints that come with their User-Agent are fake. */
const WITHOUT_HINTS = /\b(?:Firefox|FxiOS)\/|\b(?:iPhone|iPad)\b|\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//;
const CHROMIUM = /\bChrom(?:e|ium)\//;
/** Types that only the name or system of a device reveals; a form factor is less specific. */
const SPECIAL = new Set([
  'tv',
  'console',
  'car browser',
  'wearable',
  'smart display',
  'smart speaker',
  'camera',
  'peripheral',
]);

function text(hints: ClientHints, name: string): string {
  const value = hints[name];
  return typeof value === 'string' ? value : (value?.join(', ') ?? '');
}

/**
 * Translates a list of brands to the detector's names; '' if no brand has more information than the
 * User-Agent.
 */
function telling(list: string, userAgent: string): string {
  const brands = [...list.matchAll(/"([^"]*)"; ?v=/g)].map(([, brand = '']) =>
    brand.replaceAll(/[^A-Za-z]/g, ''),
  );
  if (userAgent.trim() !== '' && brands.every((brand) => GENERIC.has(brand))) return '';
  return list.replaceAll(/"([^"]*)"/g, (quoted, brand) =>
    Object.hasOwn(BRANDS, brand) ? `"${BRANDS[brand]}"` : quoted,
  );
}

/**
 * Returns the credible hints as the detector understands them: strings, with brands by the names that it
 * knows. Generic brands are left out, because the detector prefers them to the application in the User-Agent.
 *
 * @returns null if there are none, or if the User-Agent is that of a browser that sends none.
 */
export function believable(userAgent: string, hints: ClientHints | null): ClientHints | null {
  if (hints === null) return null;
  if (WITHOUT_HINTS.test(userAgent) && !CHROMIUM.test(userAgent)) return null;
  const known: Record<string, string> = {};
  for (const name of Object.keys(hints)) {
    if (name === APP_HEADER) continue;
    const value = text(hints, name);
    known[name] = HINTS_WITH_BRANDS.includes(name) ? telling(value, userAgent) : value;
  }
  return known;
}

/**
 * Determines the device from hints if the User-Agent hides it: from the form factor, otherwise from
 * `Sec-CH-UA-Mobile`. Only for Android, which runs on devices of every type; a desktop system stays a
 * desktop.
 *
 * @returns the detector's type; undefined if the hints add nothing to its result.
 */
export function deviceByHints(found: Detection, hints: ClientHints): string | undefined {
  if (found.os.family !== 'Android' || SPECIAL.has(found.device.type ?? '')) return undefined;
  const sent = text(hints, 'sec-ch-ua-form-factors').toLowerCase();
  const factor = FORM_FACTORS.find(([name]) => sent.includes(`"${name}"`));
  if (factor !== undefined) return factor[1];
  const model = text(hints, 'sec-ch-ua-model').replaceAll('"', '').trim();
  return model === '' && text(hints, 'sec-ch-ua-mobile') === '?1' ? 'smartphone' : undefined;
}

/** Returns the application whose WebView shows the page; undefined if it is not a known one. */
export function appByHints(hints: ClientHints | null): string | undefined {
  return hints === null ? undefined : knownApp(text(hints, APP_HEADER));
}
