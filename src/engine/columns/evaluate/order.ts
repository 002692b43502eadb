/** Surrogates are sorted after all other UTF-16 units, as in the order of code points. */
const rankOf = (unit: number) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

/** Compares texts by code point, which is the order of SQLite's BINARY and PostgreSQL's "C" collations. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

/**
 * Returns the first `count` items in ascending order. A heap keeps the candidates, so that a page of a long
 * list does not sort the list.
 */
export function smallest(
  items: Iterable<number>,
  count: number,
  compare: (a: number, b: number) => number,
): number[] {
  /** A binary heap with the largest candidate first. */
  const heap: number[] = [];
  for (const item of items) {
    if (heap.length < count) {
      heap.push(item);
      if (heap.length === count) for (let at = count >> 1; at >= 0; at--) sink(heap, at, compare);
    } else if (count > 0 && compare(item, heap[0] as number) < 0) {
      heap[0] = item;
      sink(heap, 0, compare);
    }
  }
  return heap.sort(compare);
}

function sink(heap: number[], from: number, compare: (a: number, b: number) => number): void {
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) return;
    if (child + 1 < heap.length && compare(heap[child + 1] as number, heap[child] as number) > 0) child++;
    const [upper, lower] = [heap[at] as number, heap[child] as number];
    if (compare(upper, lower) >= 0) return;
    heap[at] = lower;
    heap[child] = upper;
    at = child;
  }
}
