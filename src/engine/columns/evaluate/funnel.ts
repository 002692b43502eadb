import type { FunnelQuestion, FunnelStepAnswer } from '../../question/types.ts';
import { CandidateVisits, type Counter, type CounterPart, type HitLimits } from './counter.ts';
import type { DayView } from './dayView.ts';
import { HitOrder } from './hitOrder.ts';
import type { Dictionary } from './interner.ts';
import { compareTexts, smallest } from './order.ts';
import { withRoom } from './room.ts';
import type { Selection } from './selection.ts';
import type { StepHits } from './stepHits.ts';

/** Maximum number of pages that visitors left to, of a step. */
const MAX_LEFT_TO = 100;

/** Numbers of which there are more and more. */
class GrowingNumbers {
  private numbers = new Float64Array(16);
  length = 0;

  push(number: number): void {
    this.numbers = withRoom(this.numbers, this.length + 1);
    this.numbers[this.length] = number;
    this.length++;
  }

  append(numbers: Float64Array): void {
    this.numbers = withRoom(this.numbers, this.length + numbers.length);
    this.numbers.set(numbers, this.length);
    this.length += numbers.length;
  }

  /** Returns a copy. */
  values(): Float64Array {
    return this.numbers.slice(0, this.length);
  }
}

/** Counts by id of a dictionary. */
class CountsById {
  private counts = new Uint32Array(0);

  add(id: number, count: number): void {
    this.counts = withRoom(this.counts, id + 1);
    this.counts[id] = (this.counts[id] as number) + count;
  }

  get(id: number): number {
    return this.counts[id] as number;
  }

  /** The ids that were counted, in ascending order. */
  *ids(): Iterable<number> {
    for (let id = 0; id < this.counts.length; id++) if (this.counts[id] !== 0) yield id;
  }
}

/**
 * Counts the visitors who reach the steps of a funnel.
 *
 * A visitor reaches step k with a hit if that meets the step, and an earlier hit ends a sequence of the steps
 * before. Of all such sequences, the one that ends last also began last: the beginning of the best sequence
 * of k - 1 steps that ends with a hit is that of the best one of k - 2 steps before it, which never moves
 * back. So for each step only the latest sequence matters, for the limit of time as for the least time since
 * the step before.
 */
export class FunnelCounter implements Counter {
  private readonly reached: Float64Array;
  /** By step: the least time since the step before, of each visitor who reached it. */
  private readonly gaps: readonly GrowingNumbers[];
  /** By step: the visitors who reached it, but not the next, by the path that they saw next. */
  private readonly left: readonly CountsById[];
  private readonly question: FunnelQuestion;
  private readonly stepHits: StepHits;
  private readonly paths: Dictionary;
  private readonly order = new HitOrder();

  /**
   * @param stepHits which steps hits meet.
   * @param paths the dictionary of paths.
   */
  constructor(question: FunnelQuestion, stepHits: StepHits, paths: Dictionary) {
    const { steps } = question;
    this.question = question;
    this.stepHits = stepHits;
    this.paths = paths;
    this.reached = new Float64Array(steps.length);
    this.gaps = steps.map(() => new GrowingNumbers());
    this.left = steps.map(() => new CountsById());
  }

  add(view: DayView, selection: Selection, limits: HitLimits): void {
    const hits = this.stepHits.read(view);
    if (hits.length === 0) return;
    const { scope, strict, within } = this.question;
    const steps = this.question.steps.length;
    this.order.begin(view, limits);
    const [event, page, pageTexts] = [view.idsOf('event'), view.idsOf('page'), view.textsOf('page')];
    const limit = within ?? Number.POSITIVE_INFINITY;
    const { order, stepHits } = this;
    // Of the latest sequence of each reached step: the positions of its first and its last hit.
    const [began, ended] = [new Int32Array(steps), new Int32Array(steps)];
    const gap = new Float64Array(steps);
    const candidates = new CandidateVisits(view, hits, selection, scope);
    let [visitor, deepest, leftTo] = [-1, -1, -1];
    while (candidates.next()) {
      if (candidates.visitor !== visitor) {
        this.count(deepest, gap, leftTo);
        visitor = candidates.visitor;
        deepest = -1;
        leftTo = -1;
      }
      const found = order.read(candidates.from, candidates.to);
      /** The last step that is reached in these hits, and the position of the first hit that reaches it. */
      let deep = -1;
      let reachedAt = -1;
      for (let position = 0; position < found; position++) {
        let met = stepHits.of(order.rowOf(position));
        // From the last step to the first, so that no hit serves two of them.
        while (met !== 0) {
          const step = 31 - Math.clz32(met);
          met ^= 1 << step;
          if (step > deep + 1) continue;
          if (step === 0) {
            began[0] = position;
          } else {
            const before = ended[step - 1] as number;
            if (strict && before !== position - 1) continue;
            const time = order.timeOf(position);
            const beginning = began[step - 1] as number;
            if (time - order.timeOf(beginning) > limit) continue;
            began[step] = beginning;
            const least = time - order.timeOf(before);
            const isFirst = step > deep && step > deepest;
            if (isFirst || least < (gap[step] as number)) gap[step] = least;
          }
          ended[step] = position;
          if (step <= deep) continue;
          deep = step;
          reachedAt = position;
        }
      }
      if (deep <= deepest) continue;
      deepest = deep;
      leftTo = -1;
      if (deep === steps - 1) continue;
      for (let position = reachedAt + 1; position < found; position++) {
        const hit = order.rowOf(position);
        if (event[hit] !== 0) continue;
        leftTo = pageTexts[page[hit] as number] as number;
        break;
      }
    }
    this.count(deepest, gap, leftTo);
  }

  /**
   * Counts a visitor.
   * @param deepest the last step that the visitor reached; -1 for none.
   * @param gap by step: the least time since the step before.
   * @param leftTo the path that the visitor saw next; -1 for none.
   */
  private count(deepest: number, gap: Float64Array, leftTo: number): void {
    for (let step = 0; step <= deepest; step++) {
      this.reached[step] = (this.reached[step] as number) + 1;
      if (step > 0) this.gaps[step]?.push(gap[step] as number);
    }
    if (leftTo >= 0) this.left[deepest]?.add(leftTo, 1);
  }

  part(): CounterPart {
    const texts: string[] = [];
    const positions = new Map<number, number>();
    const left = this.left.map((pages) =>
      Float64Array.from(
        [...pages.ids()].flatMap((page) => {
          const position = positions.get(page) ?? texts.push(this.paths.texts[page] as string) - 1;
          positions.set(page, position);
          return [position, pages.get(page)];
        }),
      ),
    );
    return { texts, numbers: [this.reached.slice(), ...this.gaps.map((gaps) => gaps.values()), ...left] };
  }

  merge({ texts, numbers: [reached, ...others] }: CounterPart): void {
    const steps = this.question.steps.length;
    const ids = texts.map((text) => this.paths.idOf(text));
    for (let step = 0; step < steps; step++) {
      this.reached[step] = (this.reached[step] as number) + ((reached as Float64Array)[step] as number);
      this.gaps[step]?.append(others[step] as Float64Array);
      const left = others[steps + step] as Float64Array;
      for (let index = 0; index < left.length; index += 2)
        this.left[step]?.add(ids[left[index] as number] as number, left[index + 1] as number);
    }
  }

  answer(): FunnelStepAnswer[] {
    const { texts } = this.paths;
    return this.question.steps.map((_, step) => {
      const pages = this.left[step] as CountsById;
      const compare = (one: number, other: number) =>
        pages.get(other) - pages.get(one) || compareTexts(texts[one] as string, texts[other] as string);
      return {
        visitors: this.reached[step] as number,
        median: medianOf((this.gaps[step] as GrowingNumbers).values()),
        leftTo: smallest(pages.ids(), MAX_LEFT_TO, compare).map((page) => ({
          path: texts[page] as string,
          visitors: pages.get(page),
        })),
      };
    });
  }
}

/** Returns the median; of an even number of values, the mean of the two in the middle. Reorders them. */
function medianOf(values: Float64Array): number | null {
  const { length } = values;
  if (length === 0) return null;
  const middle = length >> 1;
  const upper = select(values, middle);
  if (length % 2 === 1) return upper;
  let lower = values[0] as number;
  for (let index = 1; index < middle; index++) lower = Math.max(lower, values[index] as number);
  return (lower + upper) / 2;
}

/** Returns the value that a sorted array has at a position (quickselect). Smaller ones are before it then. */
function select(values: Float64Array, position: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1] as number;
    let [left, right] = [from, to];
    while (left <= right) {
      while ((values[left] as number) < pivot) left++;
      while ((values[right] as number) > pivot) right--;
      if (left > right) break;
      const swapped = values[left] as number;
      values[left] = values[right] as number;
      values[right] = swapped;
      left++;
      right--;
    }
    if (position <= right) to = right;
    else if (position >= left) from = left;
    else break;
  }
  return values[position] as number;
}
