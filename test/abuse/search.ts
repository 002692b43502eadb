import { largest, mutated, randomShape, type Shape } from './generator.ts';
import type { Measure, Measured, Operation, ViewerKind } from './measure.ts';
import { seeded } from './random.ts';
import type { World } from './world.ts';

export interface Found {
  as: ViewerKind;
  /** Identifies the candidate: the seed of the search and its number. */
  name: string;
  operation: Operation;
  measured: Measured;
}

/** The number of worst operations from which the next candidates are derived. */
const PARENTS = 6;

/**
 * Searches for the accepted operations with the highest CPU time: first at random, then by varying the worst
 * ones.
 * @param count the number of operations to execute.
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
