import type { CounterPart } from './counter.ts';
import type { Grouping } from './grouping.ts';
import { addSums, STRIDE } from './selection.ts';

/** The groups of a grouping over some of the days, without the ids of an interner. */
export interface GroupingPart {
  /** By dimension: the distinct texts. */
  texts: string[][];
  /** By dimension: the position of the text, by group. */
  positions: Uint32Array[];
  /** By group, as in {@link STRIDE}. */
  sums: Float64Array;
}

/** The sums of an evaluation over some of the days. The sums of other days can be added. */
export interface EvaluationPart {
  sums: Float64Array;
  groupings: GroupingPart[];
  /** Left out if there are none. */
  counters?: CounterPart[];
}

/** Returns the groups of a grouping. */
export function partOfGrouping({ values, sums }: Grouping): GroupingPart {
  const columns = values.columns();
  const named = columns.map((ids, index) => {
    const dictionary = values.dictionaries[index]?.texts ?? [];
    const positionOf = new Map<number, number>();
    const texts: string[] = [];
    const positions = ids.map((id) => {
      const known = positionOf.get(id);
      if (known !== undefined) return known;
      positionOf.set(id, texts.length);
      return texts.push(dictionary[id] as string) - 1;
    });
    return { texts, positions };
  });
  return {
    texts: named.map(({ texts }) => texts),
    positions: named.map(({ positions }) => positions),
    sums: sums.slice(0, STRIDE * values.size),
  };
}

/**
 * Adds groups to a grouping, except those that its search does not find: there may be too many of them.
 * @throws AppError `invalid` if there are too many groups.
 */
export function addToGrouping(grouping: Grouping, { texts, positions, sums }: GroupingPart): void {
  const { values } = grouping;
  const ids = texts.map((list, index) => list.map((text) => values.dictionaries[index]?.idOf(text) ?? 0));
  const groups = sums.length / STRIDE;
  grouping.reserve(values.size + groups);
  const own = new Array<number>(texts.length);
  for (let group = 0; group < groups; group += 1) {
    for (let index = 0; index < own.length; index += 1)
      own[index] = ids[index]?.[positions[index]?.[group] as number] as number;
    if (grouping.mayFind(own)) addSums(grouping.sums, STRIDE * values.numberOfIds(own), sums, STRIDE * group);
  }
}
