import type { Dice } from '../../../src/demo/random.ts';
import type { Dimensions } from '../../../src/ingest/hit.ts';
import { classifySource } from '../../../src/ingest/source/classify.ts';

/** Number of entries of the tables from which values are drawn. */
const DRAWS = 65_536;

/**
 * Returns a function that draws one of the values in constant time. The first is the most frequent one: the
 * frequency of value n is proportional to 1 / (n + 1) ** exponent. Every value occurs.
 */
export function skewed<T>(values: readonly T[], exponent: number): (random: Dice) => T {
  const weights = values.map((_, index) => 1 / (index + 1) ** exponent);
  return weighted(values, weights);
}

/** As {@link skewed}, with the given weights. */
export function weighted<T>(values: readonly T[], weights: readonly number[]): (random: Dice) => T {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const table: T[] = [...values];
  for (const [index, value] of values.entries()) {
    const share = ((weights[index] as number) / total) * (DRAWS - values.length);
    for (let draw = 0; draw < Math.round(share); draw++) table.push(value);
  }
  return (random) => table[random.below(table.length)] as T;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const words = (text: string) => text.trim().split(/\s+/);

/** 60 countries with their continents, the most frequent one first. */
const COUNTRIES = words(`
  DE:EU US:NA GB:EU FR:EU NL:EU AT:EU CH:EU IN:AS JP:AS BR:SA ES:EU IT:EU PL:EU CA:NA AU:OC SE:EU BE:EU DK:EU
  NO:EU FI:EU CZ:EU PT:EU IE:EU RO:EU HU:EU GR:EU TR:AS UA:EU MX:NA AR:SA CL:SA CO:SA PE:SA ZA:AF NG:AF KE:AF
  EG:AF MA:AF IL:AS AE:AS SA:AS SG:AS MY:AS ID:AS PH:AS TH:AS VN:AS KR:AS TW:AS HK:AS CN:AS NZ:OC LT:EU LV:EU
  EE:EU SI:EU SK:EU HR:EU BG:EU RS:EU`).map(
  (text) => text.split(':') as [country: string, continent: string],
);
const CITIES = 2_000;

interface Place {
  country: string;
  continent: string;
  city: string;
}

/** Countries with about 2,000 cities in all; the more frequent ones have more. */
const PLACES: ((random: Dice) => Place)[] = COUNTRIES.map(([country, continent], index) => {
  const weight = 1 / (index + 1) ** 0.6;
  const total = COUNTRIES.reduce((sum, _, other) => sum + 1 / (other + 1) ** 0.6, 0);
  const count = Math.max(4, Math.round((CITIES * weight) / total));
  const cities = numbers(count).map((n) => `Town ${n + 1}, Region ${(n % 12) + 1}, ${country}`);
  // Every city of a country is a place; a twentieth of the visitors have only a country.
  const places = [...cities, ''].map((city) => ({ country, continent, city }));
  return weighted(places, [...cities.map((_, n) => 1 / (n + 1)), 0.05 * Math.log(count + 1)]);
});
const drawPlaces = skewed(PLACES, 1.1);

const LANGUAGES = words('de en fr nl es it pl pt ja zh ru tr sv da nb fi cs el hu ro uk ko ar he th');
const BROWSERS = words('Chrome Safari Firefox Edge Samsung_Internet Opera DuckDuckGo Brave').map((name) =>
  name.replace('_', ' '),
);
const DEVICES = {
  mobile: words('Android iOS'),
  desktop: words('Windows macOS Linux ChromeOS'),
  tablet: words('iOS Android'),
  tv: words('Linux Android'),
} as const;
const drawDevice = weighted(Object.keys(DEVICES) as (keyof typeof DEVICES)[], [52, 43, 4, 1]);
const drawOs = Object.fromEntries(
  Object.entries(DEVICES).map(([device, systems]) => [device, skewed(systems, 1)]),
);
const drawLanguage = skewed(LANGUAGES, 1.2);
const drawBrowser = skewed(BROWSERS, 1);
const drawResolution = skewed(
  numbers(40).map((n) => `${360 + 40 * ((n * 17) % 40)}x${640 + 20 * ((n * 7) % 40)}`),
  0.9,
);

type VisitorDimensions = Pick<
  Dimensions,
  'country' | 'continent' | 'city' | 'language' | 'browser' | 'os' | 'device' | 'resolution'
>;
type SourceFields = Omit<Dimensions, keyof VisitorDimensions>;

/** Draws the dimensions of a visitor. */
export function drawVisitor(random: Dice): VisitorDimensions {
  const place = drawPlaces(random)(random);
  const device = drawDevice(random);
  return {
    ...place,
    language: drawLanguage(random),
    browser: drawBrowser(random),
    device,
    os: (drawOs[device] as (random: Dice) => string)(random),
    resolution: drawResolution(random),
  };
}

const KNOWN_HOSTS = words(`
  google.com google.de t.co facebook.com bing.com duckduckgo.com chatgpt.com l.instagram.com youtube.com
  news.ycombinator.com reddit.com linkedin.com google.co.uk google.fr perplexity.ai ecosia.org github.com
  lm.facebook.com mail.google.com pinterest.com baidu.com yandex.ru gemini.google.com wikipedia.org`);
const REFERRERS = 400;
const HOSTS = numbers(REFERRERS).map((n) => KNOWN_HOSTS[n] ?? `blog-${n}.example`);
const MEDIA = ['cpc', 'email', 'social', 'display', 'affiliate'];
const NO_TAGS = { campaign: '', utm_source: '', utm_medium: '', utm_term: '', utm_content: '' };

const classified = (fields: typeof NO_TAGS & { referrer: string }): SourceFields => ({
  ...fields,
  ...classifySource({ ...fields, clickId: '' }),
});
const DIRECT = classified({ ...NO_TAGS, referrer: '' });
const drawReferred = skewed(
  HOSTS.map((referrer) => classified({ ...NO_TAGS, referrer })),
  1,
);
const drawTagged = skewed(
  numbers(30).flatMap((n) =>
    ['', 'google.com', 't.co'].map((referrer) =>
      classified({
        referrer,
        campaign: `campaign-${n}`,
        utm_medium: MEDIA[n % MEDIA.length] as string,
        utm_source: ['newsletter', 'google', 'facebook', 'partner'][n % 4] as string,
        utm_term: n % 3 === 0 ? `term ${n}` : '',
        utm_content: `content-${n % 4}`,
      }),
    ),
  ),
  0.8,
);

/** Draws where a visit comes from: 8 % from tagged links, of the others two fifths directly. */
export function drawSource(random: Dice): SourceFields {
  if (random.chance(0.08)) return drawTagged(random);
  return random.chance(0.4) ? DIRECT : drawReferred(random);
}

const PATHS = 3_000;
const SECTIONS = words('products blog docs help news shop guides about');
const TOPICS = words('lamp chair garden kitchen bicycle winter summer coffee paper camera window river');

/** Paths such as `/blog/garden-17`, the most frequent one first. */
const ALL_PATHS = numbers(PATHS).map((n) =>
  n === 0 ? '/' : `/${SECTIONS[n % SECTIONS.length]}/${TOPICS[(n * 5) % TOPICS.length]}-${n}`,
);
/** A path that a few per cent of the visits see. */
export const SEEN_PATH = ALL_PATHS[5] as string;
/** The topic of a twelfth of the paths. */
export const TOPIC = TOPICS[0] as string;

export const drawPath = skewed(ALL_PATHS, 0.9);
export const drawLandingPath = skewed(ALL_PATHS, 1.1);
export const drawEvent = skewed(
  numbers(30).map((n) => `Event ${n + 1}`),
  1,
);
