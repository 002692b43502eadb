import { dictionary } from '@zxcvbn-ts/language-common';
import long from './longPasswords.json' with { type: 'json' };

/**
 * About 60,000 passwords from breaches: the most common ones of any length, and those that are long enough
 * for an account. They take memory, so import this module only when a password is first set.
 */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'].map(String),
  ...long.passwords,
]);
