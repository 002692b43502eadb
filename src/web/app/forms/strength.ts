import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Longer passwords are estimated by their first characters, because the estimation time grows with the
 * length.
 */
const MAX_LENGTH = 48;

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH });

/**
 * Estimates how hard a password is to guess: 0 (very weak) to 4 (strong).
 * @param own identifiers of the owner, such as the email address.
 */
export function strengthOf(password: string, own: readonly string[]): number {
  return zxcvbn.check(password.slice(0, MAX_LENGTH), [...own]).score;
}
