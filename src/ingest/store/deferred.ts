import { ROLLUP_NAMES, type RollupName, TOTAL_ROLLUPS } from '../../engine/registry/statistics.ts';
import type { Increment } from './sums.ts';

/** The rollups that are always complete in `Stat`: the totals of days, and what counts the hits of a day. */
const COMPLETE: ReadonlySet<RollupName> = new Set([...TOTAL_ROLLUPS, 'event']);

/** The rollups whose increments may be deferred. */
export const DEFERRABLE: ReadonlySet<RollupName> = new Set(
  ROLLUP_NAMES.filter((name) => !COMPLETE.has(name)),
);

/**
 * The maximum length of the text in characters. Each batch with a hit of the website reads and writes it, so
 * a longer one saves rows and costs time: between 1,800 and 4,000 both were measured to be equal.
 */
const MAX_CHARACTERS = 1_800;

type Counts = [value: string, count: number][];
/** The increments of a day by rollup. */
type Day = [day: number, names: Partial<Record<RollupName, Counts>>];

/**
 * The increments of a website that are not in `Stat` yet, all of them of days that its months do not include.
 * With many websites, a batch has one hit of each, and a hit of a new visitor increments some 25 rows. They
 * are kept in the lock of the website, which each batch reads and writes anyway, until there are many: those
 * of a row then add up.
 */
export class Deferred {
  readonly #stored: string;
  /** The increments as text; null if it has to be built from {@link #days}. */
  #text: string | null;
  /** The increments; null if they have to be read from {@link #text}. */
  #days: Day[] | null = null;

  /** @param text the increments as {@link toString} returns them; empty for none. */
  constructor(text: string) {
    this.#stored = text;
    this.#text = text;
  }

  /** Whether they differ from the stored ones. */
  get changed(): boolean {
    return this.toString() !== this.#stored;
  }

  get isEmpty(): boolean {
    return this.toString() === '';
  }

  get isFull(): boolean {
    return this.toString().length > MAX_CHARACTERS;
  }

  /** Returns the number of values of a rollup on a day. */
  count({ day, name }: { day: number; name: string }): number {
    return this.#read().find((one) => one[0] === day)?.[1][name as RollupName]?.length ?? 0;
  }

  /** Whether increments of a value are deferred. */
  has({ period, name, value }: Pick<Increment, 'period' | 'name' | 'value'>): boolean {
    const counts = this.#read().find(([day]) => day === period)?.[1][name];
    return counts?.some((count) => count[0] === value) ?? false;
  }

  // The lists are short, so looking through them takes less time than building maps.
  add({ period, name, value, count }: Omit<Increment, 'websiteId'>): void {
    const days = this.#read();
    this.#text = null;
    let day = days.find((one) => one[0] === period);
    if (!day) {
      day = [period, {}];
      days.push(day);
    }
    const counts = day[1][name];
    if (!counts) {
      day[1][name] = [[value, count]];
      return;
    }
    for (const one of counts) {
      if (one[0] !== value) continue;
      one[1] += count;
      return;
    }
    counts.push([value, count]);
  }

  /** Returns the increments as those of a website, and removes them. */
  take(websiteId: number): Increment[] {
    const rows: Increment[] = [];
    for (const [period, names] of this.#read())
      for (const [name, counts] of Object.entries(names) as [RollupName, Counts][])
        for (const [value, count] of counts)
          if (count !== 0) rows.push({ websiteId, name, period, value, count });
    this.#days = null;
    this.#text = '';
    return rows;
  }

  /** Returns them as JSON, `[[day, {name: [[value, count], …], …}], …]`; empty if there are none. */
  toString(): string {
    this.#text ??= JSON.stringify(this.#days);
    return this.#text;
  }

  #read(): Day[] {
    this.#days ??= this.#text ? (JSON.parse(this.#text) as Day[]) : [];
    return this.#days;
  }
}
