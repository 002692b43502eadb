import { invalid } from '../../../errors.ts';
import type { DayView } from './dayView.ts';
import { Dictionary, type InternedDimension, type Interner } from './interner.ts';
import type { LocalGroups } from './localGroups.ts';
import { type Numbering, PairNumbering, SingleNumbering } from './numbering.ts';
import type { TextTests } from './textTests.ts';
import { type GroupedDimension, HOURS_A_DAY, isHourly, isTime, TIME_TEXTS } from './timeTexts.ts';

/** Maximum number of groups of a question: some 100 MB with the texts. */
export const MAX_GROUPS = 300_000;

/** One of the dimensions of a grouping. */
interface Part {
  dimension: GroupedDimension;
  dictionary: Dictionary;
  /** Numbers the pairs of the values of the parts before, which are numbered so as well, and of this part. */
  numbers: Numbering;
  /** The position among the columns of the local groups; -1 for a time dimension. */
  column: number;
  /** Of the day: ids in the dictionary by position in the column, or by hour. */
  translation: Uint32Array;
}

/** The values of groups over all days: numbers the distinct combinations from 0. */
export class Values {
  private readonly parts: readonly Part[];
  private groups: LocalGroups | null = null;

  /** @param columns the dimensions of `by` that are not of time, in the order of the local groups. */
  constructor(by: readonly GroupedDimension[], columns: readonly InternedDimension[], interner: Interner) {
    this.parts = by.map((dimension, index) => ({
      dimension,
      dictionary: isTime(dimension) ? new Dictionary() : interner.dictionary(dimension),
      numbers: index === 0 ? new SingleNumbering() : new PairNumbering(),
      column: columns.indexOf(dimension as InternedDimension),
      translation: new Uint32Array(0),
    }));
  }

  /** Number of groups. */
  get size(): number {
    return this.parts.at(-1)?.numbers.size ?? 0;
  }

  /** The dictionary of each dimension. */
  get dictionaries(): Dictionary[] {
    return this.parts.map(({ dictionary }) => dictionary);
  }

  /** By dimension: the texts of a dimension of time, which are not the interner's; null for others. */
  ownTexts(): (string[] | null)[] {
    return this.parts.map(({ dimension, dictionary }) => (isTime(dimension) ? [...dictionary.texts] : null));
  }

  /** Prepares a day. @throws AppError `invalid` if it may have too many groups. */
  beginDay(view: DayView, groups: LocalGroups): void {
    this.groups = groups;
    const hourly = this.parts.some(({ dimension }) => isHourly(dimension));
    if (hourly && HOURS_A_DAY * groups.size > MAX_GROUPS) throw tooMany();
    for (const part of this.parts) {
      const { dimension, dictionary } = part;
      part.translation = isTime(dimension)
        ? Uint32Array.from(TIME_TEXTS[dimension](view.columns.day), (text) => dictionary.idOf(text))
        : view.textsOf(dimension);
    }
  }

  /**
   * Marks the groups of the day that a search may find: those of which a value passes its test.
   * @param found set to 1 or 0 by group.
   * @param tests by dimension.
   */
  markFound(found: Uint8Array, tests: readonly TextTests[]): void {
    const groups = this.groups as LocalGroups;
    found.fill(0, 0, groups.size);
    for (const [index, { column, translation }] of this.parts.entries()) {
      const test = tests[index] as TextTests;
      const values = groups.values[column];
      // A time dimension has values for the day or its hours. All groups may have those.
      if (!values) {
        if (translation.some((id) => test.passes(id))) found.fill(1, 0, groups.size);
        continue;
      }
      for (let group = 0; group < groups.size; group++)
        if (test.passes(translation[values[group] as number] as number)) found[group] = 1;
    }
  }

  /**
   * Returns the number of a group of the day.
   * @param hour 0 if no dimension is by hour.
   * @throws AppError `invalid` if there are too many groups.
   */
  numberOf(group: number, hour: number): number {
    const values = this.groups?.values;
    let number = 0;
    for (const { column, translation, numbers } of this.parts) {
      const position = column >= 0 ? values?.[column]?.[group] : translation.length === 1 ? 0 : hour;
      number = numbers.numberOf(number, translation[position as number] as number);
    }
    if (number >= MAX_GROUPS) throw tooMany();
    return number;
  }

  /**
   * Returns the number of the group with these values.
   * @param ids by dimension: the id of the value in its dictionary.
   * @throws AppError `invalid` if there are too many groups.
   */
  numberOfIds(ids: readonly number[]): number {
    let number = 0;
    for (const [index, { numbers }] of this.parts.entries())
      number = numbers.numberOf(number, ids[index] as number);
    if (number >= MAX_GROUPS) throw tooMany();
    return number;
  }

  /** By dimension, all of them of time: the id of the first value that a day has. */
  idsOfDay(day: number): number[] {
    return this.parts.map(({ dimension, dictionary }) =>
      isTime(dimension) ? dictionary.idOf(TIME_TEXTS[dimension](day)[0] as string) : 0,
    );
  }

  /** Returns, for each dimension, the ids of the values in its dictionary by group. */
  columns(): Uint32Array[] {
    const { size } = this;
    // Of a single dimension, the groups are numbered by its values.
    let groups: Uint32Array | null = null;
    const reversed = this.parts.toReversed().map(({ numbers: { left, right } }) => {
      if (!groups) {
        groups = left;
        return right.slice(0, size);
      }
      const ids = new Uint32Array(size);
      const next = new Uint32Array(size);
      for (let group = 0; group < size; group++) {
        const number = groups[group] as number;
        ids[group] = right[number] as number;
        next[group] = left[number] as number;
      }
      groups = next;
      return ids;
    });
    return reversed.toReversed();
  }
}

const tooMany = () =>
  invalid({
    by: [`Must give at most ${MAX_GROUPS} rows; got more. Use fewer dimensions, a filter or fewer days.`],
  });
