import { createRequire } from 'node:module';
import moment from 'moment-timezone';
import { type Change, LAST_YEAR, repeated, type YearlyChange } from '../src/calendar/zones/rules.ts';

const require = createRequire(import.meta.url);

/** The file `src/calendar/zones/rules.json`; `bundled.ts` describes its texts. */
export interface RulesFile {
  source: string;
  version: string;
  zones: Record<string, string>;
  links: Record<string, string>;
}

/** From this year to the last one, a yearly change falls on each of seven days. */
const FIRST_YEAR = LAST_YEAR - 27;
const END = Date.UTC(LAST_YEAR + 1, 0) / 1_000;
const DAY_SECONDS = 86_400;

/** Reads the rules from the installed package `moment-timezone`, from 1970 on. */
export function readRules(): RulesFile {
  const { version: packageVersion } = require('moment-timezone/package.json');
  const { version, zones, links } = require('moment-timezone/data/packed/latest.json') as {
    version: string;
    zones: string[];
    links: string[];
  };
  const names = zones.map((text) => text.slice(0, text.indexOf('|'))).sort();
  return {
    source: `moment-timezone ${packageVersion} (MIT); the data is in the public domain`,
    version,
    zones: Object.fromEntries(names.map((name) => [name, encode(...changesOf(name))])),
    links: Object.fromEntries(
      links
        .map((text) => text.split('|').reverse() as [string, string])
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  };
}

/** Returns the offset of a time zone in 1970, and its changes until {@link LAST_YEAR}. */
export function changesOf(name: string): [offset: number, changes: Change[]] {
  const zone = moment.tz.zone(name);
  if (!zone) throw new Error(`moment-timezone has no time zone ${name}.`);
  const { untils, offsets } = zone;
  // The package has minutes west of Greenwich, from one `until` to the next.
  const all = offsets.map((west, index) => {
    const at = index === 0 ? Number.NEGATIVE_INFINITY : (untils[index - 1] as number) / 1_000;
    return { at, offset: Math.round(-west * 60) };
  });
  const before = all.findLast(({ at }) => at <= 0);
  const offset = before?.offset ?? 0;
  const since = all.filter(({ at }) => at > 0 && at < END);
  // Some changes are only those of an abbreviation.
  return [offset, since.filter((change, index) => change.offset !== (since[index - 1]?.offset ?? offset))];
}

function encode(offset: number, changes: readonly Change[]): string {
  const yearly = yearlyChanges(changes);
  const kept = yearly.length > 0 ? irregular(changes, yearly) : changes;
  const offsets = [...new Set([offset, ...changes.map((change) => change.offset)])];
  const index = (one: number) => offsets.indexOf(one);
  const times = kept.map(({ at }, position) => at - (kept[position - 1]?.at ?? 0));
  if (!times.every(Number.isInteger)) throw new Error('A change is not on a full second.');
  return [
    offsets.join(' '),
    kept.map((change) => index(change.offset).toString(36)).join(''),
    times.map((seconds) => seconds.toString(36)).join(' '),
    yearly
      .map(({ month, day, weekday, seconds, offset: after }) =>
        [month, day, weekday, seconds, index(after)].join('/'),
      )
      .join(' '),
  ].join('|');
}

/** Finds the changes of every year; none if the last years of the package don't have the same changes. */
function yearlyChanges(changes: readonly Change[]): YearlyChange[] {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
  const byYear = years.map((year) =>
    changes.filter(({ at }) => new Date(at * 1_000).getUTCFullYear() === year),
  );
  const found = (byYear[0] ?? []).map((_, position) => {
    const same = byYear.flatMap((year) => year[position] ?? []);
    const [first] = [...same].sort((one, other) => dayOfYear(one.at) - dayOfYear(other.at));
    const date = new Date((first?.at ?? 0) * 1_000);
    return {
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      weekday: date.getUTCDay(),
      seconds: (first?.at ?? 0) % DAY_SECONDS,
      offset: first?.offset ?? 0,
    };
  });
  const expected = byYear.flat();
  const computed = repeated(found, Date.UTC(FIRST_YEAR, 0) / 1_000);
  return JSON.stringify(computed) === JSON.stringify(expected) ? found : [];
}

/** The day in a leap year, 1 to 366. */
const dayOfYear = (at: number) => {
  const date = new Date(at * 1_000);
  return Date.UTC(2000, date.getUTCMonth(), date.getUTCDate());
};

/** Returns the changes before those that the yearly changes yield. */
function irregular(changes: readonly Change[], yearly: readonly YearlyChange[]): readonly Change[] {
  const computed = new Map(repeated(yearly).map(({ at, offset }) => [at, offset]));
  const last = changes.findLastIndex(({ at, offset }) => computed.get(at) !== offset);
  const all = JSON.stringify(changes);
  // The years of the last irregular changes may have only some of the yearly ones.
  for (let count = last + 1; count < last + 8; count += 1) {
    const kept = changes.slice(0, count);
    if (JSON.stringify([...kept, ...repeated(yearly, kept.at(-1)?.at)]) === all) return kept;
  }
  return changes;
}

/** Formats the rules as JSON, one time zone a line. */
export const rulesFile = (rules: RulesFile) => `${JSON.stringify(rules, null, 2)}\n`;
