import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** An entry of the Unicode CLDR: a time zone, or one that another entry replaces. */
interface Zone {
  /** Its names, separated by spaces. The first one never changes, so it may be out of date. */
  _alias?: string;
  /** The current name, if that is not the first one. */
  _iana?: string;
  /** The entry that replaces it. */
  _preferred?: string;
}

/**
 * The time zones with several names, from the Unicode CLDR: in each text the current name, then the others,
 * separated by spaces.
 */
export async function timeZoneNames(): Promise<string[]> {
  const file = require.resolve('cldr-bcp47/bcp47/timezone.json');
  const { keyword } = JSON.parse(await readFile(file, 'utf8')) as {
    keyword: { u: { tz: Record<string, Zone> } };
  };
  const zones = keyword.u.tz;
  const names = new Map<string, string[]>();
  for (const [key, zone] of Object.entries(zones)) {
    const { _alias = '', _iana } = zones[zone._preferred ?? key] ?? {};
    const current = _iana ?? _alias.split(' ')[0] ?? '';
    // Entries that begin with an underscore describe the list. The pages call `Etc/UTC` just `UTC`.
    if (key.startsWith('_') || current.startsWith('Etc/')) continue;
    names.set(current, [...(names.get(current) ?? [current]), ...(zone._alias?.split(' ') ?? [])]);
  }
  return [...names.values()]
    .map((all) => [...new Set(all)])
    .filter(({ length }) => length > 1)
    .map((all) => all.join(' '));
}
