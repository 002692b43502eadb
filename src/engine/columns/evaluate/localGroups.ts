import { type DayView, isOfHits, roomFor } from './dayView.ts';
import type { InternedDimension } from './interner.ts';
import { PairNumbering } from './numbering.ts';
import { endOfHits, FIRST_HIT, type Selection, STRIDE } from './selection.ts';

/** Groups of the visits or hits of a day by the values of some columns. */
export interface LocalGroups {
  /** Whether `ids` has one element for each hit; otherwise for each visit. */
  ofHits: boolean;
  /** The group, by visit or hit. Undefined for visits that are not selected. */
  ids: Uint32Array;
  /** Number of groups. */
  size: number;
  /** For each column, in the given order: the position of its value in the column, by group. */
  values: readonly Uint32Array[];
}

/** One group with everything, and one for each value of a column: the groups themselves are the positions. */
let [zeros, identity] = [new Uint32Array(0), new Uint32Array(0)];

function allInOne(rows: number): LocalGroups {
  if (zeros.length < rows) zeros = new Uint32Array(2 * rows);
  return { ofHits: false, ids: zeros, size: 1, values: [] };
}

function ofColumn(view: DayView, dimension: InternedDimension): LocalGroups {
  const size = view.textCount(dimension);
  if (identity.length < size) identity = Uint32Array.from({ length: 2 * size }, (_, index) => index);
  return { ofHits: isOfHits(dimension), ids: view.idsOf(dimension), size, values: [identity] };
}

/** Groups the selected visits or hits of one day after the other by up to three columns. */
export class LocalGrouper {
  private readonly dimensions: readonly InternedDimension[];
  private readonly combiners: Combiner[];
  private readonly compact: boolean;

  /**
   * @param dimensions those of visits first.
   * @param compact whether there must be no groups without selected hits.
   */
  constructor(dimensions: readonly InternedDimension[], compact: boolean) {
    this.dimensions = dimensions;
    this.combiners = dimensions.map(() => new Combiner());
    this.compact = compact;
  }

  group(view: DayView, selection: Selection): LocalGroups {
    let groups = allInOne(view.columns.visits);
    for (const [index, dimension] of this.dimensions.entries()) {
      const column = ofColumn(view, dimension);
      const combiner = this.combiners[index] as Combiner;
      groups = index === 0 && !this.compact ? column : combiner.combine(view, selection, groups, column);
    }
    return groups;
  }
}

/** Combines two groupings to the groups of both. */
class Combiner {
  private readonly pairs = new PairNumbering();
  private ids: Uint32Array = new Uint32Array(0);

  combine(view: DayView, selection: Selection, left: LocalGroups, right: LocalGroups): LocalGroups {
    const { pairs } = this;
    pairs.clear();
    const { ofHits } = right;
    this.ids = roomFor(this.ids, ofHits ? view.columns.hits : view.columns.visits);
    if (ofHits) this.combineHits(selection, left, right.ids);
    else this.combineVisits(selection, left.ids, right.ids);
    const valuesOf = (positions: Uint32Array, values: Uint32Array) =>
      positions.subarray(0, pairs.size).map((position) => values[position] as number);
    const values = [
      ...left.values.map((column) => valuesOf(pairs.left, column)),
      ...right.values.map((column) => valuesOf(pairs.right, column)),
    ];
    return { ofHits, ids: this.ids, size: pairs.size, values };
  }

  private combineVisits({ count, records }: Selection, left: Uint32Array, right: Uint32Array): void {
    const { ids, pairs } = this;
    for (let offset = 1; offset < STRIDE * count; offset += STRIDE) {
      const visit = records[offset] as number;
      ids[visit] = pairs.numberOf(left[visit] as number, right[visit] as number);
    }
  }

  private combineHits({ count, records, hits }: Selection, left: LocalGroups, right: Uint32Array): void {
    const { ids, pairs } = this;
    for (let record = 0; record < STRIDE * count; record += STRIDE) {
      const visit = records[record + 1] as number;
      const end = endOfHits(records, record);
      for (let index = records[record + FIRST_HIT] as number; index < end; index++) {
        const hit = hits[index] as number;
        ids[hit] = pairs.numberOf(left.ids[left.ofHits ? hit : visit] as number, right[hit] as number);
      }
    }
  }
}
