import file from './rules.json' with { type: 'json' };
import type { RuleSource, YearlyChange, ZoneRules } from './rules.ts';
import { zoneRules } from './rules.ts';

/**
 * The time zones in `rules.json`, which `npm run time-zones` writes from an npm package. Each is a text with
 * four parts, separated by `|`: the offsets in seconds; for each change the index of the new offset, as a
 * digit in base 36; the seconds from each change to the next in base 36, the first one since 1970;
 * and the yearly changes after that, as `month/day/weekday/seconds/index` ({@link YearlyChange}).
 */
const zones: Readonly<Record<string, string>> = file.zones;
const links: Readonly<Record<string, string>> = file.links;

const BASE = 36;

/** Reads a text of `rules.json`. */
function decode(text: string): ZoneRules {
  const [offsets = '', indexes = '', times = '', years = ''] = text.split('|');
  const offsetAt = offsets.split(' ').map(Number);
  const offsetOf = (index: string) => offsetAt[Number.parseInt(index, BASE)] as number;
  let at = 0;
  const changes = times.split(' ').slice(0, indexes.length);
  const read = changes.map((delta, position) => {
    at += Number.parseInt(delta, BASE);
    return { at, offset: offsetOf(indexes[position] as string) };
  });
  const yearly = years
    .split(' ')
    .filter((part) => part !== '')
    .map((part): YearlyChange => {
      const [month = 0, day = 0, weekday = 0, seconds = 0, index = 0] = part.split('/').map(Number);
      return { month, day, weekday, seconds, offset: offsetAt[index] as number };
    });
  return zoneRules(offsetAt[0] as number, read, yearly);
}

/** The time zones that Footfall contains. */
export const BUNDLED: RuleSource = {
  version: file.version,
  origin: 'Footfall',
  names: new Set([...Object.keys(zones), ...Object.keys(links)]),
  zone(name) {
    const target = Object.hasOwn(links, name) ? (links[name] as string) : name;
    return Object.hasOwn(zones, target) ? decode(zones[target] as string) : null;
  },
};
