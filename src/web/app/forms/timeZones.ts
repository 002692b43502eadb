/** Names that browsers still list, and those that replaced them in the IANA database. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** The current name of a time zone. */
export const currentName = (name: string) => RENAMED[name] ?? name;

/** The browser's time zone. */
export const browserTimeZone = () => currentName(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');

/** A time zone to choose from. */
export interface TimeZone {
  name: string;
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
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
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
 * The time zones with a word that begins with each typed word: of the name, country or offset. Those with the
 * most whole words come first: `india` finds Kolkata before Indianapolis.
 */
export function findZones(zones: readonly TimeZone[], typed: string): TimeZone[] {
  const words = wordsOf(typed).filter(Boolean);
  return zones
    .map((zone) => {
      const { name, country, offset } = zone;
      const own = wordsOf(`${name} ${country} ${offset} ${offset.replace('UTC', 'GMT')}`);
      const fits = words.every((word) => own.some((one) => one.startsWith(word)));
      return { zone, fits, whole: words.filter((word) => own.includes(word)).length };
    })
    .filter(({ fits }) => fits)
    .sort((one, other) => other.whole - one.whole)
    .map(({ zone }) => zone);
}
