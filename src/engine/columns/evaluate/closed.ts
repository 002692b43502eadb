import { filterKey } from '../../question/filterKey.ts';
import type { Question } from '../../question/types.ts';
import { type CounterPart, counterKeyOf } from './counter.ts';
import type { Grouping } from './grouping.ts';
import { STRIDE } from './selection.ts';

/** The groups of a grouping, with values in the ids of the interner that the grouping used. */
export interface ClosedGroups {
  /** By dimension: the value, by group. */
  ids: readonly Uint32Array[];
  /** By dimension: the texts of the ids, where those are not the interner's (times); null where they are. */
  texts: readonly (readonly string[] | null)[];
  /** By group, as in {@link STRIDE}. */
  sums: Float64Array;
}

/** The sums of a question over days that are over. */
export interface ClosedSums {
  sums: Float64Array;
  /** Null for a question without dimensions. */
  groups: ClosedGroups | null;
  /** Null unless the question is about a funnel or journeys. */
  counted: CounterPart | null;
}

/**
 * Identifies what a question asks about the days up to `through`, as 20261121: questions with the same key
 * have the same sums over these days. Null if the question has none of them.
 */
export function closedKey(question: Question, through: number) {
  const { from, to, untilHour, filter, by, search, measure } = question;
  if (from > through) return null;
  const [last, hour] = to > through ? [through, null] : [to, untilHour];
  const counted = counterKeyOf(question);
  return JSON.stringify([from, last, hour, by, search, measure, counted, filterKey(filter)]);
}

/** Returns a copy of the groups of a grouping. */
export function copyGroups({ values, sums }: Grouping): ClosedGroups {
  return {
    ids: values.columns(),
    texts: values.ownTexts(),
    sums: sums.slice(0, STRIDE * values.size),
  };
}

/** Adds groups to a grouping that has none yet, and uses the same interner. */
export function restoreGroups(grouping: Grouping, { ids, texts, sums }: ClosedGroups): void {
  const { values } = grouping;
  const groups = sums.length / STRIDE;
  grouping.reserve(groups);
  grouping.sums.set(sums);
  const own = ids.map((column, index) => {
    const named = texts[index];
    const dictionary = values.dictionaries[index];
    return named ? column.map((id) => dictionary?.idOf(named[id] as string) ?? 0) : column;
  });
  const group = new Array<number>(own.length);
  for (let number = 0; number < groups; number += 1) {
    for (let index = 0; index < own.length; index += 1) group[index] = own[index]?.[number] as number;
    values.numberOfIds(group);
  }
}

/** The memory of sums besides their columns, and of a text, in bytes. */
const OVERHEAD = 500;
const TEXT = 50;

/** Estimates the memory of sums in bytes. */
export function sizeOfClosed({ groups, counted }: ClosedSums): number {
  let size = OVERHEAD;
  for (const { byteLength } of counted?.numbers ?? []) size += byteLength;
  size += TEXT * (counted?.texts.length ?? 0);
  if (!groups) return size;
  const { ids, texts, sums } = groups;
  const columns = ids.reduce((total, { byteLength }) => total + byteLength, sums.byteLength);
  return texts.reduce((total, list) => total + TEXT * (list?.length ?? 0), size + columns);
}
