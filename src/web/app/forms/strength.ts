import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Longer ones are estimated by their beginning: the time that it takes grows with the length. */
const MAX_LENGTH = 48;

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH });

/**
 * How hard a password is to guess: 0 (very weak) to 4 (strong).
 * @param own what its owner is known by, such as an address.
 */
export function strengthOf(password: string, own: readonly string[]): number {
  return zxcvbn.check(password.slice(0, MAX_LENGTH), [...own]).score;
}
