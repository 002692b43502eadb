import { currentLocale } from '../../shared/i18n/t.ts';

/** The time zones with several names: the current one, and the others. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  TIME_ZONE_NAMES.map((names) => {
    const [current = '', ...others] = names.split(' ');
    return [current, others];
  }),
);
const CURRENT_NAMES: ReadonlyMap<string, string> = new Map(
  [...OTHER_NAMES].flatMap(([current, others]) => others.map((name) => [name, current])),
);

/** The current name of a time zone. Browsers list some under a former one. */
export const currentName = (name: string) => CURRENT_NAMES.get(name) ?? name;

/** The browser's time zone. */
export const browserTimeZone = () => currentName(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');

/** A time zone to choose from. */
export interface TimeZone {
  name: string;
  /** Former and alternative names. */
  otherNames: readonly string[];
  /** The city after which it is named. */
  city: string;
  /** Empty if unknown. */
  country: string;
  /** The current difference from UTC: `UTC+05:30`. */
  offset: string;
}

/** A name for people: `America/New York`. */
export const zoneInWords = (name: string) => name.replaceAll('_', ' ');

/** All time zones, ordered by name. Takes some 50 ms. */
export function timeZones(): TimeZone[] {
  const countries = countriesByZone();
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentName)]);
  return [...names].sort().map((name) => ({
    name,
    otherNames: OTHER_NAMES.get(name) ?? [],
    city: zoneInWords(name.slice(name.lastIndexOf('/') + 1)),
    country: countries.get(name) ?? '',
    offset: offsetOf(name),
  }));
}

function offsetOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const part = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return part === 'GMT' ? 'UTC+00:00' : part.replace('GMT', 'UTC').replace('−', '-');
}

/** A locale as browsers implement it; `getTimeZones` is not in the types yet. */
type Region = Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] };

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The country of each time zone. Browsers know the zones of a country, but not which countries there are. */
function countriesByZone(): Map<string, string> {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'region', fallback: 'none' });
  const countries = new Map<string, string>();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const country = names.of(code);
    if (!country) continue;
    const region: Region = new Intl.Locale(`und-${code}`);
    for (const zone of region.getTimeZones?.() ?? region.timeZones ?? [])
      if (!countries.has(currentName(zone))) countries.set(currentName(zone), country);
  }
  return countries;
}

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll('_', ' ')
    .toLowerCase();

const wordsOf = (text: string) => folded(text).split(/[\s,/]+/);

/**
 * The time zones with a word that begins with each typed word: of a name, the country or the offset. Those
 * with the most whole words come first: `india` finds Kolkata before Indianapolis.
 */
export function findZones(zones: readonly TimeZone[], typed: string): TimeZone[] {
  const words = wordsOf(typed).filter(Boolean);
  return zones
    .map((zone) => {
      const { name, otherNames, country, offset } = zone;
      const texts = [name, ...otherNames, country, offset, offset.replace('UTC', 'GMT')];
      const own = wordsOf(texts.join(' '));
      const fits = words.every((word) => own.some((one) => one.startsWith(word)));
      return { zone, fits, whole: words.filter((word) => own.includes(word)).length };
    })
    .filter(({ fits }) => fits)
    .sort((one, other) => other.whole - one.whole)
    .map(({ zone }) => zone);
}
