const TIMES = 10;
const ROUNDS = 7;

/** What {@link timeGrowth} returns, about, for work whose time grows with the square of its size. */
export const SQUARE = TIMES ** 2;

/**
 * Returns how much longer work takes that is ten times as large: about 10 if it is linear. Each time is the
 * shortest of several, so that a busy machine makes no difference.
 */
export function timeGrowth(work: (size: number) => void, size: number): number {
  const shortest = [size, TIMES * size].map((of) =>
    Math.min(
      ...Array.from({ length: ROUNDS }, () => {
        const start = performance.now();
        work(of);
        return performance.now() - start;
      }),
    ),
  ) as [number, number];
  return shortest[1] / shortest[0];
}
