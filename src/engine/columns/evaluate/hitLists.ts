import type { ValueTest } from '../../question/types.ts';
import type { DayView } from './dayView.ts';
import type { Dictionary, InternedDimension } from './interner.ts';
import type { Mask } from './masks.ts';
import { withRoom } from './room.ts';
import { MAX_BITS, TextBits } from './textTests.ts';

/** Rows of hits, ascending; all or none if that is known without looking at each. */
export type HitList = Uint32Array | 'all' | 'none';

/** Lists hits of a day. A list is valid until another day is read. */
export type HitLister = (view: DayView) => HitList;

/** Rows of hits of which there are more and more. */
class GrowingRows {
  rows: Uint32Array = new Uint32Array(64);
  length = 0;

  push(row: number): void {
    this.rows = withRoom(this.rows, this.length + 1);
    this.rows[this.length] = row;
    this.length++;
  }
}

/**
 * Lists the hits of a day that meet conditions on one dimension, in one pass over the hits for all of them:
 * an operation often has many goals.
 */
export class HitLists {
  private readonly bits: TextBits;
  private readonly lists: GrowingRows[] = [];
  private day: DayView | null = null;

  constructor(dimension: InternedDimension, dictionary: Dictionary) {
    this.bits = new TextBits(dimension, dictionary);
  }

  /** Whether there is no room for another condition. */
  get isFull(): boolean {
    return this.lists.length === MAX_BITS;
  }

  /** Adds a condition. @returns the function that lists its hits. */
  add(test: ValueTest): HitLister {
    const list = new GrowingRows();
    const bit = 1 << (this.lists.push(list) - 1);
    this.bits.add(test, bit);
    return (view) => {
      if (this.day !== view) this.find(view);
      if ((this.bits.every & bit) !== 0) return 'all';
      return list.length === 0 ? 'none' : list.rows.subarray(0, list.length);
    };
  }

  private find(view: DayView): void {
    const { bits, lists } = this;
    this.day = view;
    for (const list of lists) list.length = 0;
    bits.read(view);
    const listed = bits.some & ~bits.every;
    if (listed === 0) return;
    const { table } = bits;
    const ids = view.idsOf(bits.dimension);
    const { hits } = view.columns;
    for (let hit = 0; hit < hits; hit++) {
      let met = (table[ids[hit] as number] as number) & listed;
      while (met !== 0) {
        const index = 31 - Math.clz32(met);
        met ^= 1 << index;
        lists[index]?.push(hit);
      }
    }
  }
}

/**
 * Lists the hits of which a number has bit 0.
 * @param rows is set to them; has room for one more than there are hits.
 * @returns how many they are.
 */
export function listSelected(rows: Uint32Array, bits: Uint8Array): number {
  let length = 0;
  for (let hit = 0; hit < bits.length; hit++) {
    rows[length] = hit;
    length += (bits[hit] as number) & 1;
  }
  return length;
}

/** Lists the hits that a mask of hits selects. */
export function listerOf(mask: Mask): HitLister {
  let rows = new Uint32Array(0);
  return (view) => {
    const selected = mask.read(view);
    if (typeof selected === 'string') return selected;
    if (rows.length <= selected.length) rows = new Uint32Array(Math.ceil(1.5 * selected.length) + 1);
    return rows.subarray(0, listSelected(rows, selected));
  };
}

/** Lists the hits that all of some functions list. */
export function inAll(listers: readonly HitLister[]): HitLister {
  const [only] = listers;
  if (only && listers.length === 1) return only;
  let memory = new Uint32Array(0);
  return (view) => {
    let found: Uint32Array | null = null;
    for (const lister of listers) {
      const list = lister(view);
      if (list === 'none') return list;
      if (list === 'all') continue;
      if (found && memory.length < found.length) memory = new Uint32Array(2 * found.length);
      found = found ? intersection(found, list, memory) : list;
    }
    if (!found) return 'all';
    return found.length === 0 ? 'none' : found;
  };
}

/**
 * Returns the hits that are in both lists.
 * @param out is set to them: an array that is as long as the first list, or that list itself.
 */
function intersection(one: Uint32Array, other: Uint32Array, out: Uint32Array): Uint32Array {
  let [length, at] = [0, 0];
  for (const hit of one) {
    while (at < other.length && (other[at] as number) < hit) at++;
    if (other[at] === hit) out[length++] = hit;
  }
  return out.subarray(0, length);
}
