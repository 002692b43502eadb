import { largest, mutated, randomShape, type Shape } from './generator.ts';
import type { Measure, Measured, Operation, ViewerKind } from './measure.ts';
import { seeded } from './random.ts';
import type { World } from './world.ts';

export interface Found {
  as: ViewerKind;
  /** What it was made from: `${seed}` of the search and the number of the candidate. */
  name: string;
  operation: Operation;
  measured: Measured;
}

/** So many of the worst are what the next candidates are made of. */
const PARENTS = 6;

/**
 * Looks for the accepted operations that take most CPU time: at random at first, then by changing the worst ones.
 * @param count of operations that are run.
 * @returns all of them, the worst first.
 */
export async function search(
  as: ViewerKind,
  { world, measure, count, seed }: { world: World; measure: Measure; count: number; seed: number },
): Promise<Found[]> {
  const random = seeded(seed);
  const found: (Found & { shape: Shape })[] = [];
  for (let candidate = 0; found.length < count && candidate < 40 * count; candidate += 1) {
    const worst = found.slice(0, PARENTS);
    const isNew = worst.length < PARENTS || random.below(3) === 0;
    const shape = isNew ? randomShape(random) : mutated(random.of(worst).shape, random);
    const own = random.below(2 ** 31);
    const operation = largest(shape, as, world, () => seeded(own));
    if (!operation) continue;
    const measured = await measure(as, operation);
    found.push({ as, name: `${seed}/${candidate}`, operation, measured, shape });
    found.sort((one, other) => other.measured.cpu - one.measured.cpu);
  }
  return found;
}
