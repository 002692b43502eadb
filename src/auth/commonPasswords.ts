import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * About 50,000 passwords, the most common first. They take memory, so import this module only when a password
 * is first set.
 */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));
