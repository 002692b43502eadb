import { filterKey } from '../../question/filterKey.ts';
import type { Filter, ValueTest } from '../../question/types.ts';
import { compileTest } from '../../question/valueTest.ts';
import type { ColumnDimension } from '../../registry/dimensions.ts';
import { type DayView, isOfHits, isOptional } from './dayView.ts';
import { type HitLister, HitLists, inAll, listerOf } from './hitLists.ts';
import type { InternedDimension, Interner } from './interner.ts';
import { beforeHour, combined, daily, inverted, type Mask, toHits, visited } from './masks.ts';
import { Scope } from './scope.ts';
import { StepHits, type StepMask } from './stepHits.ts';
import { selectsMissing, TextBits, TextTests } from './textTests.ts';

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
  /** The condition on a value that it stands for; null for other masks. */
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
  private readonly listers = new Map<string, HitLister>();
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
    const lists = parts.flatMap(({ key, value }) => (value ? [this.listed(key, value)] : []));
    const mask = this.allOf(parts.filter(({ value }) => !value));
    return inAll(mask ? [...lists, listerOf(mask)] : lists);
  }

  /** Returns the function that lists the hits that meet a condition, in one pass with those of others. */
  private listed(key: string, { dimension, test }: ValueCondition): HitLister {
    const known = this.listers.get(key);
    if (known) return known;
    let lists = this.lists.get(dimension);
    if (!lists || lists.isFull) {
      lists = new HitLists(dimension, this.interner.dictionary(dimension));
      this.lists.set(dimension, lists);
    }
    const lister = lists.add(test);
    this.listers.set(key, lister);
    return lister;
  }

  /** Splits a filter at its `and`: it selects the hits that all of the masks select. */
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
      if (filter.kind !== 'value') masks.push({ mask: toHits(this.compile(filter)), bit });
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
