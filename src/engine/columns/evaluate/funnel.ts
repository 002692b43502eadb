import type { FunnelQuestion, FunnelStepAnswer } from '../../question/types.ts';
import { type Counter, type CounterPart, type HitLimits, HitOrder, nextOf } from './counter.ts';
import type { DayView } from './dayView.ts';
import type { Dictionary } from './interner.ts';
import { compareTexts } from './order.ts';
import { type Selection, STRIDE } from './selection.ts';

/** Maximum number of pages that visitors left to, of a step. */
const MAX_LEFT_TO = 100;

/** Numbers of which there are more and more. */
class GrowingNumbers {
  private numbers = new Float64Array(16);
  length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length] = number;
    this.length++;
  }

  /** Returns a copy. */
  values(): Float64Array {
    return this.numbers.slice(0, this.length);
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
  private readonly left: readonly Map<number, number>[];
  private readonly question: FunnelQuestion;
  private readonly bitsOf: (view: DayView) => Uint8Array;
  private readonly paths: Dictionary;
  private readonly order = new HitOrder();

  /**
   * @param bitsOf returns the bits of the steps that each hit of a day meets.
   * @param paths the dictionary of paths.
   */
  constructor(question: FunnelQuestion, bitsOf: (view: DayView) => Uint8Array, paths: Dictionary) {
    const { steps } = question;
    this.question = question;
    this.bitsOf = bitsOf;
    this.paths = paths;
    this.reached = new Float64Array(steps.length);
    this.gaps = steps.map(() => new GrowingNumbers());
    this.left = steps.map(() => new Map());
  }

  add(view: DayView, { count, records }: Selection, limits: HitLimits): void {
    if (count === 0) return;
    const { visits } = view.columns;
    const { scope, strict, within } = this.question;
    const steps = this.question.steps.length;
    const bits = this.bitsOf(view);
    this.order.begin(view, limits);
    const starts = view.startsOf();
    const opens = view.numbersOf('opens');
    const [event, page, pageTexts] = [view.idsOf('event'), view.idsOf('page'), view.textsOf('page')];
    const limit = within ?? Number.POSITIVE_INFINITY;
    const { order, reached } = this;
    // Of the latest sequence of each step: its first time, its last time, and the position of its last hit.
    const [began, ended] = [new Float64Array(steps), new Float64Array(steps)];
    const last = new Int32Array(steps);
    /** By step: the position of the first hit that reaches it in the hits that are read; -1 for none. */
    const first = new Int32Array(steps);
    const gap = new Float64Array(steps);
    let next = 0;
    /** The next hit that meets the first step. */
    let candidate = nextOf(bits, 0);
    while (next < count) {
      const visitor = records[STRIDE * next] as number;
      let deepest = -1;
      let leftTo = -1;
      while (next < count && records[STRIDE * next] === visitor) {
        let from = records[STRIDE * next + 1] as number;
        let to = from + 1;
        next++;
        if (scope === 'visitor') {
          from = visitor;
          for (to = visitor + 1; to < visits && opens[to] === 0; ) to++;
          while (next < count && records[STRIDE * next] === visitor) next++;
        }
        // Most visitors do not meet the first step.
        const firstHit = starts[from] as number;
        if (candidate < firstHit) candidate = nextOf(bits, firstHit);
        if (candidate >= (starts[to] as number)) continue;
        const found = order.read(from, to);
        const { rows, times } = order;
        for (let step = 0; step < steps; step++) {
          last[step] = -1;
          first[step] = -1;
          if (deepest < step) gap[step] = Number.POSITIVE_INFINITY;
        }
        for (let position = 0; position < found; position++) {
          const hit = rows[position] as number;
          const met = bits[hit] as number;
          if (met === 0) continue;
          const time = times[position] as number;
          for (let step = steps - 1; step >= 0; step--) {
            if ((met & (1 << step)) === 0) continue;
            if (step === 0) {
              began[0] = time;
            } else {
              const before = last[step - 1] as number;
              if (before < 0 || (strict && before !== position - 1)) continue;
              const beginning = began[step - 1] as number;
              if (time - beginning > limit) continue;
              began[step] = beginning;
              gap[step] = Math.min(gap[step] as number, time - (ended[step - 1] as number));
            }
            ended[step] = time;
            last[step] = position;
            if (first[step] === -1) first[step] = position;
          }
        }
        let deep = steps - 1;
        while (deep >= 0 && first[deep] === -1) deep--;
        if (deep <= deepest) continue;
        deepest = deep;
        leftTo = -1;
        if (deep === steps - 1) continue;
        for (let position = (first[deep] as number) + 1; position < found; position++) {
          const hit = rows[position] as number;
          if (event[hit] !== 0) continue;
          leftTo = pageTexts[page[hit] as number] as number;
          break;
        }
      }
      for (let step = 0; step <= deepest; step++) {
        reached[step] = (reached[step] as number) + 1;
        if (step > 0) this.gaps[step]?.push(gap[step] as number);
      }
      if (leftTo >= 0) addCount(this.left[deepest] as Map<number, number>, leftTo, 1);
    }
  }

  part(): CounterPart {
    const texts: string[] = [];
    const positions = new Map<number, number>();
    const left = this.left.map((pages) =>
      Float64Array.from(
        [...pages].flatMap(([page, visitors]) => {
          const position = positions.get(page) ?? texts.push(this.paths.texts[page] as string) - 1;
          positions.set(page, position);
          return [position, visitors];
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
      for (const gap of others[step] as Float64Array) this.gaps[step]?.push(gap);
      const left = others[steps + step] as Float64Array;
      for (let index = 0; index < left.length; index += 2)
        addCount(
          this.left[step] as Map<number, number>,
          ids[left[index] as number] as number,
          left[index + 1] as number,
        );
    }
  }

  answer(): FunnelStepAnswer[] {
    return this.question.steps.map((_, step) => ({
      visitors: this.reached[step] as number,
      median: medianOf((this.gaps[step] as GrowingNumbers).values()),
      leftTo: [...(this.left[step] as Map<number, number>)]
        .map(([page, visitors]) => ({ path: this.paths.texts[page] as string, visitors }))
        .sort((one, other) => other.visitors - one.visitors || compareTexts(one.path, other.path))
        .slice(0, MAX_LEFT_TO),
    }));
  }
}

const addCount = (counts: Map<number, number>, key: number, by: number) =>
  void counts.set(key, (counts.get(key) ?? 0) + by);

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
