import { invalid } from '../../../errors.ts';
import type { JourneyNode, JourneyQuestion } from '../../question/types.ts';
import { CandidateVisits, type Counter, type CounterPart, type HitLimits } from './counter.ts';
import type { DayView } from './dayView.ts';
import { HitOrder } from './hitOrder.ts';
import type { Dictionary } from './interner.ts';
import { answerTree, ROOT } from './journeyTree.ts';
import { PairNumbering, SingleNumbering } from './numbering.ts';
import { withRoom } from './room.ts';
import type { Selection } from './selection.ts';
import type { StepHits } from './stepHits.ts';

/** Maximum number of nodes of the whole tree: some 50 MB. */
const MAX_NODES = 1_000_000;

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
  private readonly anchor: StepHits;
  private readonly paths: Dictionary;
  private readonly events: Dictionary;

  /** @param anchor which hits meet the anchor. */
  constructor(
    question: JourneyQuestion,
    anchor: StepHits,
    dictionaries: { paths: Dictionary; events: Dictionary },
  ) {
    this.question = question;
    this.anchor = anchor;
    this.paths = dictionaries.paths;
    this.events = dictionaries.events;
  }

  add(view: DayView, selection: Selection, limits: HitLimits): void {
    const hits = this.anchor.read(view);
    if (hits.length === 0) return;
    this.order.begin(view, limits);
    const [page, pageTexts] = [view.idsOf('page'), view.textsOf('page')];
    const [event, eventTexts] = [view.idsOf('event'), view.textsOf('event')];
    const { steps, direction } = this.question;
    const { order, anchor } = this;
    const forwards = direction === 'forwards';
    const candidates = new CandidateVisits(view, hits, selection, 'visit');
    while (candidates.next()) {
      const found = order.read(candidates.from, candidates.to);
      const step = forwards ? 1 : -1;
      let position = forwards ? 0 : found - 1;
      while (position >= 0 && position < found && anchor.of(order.rowOf(position)) === 0) position += step;
      let node = ROOT;
      let previous = -1;
      let level = 0;
      for (; position >= 0 && position < found && level < steps; position += step) {
        const hit = order.rowOf(position);
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
    this.visits = withRoom(this.visits, node + 1);
    this.visits[node] = (this.visits[node] as number) + visits;
    return node + 1;
  }

  private textOf(value: number): string {
    const { texts } = value % 2 === 0 ? this.paths : this.events;
    return texts[value >> 1] as string;
  }

  part(): CounterPart {
    const { size, left, right } = this.nodes;
    const numbers = new SingleNumbering();
    const values = new Uint32Array(size);
    for (let node = 0; node < size; node++) {
      const value = right[node] as number;
      values[node] = 2 * numbers.numberOf(0, value) + (value % 2);
    }
    const texts = Array.from(numbers.right.subarray(0, numbers.size), (value) => this.textOf(value));
    return {
      texts,
      numbers: [left.slice(0, size), values, this.visits.slice(0, size)],
    };
  }

  merge({ texts, numbers: [before = NONE, values = NONE, visits = NONE] }: CounterPart): void {
    const known = new Int32Array(2 * texts.length).fill(-1);
    const ownValues = new Uint32Array(values.length);
    for (let node = 0; node < values.length; node++) {
      const number = values[node] as number;
      let value = known[number] as number;
      if (value < 0) {
        const text = texts[number >> 1] as string;
        value = number % 2 === 0 ? pageValue(this.paths.idOf(text)) : eventValue(this.events.idOf(text));
        known[number] = value;
      }
      ownValues[node] = value;
    }
    if (this.nodes.size === 0) {
      this.nodes.load(Uint32Array.from(before), ownValues);
      this.visits = Float64Array.from(visits);
      return;
    }
    this.nodes.reserve(values.length);
    const own = new Uint32Array(values.length);
    for (let node = 0; node < values.length; node++) {
      // A node has a higher number than the one before it.
      const parent = before[node] as number;
      const ownParent = parent === ROOT ? ROOT : (own[parent - 1] as number);
      own[node] = this.count(ownParent, ownValues[node] as number, visits[node] as number);
    }
  }

  answer(): JourneyNode[] {
    const { nodes, visits } = this;
    const tree = { size: nodes.size, before: nodes.left, values: nodes.right, visits };
    const texts = {
      isPage: (value: number) => value % 2 === 0,
      textOf: (value: number) => this.textOf(value),
    };
    return answerTree(tree, this.question, texts);
  }
}

const NONE = new Float64Array(0);

const tooMany = () =>
  invalid({
    steps: [`Would give more than ${MAX_NODES} different journeys. Use fewer steps, a filter or fewer days.`],
  });
