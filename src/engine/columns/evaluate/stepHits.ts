import type { DayView } from './dayView.ts';
import { listSelected } from './hitLists.ts';
import type { Mask } from './masks.ts';
import type { TextBits } from './textTests.ts';

/** A mask of hits for a condition that is not on a single value, and its bit. */
export interface StepMask {
  mask: Mask;
  bit: number;
}

/** The bits of conditions by position of a text in a column, and the positions by hit. */
interface StepColumn {
  table: Uint32Array;
  ids: Uint32Array;
}

const bitsIn = ({ table, ids }: StepColumn, hit: number): number => table[ids[hit] as number] as number;

/**
 * Which of up to 8 conditions the hits of a day meet, as bits: bit 0 for the first condition. Few visits have
 * a hit that meets the first one, so the bits of a hit are computed when they are needed.
 */
export class StepHits {
  private readonly texts: readonly TextBits[];
  private readonly masks: readonly StepMask[];
  /** Of the day: the columns of which a text meets a condition. A single one is both of the first two. */
  private first: StepColumn | null = null;
  private second: StepColumn | null = null;
  private others: readonly StepColumn[] = [];
  /** By hit: the bits of the masks; null if there are none. */
  private ofMasks: Uint8Array | null = null;
  private memory = new Uint8Array(0);
  private rows: Uint32Array = new Uint32Array(0);

  /** @param texts conditions on single values, by dimension. */
  constructor(texts: readonly TextBits[], masks: readonly StepMask[]) {
    this.texts = texts;
    this.masks = masks;
  }

  /** Reads a day. @returns the rows of the hits that meet the first condition, until the next call. */
  read(view: DayView): Uint32Array {
    const { hits } = view.columns;
    const columns: StepColumn[] = [];
    if (this.rows.length <= hits) this.rows = new Uint32Array(Math.ceil(1.5 * hits) + 1);
    this.ofMasks = this.masks.length > 0 ? this.readMasks(view) : null;
    let length = this.ofMasks ? listSelected(this.rows, this.ofMasks) : 0;
    for (const texts of this.texts) {
      texts.read(view);
      if (texts.some === 0) continue;
      const { table, some } = texts;
      const ids = view.idsOf(texts.dimension);
      columns.push({ table, ids });
      if ((some & 1) !== 0) length = listMeeting(this.rows, table, ids, hits);
    }
    this.first = columns[0] ?? null;
    this.second = columns[1] ?? this.first;
    this.others = columns.slice(2);
    return this.rows.subarray(0, length);
  }

  /** Returns the bits of the conditions that a hit meets. */
  of(hit: number): number {
    const { first, second, ofMasks } = this;
    let bits = ofMasks === null ? 0 : (ofMasks[hit] as number);
    // Most funnels are about pages and events. A loop over both took twice as long.
    if (first !== null && second !== null) bits |= bitsIn(first, hit) | bitsIn(second, hit);
    for (const column of this.others) bits |= bitsIn(column, hit);
    return bits;
  }

  private readMasks(view: DayView): Uint8Array {
    const { hits } = view.columns;
    if (this.memory.length < hits) this.memory = new Uint8Array(Math.ceil(1.5 * hits));
    const out = this.memory.subarray(0, hits).fill(0);
    for (const { mask, bit } of this.masks) {
      const selected = mask.read(view);
      if (selected === 'none') continue;
      for (let hit = 0; hit < hits; hit++)
        if (selected === 'all' || selected[hit] === 1) out[hit] = (out[hit] as number) | bit;
    }
    return out;
  }
}

/** Lists the hits with bit 0 in the table. @param rows has room for one more than there are. */
function listMeeting(rows: Uint32Array, table: Uint32Array, ids: Uint32Array, hits: number): number {
  let length = 0;
  for (let hit = 0; hit < hits; hit++) {
    rows[length] = hit;
    length += (table[ids[hit] as number] as number) & 1;
  }
  return length;
}
