import { DayMemory, DayView } from './dayView.ts';
import type { InternedDimension, Interner } from './interner.ts';
import { type Mask, toHits } from './masks.ts';

/** Paths of single hits that the visit stores. The hit may be one that does not exist in the scope. */
const PATHS_OF_VISITS = ['landing_page', 'exit_page'] as const;
type VisitPath = (typeof PATHS_OF_VISITS)[number];

const isVisitPath = (dimension: InternedDimension): dimension is VisitPath =>
  (PATHS_OF_VISITS as readonly InternedDimension[]).includes(dimension);

/**
 * The hits that a viewer who is limited to a segment may read (decision 057). The landing and exit page of a
 * visit are empty unless the viewer may read the hit that they come from.
 */
export class Scope {
  /** The day of the latest call of {@link viewOf}, with all hits. */
  whole: DayView | null = null;
  private limited: DayView | null = null;
  private readonly memory = new DayMemory();
  private readonly ofHits: boolean;
  private readonly hits: Mask;
  private readonly interner: Interner;

  constructor(selected: Mask, interner: Interner) {
    this.ofHits = selected.ofHits;
    this.hits = toHits(selected);
    this.interner = interner;
  }

  /**
   * Returns 1 or 0 by hit: whether it exists for the viewer; null if all do. The array is valid until the
   * next call.
   */
  existing(view: DayView): Uint8Array | null {
    const hits = this.hits.read(view);
    if (hits === 'none') return new Uint8Array(view.columns.hits);
    return hits === 'all' ? null : hits;
  }

  /** Returns the day as the viewer may read it. It is valid until the next call for another day. */
  viewOf(view: DayView): DayView {
    if (this.whole !== view || !this.limited) {
      this.whole = view;
      const { ofHits, interner, memory } = this;
      this.limited = ofHits ? new LimitedView(view, this.existing(view), interner, memory) : view;
    }
    return this.limited;
  }
}

/** A day of which a viewer may read only some hits. Other columns are those of the whole day. */
class LimitedView extends DayView {
  private readonly whole: DayView;
  /** 1 or 0 by hit; null for all. */
  private readonly mask: Uint8Array | null;
  private readonly own: DayMemory;
  private readonly paths = new Map<VisitPath, { texts: Uint32Array; ids: Uint32Array }>();

  constructor(whole: DayView, mask: Uint8Array | null, interner: Interner, memory: DayMemory) {
    super(whole.columns, memory, interner);
    this.whole = whole;
    this.mask = mask;
    this.own = memory;
  }

  override textCount(dimension: InternedDimension): number {
    return this.whole.textCount(dimension) + (isVisitPath(dimension) ? 1 : 0);
  }

  override textsOf(dimension: InternedDimension): Uint32Array {
    return isVisitPath(dimension) ? this.pathsOf(dimension).texts : this.whole.textsOf(dimension);
  }

  override idsOf(dimension: InternedDimension): Uint32Array {
    return isVisitPath(dimension) ? this.pathsOf(dimension).ids : this.whole.idsOf(dimension);
  }

  override numbersOf(column: Parameters<DayView['numbersOf']>[0]): Uint32Array {
    return this.whole.numbersOf(column);
  }

  override startsOf(): Uint32Array {
    return this.whole.startsOf();
  }

  /** The column of a path, with one more text, which is empty. */
  private pathsOf(dimension: VisitPath): { texts: Uint32Array; ids: Uint32Array } {
    const known = this.paths.get(dimension);
    if (known) return known;
    const { whole, own, mask } = this;
    const { visits } = whole.columns;
    const count = whole.textCount(dimension);
    const texts = own.roomFor(`texts ${dimension}`, count + 1);
    texts.set(whole.textsOf(dimension).subarray(0, count));
    texts[count] = this.interner.dictionary(dimension).idOf('');
    const ids = own.roomFor(`ids ${dimension}`, visits);
    const stored = whole.idsOf(dimension);
    const [starts, event] = [whole.startsOf(), whole.idsOf('event')];
    const [pageTexts, page] = [whole.textsOf('page'), whole.idsOf('page')];
    for (let visit = 0; visit < visits; visit++) {
      const first = starts[visit] as number;
      let hit = first;
      if (dimension === 'exit_page') {
        hit = (starts[visit + 1] as number) - 1;
        while (hit >= first && event[hit] !== 0) hit--;
      }
      const id = stored[visit] as number;
      // The hit has another path if clocks differed when it was stored.
      const exists = hit >= first && (mask === null || mask[hit] === 1);
      const isShown = exists && pageTexts[page[hit] as number] === texts[id];
      ids[visit] = isShown ? id : count;
    }
    const paths = { texts, ids };
    this.paths.set(dimension, paths);
    return paths;
  }
}
