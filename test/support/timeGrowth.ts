const TIMES = 10;
const ROUNDS = 7;

/** What {@link timeGrowth} returns, about, for work whose time grows with the square of its size. */
export const SQUARE = TIMES ** 2;

/**
 * Returns how much longer work takes that is ten times as large: about 10 if it is linear. The smaller work
 * is done ten times, so that both take about as long, and the time is that of the processor: a busy machine
 * interrupts whatever takes longer than a moment. Each time is the shortest of several.
 */
export function timeGrowth(work: (size: number) => void, size: number): number {
  const timeOf = (times: number, each: number) => {
    const start = process.cpuUsage();
    for (let time = 0; time < times; time += 1) work(each);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const rounds = Array.from(
    { length: ROUNDS },
    () => [timeOf(TIMES, size), timeOf(1, TIMES * size)] as const,
  );
  const shortest = (index: 0 | 1) => Math.min(...rounds.map((times) => times[index]));
  return (TIMES * shortest(1)) / shortest(0);
}
