import { filterKey } from '../../question/filterKey.ts';
import type { Filter, ValueTest } from '../../question/types.ts';
import { compileTest } from '../../question/valueTest.ts';
import type { ColumnDimension } from '../../registry/dimensions.ts';
import { type DayView, isOfHits, isOptional } from './dayView.ts';
import { type HitLister, HitLists, inAll, listerOf } from './hitLists.ts';
import type { InternedDimension, Interner } from './interner.ts';
import { Scope } from './scope.ts';
import { StepHits, type StepMask } from './stepHits.ts';
import { selectsMissing, TextBits, TextTests } from './textTests.ts';

/** Which rows of a day are selected: 1 or 0 by row. All or none if that is known without looking at each. */
export type SelectedRows = Uint8Array | 'all' | 'none';

/** Selects visits or hits of a day. */
export interface Mask {
  /** Whether it selects hits; otherwise visits, with all of their hits. */
  ofHits: boolean;
  /** Returns the selected visits or hits. The array is valid until the mask is read for another day. */
  read(view: DayView): SelectedRows;
}

/** Selects the listed hits, of the visits that a mask selects; null for all. */
export interface Conjunction {
  visits: Mask | null;
  hits: HitLister | null;
}

/** A condition on a value of visits or hits. */
interface ValueCondition {
  dimension: InternedDimension;
  test: ValueTest;
}

/** A mask, and what identifies it among those of a compiler. */
interface KeyedMask {
  key: string;
  mask: Mask;
  /** The condition on a value that it stands for; null for others. */
  value: ValueCondition | null;
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
  private readonly limited = new Map<string, Limited>();
  private readonly lists = new Map<InternedDimension, HitLists>();
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
    return this.shared(key, () => this.build(filter));
  }

  /**
   * Compiles a filter for a selection: what must hold of visits apart from what must hold of hits, so that
   * the first need not be spread to hits.
   * @param untilHour only hits before this local hour; null for all.
   * @param paid whether only hits with revenue are selected.
   */
  compileSelection(
    filter: Filter | null,
    { untilHour, paid }: { untilHour: number | null; paid: boolean },
  ): Conjunction {
    const parts = filter ? this.conjuncts(filter) : [];
    if (untilHour !== null) {
      const key = `until ${untilHour}`;
      parts.push({ key, mask: this.shared(key, () => beforeHour(untilHour)), value: null });
    }
    if (paid) {
      const key = 'paid';
      const value: ValueCondition = { dimension: 'currency', test: { exists: true } };
      parts.push({ key, mask: this.shared(key, () => this.valueMask(value)), value });
    }
    const ofVisits = parts.filter(({ mask }) => !mask.ofHits);
    const ofHits = parts.filter(({ mask }) => mask.ofHits);
    return { visits: this.allOf(ofVisits), hits: ofHits.length === 0 ? null : this.listOf(ofHits) };
  }

  /** Returns the function that lists the hits that all of the masks select. */
  private listOf(parts: readonly KeyedMask[]): HitLister {
    const lists = parts.flatMap(({ value }) => (value ? [this.listed(value)] : []));
    const mask = this.allOf(parts.filter(({ value }) => !value));
    return mask ? inAll([...lists, listerOf((view) => mask.read(view))]) : inAll(lists);
  }

  /** Returns the function that lists the hits that meet a condition, together with those of others. */
  private listed({ dimension, test }: ValueCondition): HitLister {
    let lists = this.lists.get(dimension);
    if (!lists || lists.isFull) {
      lists = new HitLists(dimension, this.interner.dictionary(dimension));
      this.lists.set(dimension, lists);
    }
    return lists.add(test);
  }

  /** Returns masks of which each must select a hit. */
  private conjuncts(filter: Filter): KeyedMask[] {
    if (filter.kind === 'all') return filter.parts.flatMap((part) => this.conjuncts(part));
    if (filter.kind !== 'within') {
      const value = filter.kind === 'value' ? filter : null;
      return [{ key: filterKey(filter), mask: this.compile(filter), value }];
    }
    const { selected, scope, masks } = this.limitTo(filter.scope);
    const key = filterKey(filter.scope);
    const parts = filter.part ? masks.conjuncts(filter.part) : [];
    return [
      { key, mask: selected, value: null },
      ...parts.map(({ key: own, mask: { ofHits, read } }) => ({
        key: `within(${key},${own})`,
        mask: { ofHits, read: (view: DayView) => read(scope.viewOf(view)) },
        value: null,
      })),
    ];
  }

  /** Returns a mask of visits, or of hits, that selects what all of the given ones select; null for none. */
  private allOf(parts: readonly KeyedMask[]): Mask | null {
    if (parts.length === 0) return null;
    const keys = parts.map(({ key }) => key).sort();
    const masks = parts.map(({ mask }) => mask);
    return this.shared(keys.join(), () => combined(masks, 'all'));
  }

  private shared(key: string, create: () => Mask): Mask {
    const known = this.masks.get(key);
    if (known) return known;
    const mask = create();
    this.masks.set(key, mask);
    return mask;
  }

  private build(filter: Filter): Mask {
    switch (filter.kind) {
      case 'value':
        return this.valueMask(filter);
      case 'all':
        return combined(
          filter.parts.map((part) => this.compile(part)),
          'all',
        );
      case 'any':
        return combined(
          filter.parts.map((part) => this.compile(part)),
          'none',
        );
      case 'not':
        return inverted(this.compile(filter.part));
      case 'visited':
        return visited(
          this.within ? combined([this.compile(filter.part), this.within], 'all') : this.compile(filter.part),
        );
      case 'goal':
        throw new Error('The filter of a goal must replace the goal.');
      case 'within':
        throw new Error('Only a whole filter may have a scope.');
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

  private valueMask({ dimension, test }: ValueCondition): Mask {
    const tests = new TextTests(this.interner.dictionary(dimension), compileTest(test));
    // A pageview has no event, so no condition on the event selects it.
    const ofMissing = isOptional(dimension) ? Number(selectsMissing(test)) : null;
    let passes = new Uint8Array(0);
    return daily(isOfHits(dimension), (view, room) => {
      const count = view.textCount(dimension);
      if (passes.length < count) passes = new Uint8Array(2 * count);
      tests.passEach(passes, view.textsOf(dimension), count);
      if (ofMissing !== null) passes[0] = ofMissing;
      let passing = 0;
      for (let position = 0; position < count; position++) passing += passes[position] as number;
      if (passing === 0) return 'none';
      if (passing === count) return 'all';
      const ids = view.idsOf(dimension);
      const out = room();
      for (let row = 0; row < out.length; row++) out[row] = passes[ids[row] as number] as number;
      return out;
    });
  }

  /** Compiles up to 8 conditions on hits. */
  compileSteps(filters: readonly Filter[]): StepHits {
    const masks: StepMask[] = [];
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
    return new StepHits([...byDimension.values()], masks);
  }
}

/**
 * Creates a mask that is computed once a day.
 * @param select returns the selected rows; for an array, it sets all elements of `room()`.
 */
function daily(ofHits: boolean, select: (view: DayView, room: () => Uint8Array) => SelectedRows): Mask {
  let memory = new Uint8Array(0);
  let selected: SelectedRows = 'none';
  let day: DayView | null = null;
  return {
    ofHits,
    read(view) {
      if (day === view) return selected;
      selected = select(view, () => {
        const rows = ofHits ? view.columns.hits : view.columns.visits;
        if (memory.length < rows) memory = new Uint8Array(Math.ceil(1.5 * rows));
        return memory.subarray(0, rows);
      });
      day = view;
      return selected;
    },
  };
}

/** Selects the hits before a local hour. */
function beforeHour(hour: number): Mask {
  return daily(true, (view, room) => {
    const hitHour = view.numbersOf('hitHour');
    const out = room();
    for (let row = 0; row < out.length; row++) out[row] = (hitHour[row] as number) < hour ? 1 : 0;
    return out;
  });
}

/** Combines masks with *and*, where `neutral` is `all`, or with *or*, where it is `none`. */
function combined(parts: readonly Mask[], neutral: 'all' | 'none'): Mask {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const ofVisits = parts.filter((part) => !part.ofHits);
  const ofHits = parts.filter((part) => part.ofHits);
  const visits = daily(false, (view, room) => combineRows(ofVisits, neutral, view, room));
  if (ofHits.length === 0) return visits;
  return daily(true, (view, room) => {
    const found = visits.read(view);
    if (found === neutral) return combineRows(ofHits, neutral, view, room);
    if (typeof found === 'string') return found;
    const out = room();
    view.spreadToHits(found, out);
    return combineRows(ofHits, neutral, view, room, out);
  });
}

/**
 * Combines what masks select. A mask after one that decides is not read.
 * @param into rows that are combined with them, and then returned; null for none.
 */
function combineRows(
  masks: readonly Mask[],
  neutral: 'all' | 'none',
  view: DayView,
  room: () => Uint8Array,
  into: Uint8Array | null = null,
): SelectedRows {
  let out = into;
  let first: Uint8Array | null = null;
  for (const mask of masks) {
    const rows = mask.read(view);
    if (rows === neutral) continue;
    if (typeof rows === 'string') return rows;
    if (out === null && first === null) {
      first = rows;
      continue;
    }
    if (out === null) {
      out = room();
      out.set(first as Uint8Array);
    }
    (neutral === 'all' ? and : or)(out, rows);
  }
  return out ?? first ?? neutral;
}

function and(out: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < out.length; row++) out[row] = (out[row] as number) & (mask[row] as number);
}

function or(out: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < out.length; row++) out[row] = (out[row] as number) | (mask[row] as number);
}

function inverted(part: Mask): Mask {
  return daily(part.ofHits, (view, room) => {
    const mask = part.read(view);
    if (typeof mask === 'string') return mask === 'all' ? 'none' : 'all';
    const out = room();
    for (let row = 0; row < out.length; row++) out[row] = 1 - (mask[row] as number);
    return out;
  });
}

/** Selects the visits in which at least one hit matches. */
function visited(part: Mask): Mask {
  // A part without conditions selects all visits, all of which have hits.
  if (!part.ofHits) return part;
  return daily(false, (view, room) => {
    const mask = part.read(view);
    if (typeof mask === 'string') return mask;
    const out = room();
    const starts = view.startsOf();
    for (let visit = 0; visit < out.length; visit++) {
      const end = starts[visit + 1] as number;
      let found = 0;
      for (let hit = starts[visit] as number; hit < end; hit++) found |= mask[hit] as number;
      out[visit] = found;
    }
    return out;
  });
}
