import type { StatName } from './names.ts';

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const CONTINENTS: Record<string, string> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
};

const DEVICES: Record<string, string> = { tv: 'TV' };

const named = (name: () => string | undefined): string | undefined => {
  try {
    return name();
  } catch {
    return undefined; // Intl throws for what is not even of a code's form.
  }
};

/** The city without its country code, which the row of a city carries for machines. */
function cityLabel(value: string): string {
  const code = /, ([A-Z]{2})$/.exec(value)?.[1];
  const country = code && named(() => countries.of(code));
  return country ? `${value.slice(0, -4)}, ${country}` : value;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A value for people: `FR` → `France`, empty → `Unknown` or `Direct`, a path with its percent escapes undone. */
export function statLabel(name: StatName, value: string): string {
  if (value === '') return name === 'referrer' ? 'Direct' : 'Unknown';
  switch (name) {
    case 'country':
      return named(() => countries.of(value)) ?? value;
    case 'language':
      return named(() => languages.of(value)) ?? value;
    case 'continent':
      return CONTINENTS[value] ?? value;
    case 'city':
      return cityLabel(value);
    case 'device':
      return DEVICES[value] ?? value.charAt(0).toUpperCase() + value.slice(1);
    case 'page':
    case 'landing_page':
      return decoded(value);
    case 'pageviews_hours':
    case 'visitors_hours':
      return `${value}:00`;
    default:
      return value;
  }
}
