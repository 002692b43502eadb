import { filterKey } from '../../question/filterKey.ts';
import type { Filter, ValueTest } from '../../question/types.ts';
import { compileTest } from '../../question/valueTest.ts';
import type { ColumnDimension } from '../../registry/dimensions.ts';
import { type DayView, isOfHits, isOptional } from './dayView.ts';
import type { Interner } from './interner.ts';
import { Scope } from './scope.ts';
import { selectsMissing, TextBits, TextTests } from './textTests.ts';

/** Selects visits or hits of a day. */
export interface Mask {
  /** Whether it selects hits; otherwise visits, with all of their hits. */
  ofHits: boolean;
  /** Returns 1 or 0 by visit or hit. The array is valid until the mask is read for another day. */
  read(view: DayView): Uint8Array;
}

/** What a scope selects, and the compiler of filters within it. */
interface Limited {
  selected: Mask;
  scope: Scope;
  masks: MaskCompiler;
}

/** Compiles filters to masks. Equal parts of all filters share a mask, which is computed once a day. */
export class MaskCompiler {
  private readonly masks = new Map<string, Mask>();
  private readonly hours = new Map<number, Mask>();
  private readonly limited = new Map<string, Limited>();
  private readonly interner: Interner;
  /** Selects the hits that `visited` sees; null for all. */
  private readonly within: Mask | null;

  constructor(interner: Interner, within: Mask | null = null) {
    this.interner = interner;
    this.within = within;
  }

  /** Returns the scope of a filter, from which columns must be read; null if it has none. */
  scopeOf(filter: Filter | null): Scope | null {
    return filter?.kind === 'within' ? this.limitTo(filter.scope).scope : null;
  }

  compile(filter: Filter): Mask {
    const key = filterKey(filter);
    let mask = this.masks.get(key);
    if (!mask) {
      mask = this.build(filter);
      this.masks.set(key, mask);
    }
    return mask;
  }

  /** Compiles a filter, and selects of its hits only those before a local hour. Null selects all hits. */
  compileUntil(filter: Filter | null, hour: number): Mask {
    const before = this.hours.get(hour) ?? beforeHour(hour);
    this.hours.set(hour, before);
    return filter ? combined([this.compile(filter), before], 1) : before;
  }

  private build(filter: Filter): Mask {
    switch (filter.kind) {
      case 'value':
        return this.valueMask(filter.dimension, filter.test);
      case 'all':
        return combined(
          filter.parts.map((part) => this.compile(part)),
          1,
        );
      case 'any':
        return combined(
          filter.parts.map((part) => this.compile(part)),
          0,
        );
      case 'not':
        return inverted(this.compile(filter.part));
      case 'visited':
        return visited(
          this.within ? combined([this.compile(filter.part), this.within], 1) : this.compile(filter.part),
        );
      case 'goal':
        throw new Error('The filter of a goal must replace the goal.');
      case 'within': {
        const { selected, scope, masks } = this.limitTo(filter.scope);
        if (filter.part === null) return selected;
        const part = masks.compile(filter.part);
        return combined(
          [selected, { ofHits: part.ofHits, read: (view) => part.read(scope.viewOf(view)) }],
          1,
        );
      }
    }
  }

  private limitTo(filter: Filter): Limited {
    const key = filterKey(filter);
    const known = this.limited.get(key);
    if (known) return known;
    const selected = this.compile(filter);
    const scope = new Scope(selected, this.interner);
    const within = { ofHits: selected.ofHits, read: () => selected.read(scope.whole as DayView) };
    const limited = { selected, scope, masks: new MaskCompiler(this.interner, within) };
    this.limited.set(key, limited);
    return limited;
  }

  private valueMask(dimension: ColumnDimension, test: ValueTest): Mask {
    const tests = new TextTests(this.interner.dictionary(dimension), compileTest(test));
    // A pageview has no event, so no condition on the event selects it.
    const ofMissing = isOptional(dimension) ? Number(selectsMissing(test)) : null;
    let passes = new Uint8Array(0);
    return daily(isOfHits(dimension), (out, view) => {
      const count = view.textCount(dimension);
      if (passes.length < count) passes = new Uint8Array(2 * count);
      tests.passEach(passes, view.textsOf(dimension), count);
      if (ofMissing !== null) passes[0] = ofMissing;
      const ids = view.idsOf(dimension);
      for (let row = 0; row < out.length; row++) out[row] = passes[ids[row] as number] as number;
    });
  }

  /**
   * Compiles up to 8 conditions on hits to one number by hit: the bit of a condition is set if the hit meets
   * it. Conditions on the same dimension share one pass over the hits, and test each text once.
   */
  compileBits(filters: readonly Filter[]): (view: DayView) => Uint8Array {
    const masks: { mask: Mask; bit: number }[] = [];
    const byDimension = new Map<ColumnDimension, TextBits>();
    for (const [index, filter] of filters.entries()) {
      const bit = 1 << index;
      if (filter.kind !== 'value') masks.push({ mask: this.compile(filter), bit });
      else {
        const { dimension, test } = filter;
        const texts =
          byDimension.get(dimension) ?? new TextBits(dimension, this.interner.dictionary(dimension));
        texts.add(test, bit);
        byDimension.set(dimension, texts);
      }
    }
    let bits = new Uint8Array(0);
    return (view) => {
      const { hits } = view.columns;
      if (bits.length < hits) bits = new Uint8Array(2 * hits);
      const out = bits.subarray(0, hits).fill(0);
      for (const texts of byDimension.values()) texts.addTo(out, view);
      for (const { mask, bit } of masks) {
        const met = hitsOf(mask, view);
        for (let hit = 0; hit < hits; hit++) out[hit] = (out[hit] as number) | (bit * (met[hit] as number));
      }
      return out;
    };
  }
}

/** Returns 1 or 0 by hit: whether a mask of hits, or of visits, selects it. */
export function hitsOf(mask: Mask, view: DayView): Uint8Array {
  const found = mask.read(view);
  if (mask.ofHits) return found;
  const hits = new Uint8Array(view.columns.hits);
  view.spreadToHits(found, hits);
  return hits;
}

/** Creates a mask that is computed once a day. `fill` sets all elements of `out`. */
function daily(ofHits: boolean, fill: (out: Uint8Array, view: DayView) => void): Mask {
  let memory = new Uint8Array(0);
  let out = memory;
  let day: DayView | null = null;
  return {
    ofHits,
    read(view) {
      if (day === view) return out;
      const rows = ofHits ? view.columns.hits : view.columns.visits;
      if (memory.length < rows) memory = new Uint8Array(Math.ceil(1.5 * rows));
      out = memory.subarray(0, rows);
      fill(out, view);
      day = view;
      return out;
    },
  };
}

/** Selects the hits before a local hour. */
function beforeHour(hour: number): Mask {
  return daily(true, (out, view) => {
    const hitHour = view.numbersOf('hitHour');
    for (let row = 0; row < out.length; row++) out[row] = (hitHour[row] as number) < hour ? 1 : 0;
  });
}

/** Combines masks with *and* (`neutral` 1) or *or* (`neutral` 0). */
function combined(parts: Mask[], neutral: 0 | 1): Mask {
  const ofHits = parts.filter((part) => part.ofHits);
  const ofVisits = parts.filter((part) => !part.ofHits);
  const apply = (masks: Mask[]) => (out: Uint8Array, view: DayView) => {
    for (const mask of masks) (neutral === 1 ? and : or)(out, mask.read(view));
  };
  const visits = daily(false, (out, view) => apply(ofVisits)(out.fill(neutral), view));
  if (ofHits.length === 0) return visits;
  return daily(true, (out, view) => {
    if (ofVisits.length === 0) out.fill(neutral);
    else view.spreadToHits(visits.read(view), out);
    apply(ofHits)(out, view);
  });
}

function and(out: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < out.length; row++) out[row] = (out[row] as number) & (mask[row] as number);
}

function or(out: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < out.length; row++) out[row] = (out[row] as number) | (mask[row] as number);
}

function inverted(part: Mask): Mask {
  return daily(part.ofHits, (out, view) => {
    const mask = part.read(view);
    for (let row = 0; row < out.length; row++) out[row] = 1 - (mask[row] as number);
  });
}

/** Selects the visits in which at least one hit matches. */
function visited(part: Mask): Mask {
  // A part without conditions selects all visits, all of which have hits.
  if (!part.ofHits) return part;
  return daily(false, (out, view) => {
    const mask = part.read(view);
    const starts = view.startsOf();
    for (let visit = 0; visit < out.length; visit++) {
      const end = starts[visit + 1] as number;
      let found = 0;
      for (let hit = starts[visit] as number; hit < end; hit++) found |= mask[hit] as number;
      out[visit] = found;
    }
  });
}
