import { invalid } from '../../../errors.ts';
import type { JourneyNode, JourneyQuestion } from '../../question/types.ts';
import { END, OTHER } from '../../registry/statistics.ts';
import { CandidateVisits, type Counter, type CounterPart, type HitLimits, HitOrder } from './counter.ts';
import type { DayView } from './dayView.ts';
import type { Dictionary } from './interner.ts';
import { PairNumbering } from './numbering.ts';
import { compareTexts, smallest } from './order.ts';
import type { Selection } from './selection.ts';

/** Maximum number of nodes of the whole tree: some 50 MB. */
const MAX_NODES = 1_000_000;

/** The root of the tree; other nodes have their number + 1. */
const ROOT = 0;

/** Values are twice the id of a path, or twice that of the name of an event and one. */
const pageValue = (id: number) => 2 * id;
const eventValue = (id: number) => 2 * id + 1;

/**
 * Counts visits by the steps that they take from the first hit that meets a condition on, or back from the
 * last one.
 */
export class JourneyCounter implements Counter {
  /** Numbers nodes by the node before, and the value. */
  private readonly nodes = new PairNumbering();
  /** By node: its visits. */
  private visits: Float64Array = new Float64Array(1_024);
  private readonly order = new HitOrder();
  private readonly question: JourneyQuestion;
  private readonly meets: (view: DayView) => Uint8Array;
  private readonly paths: Dictionary;
  private readonly events: Dictionary;

  /** @param meets returns 1 or 0 by hit of a day: whether it meets the anchor. */
  constructor(
    question: JourneyQuestion,
    meets: (view: DayView) => Uint8Array,
    dictionaries: { paths: Dictionary; events: Dictionary },
  ) {
    this.question = question;
    this.meets = meets;
    this.paths = dictionaries.paths;
    this.events = dictionaries.events;
  }

  add(view: DayView, selection: Selection, limits: HitLimits): void {
    if (selection.count === 0) return;
    const meets = this.meets(view);
    this.order.begin(view, limits);
    const [page, pageTexts] = [view.idsOf('page'), view.textsOf('page')];
    const [event, eventTexts] = [view.idsOf('event'), view.textsOf('event')];
    const { steps, direction } = this.question;
    const { order } = this;
    const forwards = direction === 'forwards';
    const candidates = new CandidateVisits(view, meets, selection, 'visit');
    while (candidates.next()) {
      const found = order.read(candidates.from, candidates.to);
      const { rows } = order;
      const step = forwards ? 1 : -1;
      let position = forwards ? 0 : found - 1;
      while (position >= 0 && position < found && meets[rows[position] as number] === 0) position += step;
      let [node, previous, level] = [ROOT, -1, 0];
      for (; position >= 0 && position < found && level < steps; position += step) {
        const hit = rows[position] as number;
        const name = event[hit] as number;
        const value =
          name === 0
            ? pageValue(pageTexts[page[hit] as number] as number)
            : eventValue(eventTexts[name] as number);
        if (value === previous) continue;
        previous = value;
        node = this.count(node, value, 1);
        level++;
      }
    }
  }

  /** Adds visits to a node. @returns the node. */
  private count(before: number, value: number, visits: number): number {
    const node = this.nodes.numberOf(before, value);
    if (node >= MAX_NODES) throw tooMany();
    if (node >= this.visits.length) {
      const larger = new Float64Array(2 * this.visits.length);
      larger.set(this.visits);
      this.visits = larger;
    }
    this.visits[node] = (this.visits[node] as number) + visits;
    return node + 1;
  }

  private textOf(value: number): string {
    const { texts } = value % 2 === 0 ? this.paths : this.events;
    return texts[value >> 1] as string;
  }

  part(): CounterPart {
    const { size, left, right } = this.nodes;
    const texts: string[] = [];
    const positions = new Map<number, number>();
    const values = Float64Array.from(right.subarray(0, size), (value) => {
      const position = positions.get(value) ?? texts.push(this.textOf(value)) - 1;
      positions.set(value, position);
      return 2 * position + (value % 2);
    });
    return {
      texts,
      numbers: [Float64Array.from(left.subarray(0, size)), values, this.visits.slice(0, size)],
    };
  }

  merge({ texts, numbers: [before, values, visits] }: CounterPart): void {
    const own: number[] = [];
    const ids = new Map<number, number>();
    for (const [node, value] of (values as Float64Array).entries()) {
      const text = texts[value >> 1] as string;
      const known =
        ids.get(value) ??
        (value % 2 === 0 ? pageValue(this.paths.idOf(text)) : eventValue(this.events.idOf(text)));
      ids.set(value, known);
      // A node has a higher number than the one before it.
      const parent = (before as Float64Array)[node] as number;
      own[node] = this.count(
        parent === ROOT ? ROOT : (own[parent - 1] as number),
        known,
        (visits as Float64Array)[node] as number,
      );
    }
  }

  answer(): JourneyNode[] {
    return this.level([ROOT], 1, this.index());
  }

  /** Sorts the nodes by the one before them. */
  private index(): Below {
    const { size, left } = this.nodes;
    const starts = new Uint32Array(size + 2);
    for (let node = 0; node < size; node++) {
      const at = (left[node] as number) + 1;
      starts[at] = (starts[at] as number) + 1;
    }
    for (let node = 0; node <= size; node++)
      starts[node + 1] = (starts[node + 1] as number) + (starts[node] as number);
    const next = starts.slice();
    const nodes = new Uint32Array(size);
    for (let node = 0; node < size; node++) {
      const before = left[node] as number;
      nodes[next[before] as number] = node;
      next[before] = (next[before] as number) + 1;
    }
    return { starts, nodes };
  }

  /** Returns the nodes of a level below others, which count as one. */
  private level(parents: readonly number[], level: number, below: Below): JourneyNode[] {
    const { steps, first } = this.question;
    if (level > steps) return [];
    const { starts, nodes } = below;
    const byValue = new Map<number, Branch>();
    let ended = 0;
    for (const parent of parents) {
      if (parent !== ROOT) ended += this.visits[parent - 1] as number;
      for (let at = starts[parent] as number; at < (starts[parent + 1] as number); at++) {
        const node = nodes[at] as number;
        const visits = this.visits[node] as number;
        if (parent !== ROOT) ended -= visits;
        const value = this.nodes.right[node] as number;
        const known = byValue.get(value);
        if (known) {
          known.visits += visits;
          known.nodes.push(node + 1);
        } else byValue.set(value, { value, visits, nodes: [node + 1] });
      }
    }
    const branches = [...byValue.values()];
    const largest = smallest(branches.keys(), first, (one, other) =>
      this.compare(branches[one] as Branch, branches[other] as Branch),
    );
    const shown = largest.map((index): JourneyNode => {
      const { value, visits, nodes: own } = branches[index] as Branch;
      return {
        dimension: value % 2 === 0 ? 'page' : 'event',
        value: this.textOf(value),
        visits,
        children: this.level(own, level + 1, below),
      };
    });
    if (branches.length > first) {
      const isShown = new Set(largest);
      const rest = branches.filter((_, index) => !isShown.has(index));
      shown.push({
        dimension: null,
        value: OTHER,
        visits: rest.reduce((sum, { visits }) => sum + visits, 0),
        children: this.level(
          rest.flatMap(({ nodes: own }) => own),
          level + 1,
          below,
        ),
      });
    }
    if (ended > 0) shown.push({ dimension: null, value: END, visits: ended, children: [] });
    return shown;
  }

  /** The largest first; ties by their texts, and a page before an event. */
  private compare(one: Branch, other: Branch): number {
    if (one.visits !== other.visits) return other.visits - one.visits;
    return (
      compareTexts(this.textOf(one.value), this.textOf(other.value)) || (one.value % 2) - (other.value % 2)
    );
  }
}

/** The nodes by the one before them: those of node `n` are `nodes[starts[n]]` to `nodes[starts[n + 1]]`. */
interface Below {
  starts: Uint32Array;
  nodes: Uint32Array;
}

/** Nodes with the same value. */
interface Branch {
  value: number;
  visits: number;
  nodes: number[];
}

const tooMany = () =>
  invalid({
    steps: [`Would give more than ${MAX_NODES} different journeys. Use fewer steps, a filter or fewer days.`],
  });
