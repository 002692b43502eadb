import { distance } from 'fastest-levenshtein';
import { ABBREVIATIONS } from './abbreviations.ts';
import { activeRules } from './active.ts';
import { isTimeZone, systemVZone } from './names.ts';

/** Longer texts are not similar to any name. */
const MAX_LENGTH = 50;
const MAX_PROPOSALS = 3;
/** One wrong letter in so many is a typing mistake; more are another word. */
const LETTERS_A_MISTAKE = 5;

const folded = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_')
    .replaceAll(/^_|_$/g, '');

const cityOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);

/**
 * Returns the time zones that somebody may mean by a text that is none, the most likely one first: `BST`,
 * `europe/paris`, `New York`, `Europe/Berln`. None for offsets such as `+02:00` and `GMT+2`, which have no
 * daylight saving time.
 */
export function similarTimeZones(typed: string): string[] {
  const text = folded(typed);
  if (text === '' || text.length > MAX_LENGTH) return [];
  const names = [...activeRules().names].sort();
  const cities = names.filter((name) => name.includes('/') && !name.startsWith('Etc/'));
  const abbreviation = text.toUpperCase();
  const candidates = [
    names.filter((name) => folded(name) === text),
    Object.hasOwn(ABBREVIATIONS, abbreviation) ? ABBREVIATIONS[abbreviation] : [],
    [systemVZone(typed) ?? []].flat(),
    cities.filter((name) => folded(cityOf(name)) === cityOf(text)),
    misspelt(text, cities),
  ];
  const found = candidates.find((some) => some && some.length > 0) ?? [];
  return found.slice(0, MAX_PROPOSALS).filter(isTimeZone);
}

/** Returns the names with the fewest mistakes: as a whole, or the city alone. */
function misspelt(text: string, names: readonly string[]): string[] {
  const allowed = Math.floor(text.length / LETTERS_A_MISTAKE);
  const compared = names.map((name) => {
    const whole = folded(name);
    return { name, mistakes: distance(text, text.includes('/') ? whole : cityOf(whole)) };
  });
  const least = Math.min(...compared.map(({ mistakes }) => mistakes));
  return least > allowed ? [] : compared.filter(({ mistakes }) => mistakes === least).map(({ name }) => name);
}
