import { dictionary } from '@zxcvbn-ts/language-common';

/** Some 50,000 passwords, the commonest first. Takes memory: to be imported when a password is first set. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));
