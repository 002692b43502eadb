import type { JourneyNode, JourneyQuestion } from '../../question/types.ts';
import { END, OTHER } from '../../registry/statistics.ts';
import { compareTexts, smallest } from './order.ts';

/** The root of a tree; other nodes have their number + 1. */
export const ROOT = 0;

/** The nodes of a tree. There may be a million, so none is an object. */
export interface Tree {
  size: number;
  /** By node: the one before it, as {@link ROOT} says; its value; and the visits that came to it. */
  before: Uint32Array;
  values: Uint32Array;
  visits: Float64Array;
}

/** What values stand for. */
interface TreeTexts {
  /** Whether it is a page, not an event. */
  isPage(value: number): boolean;
  textOf(value: number): string;
}

/** Returns the nodes of the first level, with those below. */
export const answerTree = (
  tree: Tree,
  question: Pick<JourneyQuestion, 'steps' | 'first'>,
  texts: TreeTexts,
): JourneyNode[] => new TreeAnswer(tree, question, texts).level(Uint32Array.of(ROOT), 1);

class TreeAnswer {
  private readonly tree: Tree;
  private readonly question: Pick<JourneyQuestion, 'steps' | 'first'>;
  private readonly texts: TreeTexts;
  /** The nodes after each node, or the root. */
  private readonly after: Groups;
  /** By value: its position among those of a level + 1; 0 between levels. */
  private readonly positionOf: Uint32Array;

  constructor(tree: Tree, question: Pick<JourneyQuestion, 'steps' | 'first'>, texts: TreeTexts) {
    const { size, before, values } = tree;
    this.tree = tree;
    this.question = question;
    this.texts = texts;
    this.after = grouped(before.subarray(0, size), size + 1);
    let most = 0;
    for (let node = 0; node < size; node++) most = Math.max(most, values[node] as number);
    this.positionOf = new Uint32Array(most + 1);
  }

  /** Returns the nodes of a level after others, which count as one. */
  level(parents: Uint32Array, level: number): JourneyNode[] {
    const { steps, first } = this.question;
    if (level > steps) return [];
    const { visits } = this.tree;
    const nodes = this.nodesAfter(parents);
    const { values, positions } = this.distinctValues(nodes);
    const sums = new Float64Array(values.length);
    let ended = 0;
    for (const parent of parents) if (parent !== ROOT) ended += visits[parent - 1] as number;
    for (let index = 0; index < nodes.length; index++) {
      const own = visits[nodes[index] as number] as number;
      const position = positions[index] as number;
      sums[position] = (sums[position] as number) + own;
      if (parents[0] !== ROOT) ended -= own;
    }
    const largest = smallest(sums.keys(), first, (one, other) => {
      const difference = (sums[other] as number) - (sums[one] as number);
      return difference || this.compareValues(values[one] as number, values[other] as number);
    });
    const childrenOf = level === steps ? () => [] : this.childrenOf(nodes, positions, largest, level);
    const shown = largest.map((position, rank): JourneyNode => {
      const value = values[position] as number;
      return {
        dimension: this.texts.isPage(value) ? 'page' : 'event',
        value: this.texts.textOf(value),
        visits: sums[position] as number,
        children: childrenOf(rank),
      };
    });
    if (values.length > largest.length) {
      let others = 0;
      for (const sum of sums) others += sum;
      for (const position of largest) others -= sums[position] as number;
      shown.push({ dimension: null, value: OTHER, visits: others, children: childrenOf(largest.length) });
    }
    if (ended > 0) shown.push({ dimension: null, value: END, visits: ended, children: [] });
    return shown;
  }

  /** Returns the nodes after nodes. */
  private nodesAfter(parents: Uint32Array): Uint32Array {
    const { starts, items } = this.after;
    let count = 0;
    for (const parent of parents) count += (starts[parent + 1] as number) - (starts[parent] as number);
    const nodes = new Uint32Array(count);
    let next = 0;
    for (const parent of parents)
      for (let at = starts[parent] as number; at < (starts[parent + 1] as number); at++)
        nodes[next++] = items[at] as number;
    return nodes;
  }

  /** Returns the distinct values of nodes, and by node the position of its value among them. */
  private distinctValues(nodes: Uint32Array): { values: number[]; positions: Uint32Array } {
    const { positionOf } = this;
    const values: number[] = [];
    const positions = nodes.map((node) => {
      const value = this.tree.values[node] as number;
      if (positionOf[value] === 0) positionOf[value] = values.push(value);
      return (positionOf[value] as number) - 1;
    });
    for (const value of values) positionOf[value] = 0;
    return { values, positions };
  }

  /**
   * Returns a function that returns the next level after the nodes with the value of a rank; `largest.length`
   * stands for all other values.
   * @param positions by node: that of its value.
   * @param largest by rank: the position of the value.
   */
  private childrenOf(
    nodes: Uint32Array,
    positions: Uint32Array,
    largest: readonly number[],
    level: number,
  ): (rank: number) => JourneyNode[] {
    const rankOf = new Map(largest.map((position, rank) => [position, rank]));
    const ranks = positions.map((position) => rankOf.get(position) ?? largest.length);
    const { starts, items } = grouped(ranks, largest.length + 1);
    return (rank) =>
      this.level(
        items.subarray(starts[rank], starts[rank + 1]).map((index) => (nodes[index] as number) + 1),
        level + 1,
      );
  }

  /** By their texts, and a page before an event. */
  private compareValues(one: number, other: number): number {
    const { isPage, textOf } = this.texts;
    return compareTexts(textOf(one), textOf(other)) || Number(isPage(other)) - Number(isPage(one));
  }
}

/** Items by group: those of group `n` are `items[starts[n]]` to `items[starts[n + 1]]`. */
interface Groups {
  starts: Uint32Array;
  items: Uint32Array;
}

/** Groups the positions of an array by the group that it has there. */
function grouped(groupOf: Uint32Array, groups: number): Groups {
  const starts = new Uint32Array(groups + 1);
  for (const group of groupOf) starts[group + 1] = (starts[group + 1] as number) + 1;
  for (let group = 0; group < groups; group++)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  const next = starts.slice();
  const items = new Uint32Array(groupOf.length);
  for (let item = 0; item < groupOf.length; item++) {
    const group = groupOf[item] as number;
    items[next[group] as number] = item;
    next[group] = (next[group] as number) + 1;
  }
  return { starts, items };
}
