import { knownApp } from './apps.ts';

/** The part of node-device-detector's result that is used here; absent where it found nothing. */
export interface Detection {
  client: { name?: string; type?: string };
  os: { name?: string; family?: string };
  device: { type?: string };
}

/**
 * User-Agent Client Hints as request headers with names in lower case, so that a request's own headers can be passed; others
 * are ignored.
 */
export type ClientHints = Readonly<Record<string, string | string[] | undefined>>;

/** Android's WebView names the application that contains it in this header; scripts of pages send `XMLHttpRequest`. */
export const APP_HEADER = 'x-requested-with';

/** Form factors as browsers name them, the most telling first: a headset also says `Mobile`, a convertible also `Desktop`. */
const FORM_FACTORS: readonly (readonly [string, string])[] = [
  ['automotive', 'car browser'],
  ['xr', 'wearable'],
  ['watch', 'wearable'],
  ['eink', 'tablet'],
  ['mobile', 'smartphone'],
  ['tablet', 'tablet'],
  ['desktop', 'desktop'],
];

/** Brands that the detector knows by another name. */
const BRANDS: Readonly<Record<string, string>> = {
  'Samsung Internet': 'Samsung Browser',
  YaBrowser: 'Yandex Browser',
};

/**
 * Brands that say no more than a User-Agent does, as every browser and every application with a page inside sends one of
 * them; `NotABrand` is the one that browsers make up, without its changing punctuation.
 */
const GENERIC = new Set(['Chromium', 'GoogleChrome', 'AndroidWebView', 'NotABrand']);

const HINTS_WITH_BRANDS = ['sec-ch-ua', 'sec-ch-ua-full-version-list'];
/** Firefox and Safari, which send no hints: those that come with them are made up. */
const WITHOUT_HINTS = /\b(?:Firefox|FxiOS)\/|\b(?:iPhone|iPad)\b|\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//;
const CHROMIUM = /\bChrom(?:e|ium)\//;
/** Kinds that only a device's own name or system tells; a form factor says less. */
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

/** The names in a list of brands, by the detector's names; '' if none of them tells more than the User-Agent. */
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
 * The hints that may be believed, as the detector understands them: strings, brands by the names that it knows. Brands that
 * say nothing are left out, because the detector prefers them to the application that the User-Agent names.
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
 * What the hints say of the device where the User-Agent hides it: the form factor, else `Sec-CH-UA-Mobile`. Only for Android,
 * whose devices are of every kind; a desktop system stays a desktop.
 *
 * @returns the detector's type; undefined if the hints say nothing that it does not know better.
 */
export function deviceByHints(found: Detection, hints: ClientHints): string | undefined {
  if (found.os.family !== 'Android' || SPECIAL.has(found.device.type ?? '')) return undefined;
  const sent = text(hints, 'sec-ch-ua-form-factors').toLowerCase();
  const factor = FORM_FACTORS.find(([name]) => sent.includes(`"${name}"`));
  if (factor !== undefined) return factor[1];
  const model = text(hints, 'sec-ch-ua-model').replaceAll('"', '').trim();
  return model === '' && text(hints, 'sec-ch-ua-mobile') === '?1' ? 'smartphone' : undefined;
}

/** The application whose WebView shows the page; undefined if it is none of the known ones. */
export function appByHints(hints: ClientHints | null): string | undefined {
  return hints === null ? undefined : knownApp(text(hints, APP_HEADER));
}
