import type { Dice } from '../../src/demo/random.ts';

type Properties = Record<string, string | number | boolean>;

/** Draws five properties of a hit, in the order of their names. */
export function fiveProperties(random: Dice): Properties {
  return {
    author: `Author ${random.below(40)}`,
    loggedIn: random.chance(0.3),
    plan: random.pick([
      ['free', 7],
      ['pro', 2],
      ['team', 1],
    ] as const),
    price: random.below(5_000) / 100,
    section: `Section ${random.below(12)}`,
  };
}

/** Properties as they are stored, in the order in which they are given. */
export const storedProperties = (properties: Properties): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, String(value)])),
  );
