/** Length limits of new passwords. Existing passwords stay valid. */
export const PASSWORD = {
  /** Minimum length of an account's password, in characters. */
  account: 12,
  /** Minimum length of a statistics page's password, in characters. */
  page: 8,
  /** Maximum length; it bounds the cost of hashing. */
  max: 128,
} as const;

/** A common password stays common with up to this many characters added before it and after it. */
const MAX_AFFIX = 4;
/** Minimum number of characters that must remain after the parts of the address or domain are removed. */
const MIN_REST = 6;
/** Shorter parts of the address or domain are ignored. */
const MIN_OWN = 4;

const TOO_COMMON =
  'Must not be a common password, or a common password with a few characters added. ' +
  'Use several random words instead.';
const OWN = {
  account: 'Must not consist of the email address or parts of it. Use several random words instead.',
  page: 'Must not consist of the website’s domain or parts of it. Use several random words instead.',
};

const CONTEXT =
  'Must not consist of the name of this product and words for what it does. ' +
  'Use several random words instead.';

/** Words that somebody who sees the login page would try first (OWASP ASVS 6.1.2 and 6.2.11). */
export const CONTEXT_WORDS = [
  'footfall',
  'analytics',
  'statistics',
  'statistik',
  'website',
  'webstats',
  'tracking',
];

/** Characters that follow each other on a keyboard, in the alphabet, or in counting. */
const ROWS = [
  ...['abcdefghijklmnopqrstuvwxyz', '0123456789', '1234567890'],
  ...['qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm'],
];
/** Minimum length of a run of such characters. */
const MIN_RUN = 3;

/** Loaded when a password is first set. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined;
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('./commonPasswords.ts').then((loaded) => loaded.commonPasswords);
  return commonPasswords;
}

/** The purpose of a new password. */
export interface PasswordUse {
  kind: 'account' | 'page';
  /** The account's email address, or the website's domain. */
  own: string;
}

/**
 * Checks a new password.
 * @returns error messages that say what would be valid; empty for a valid password.
 */
export async function passwordProblems(password: string, { kind, own }: PasswordUse): Promise<string[]> {
  const min = PASSWORD[kind];
  const length = [...password].length;
  if (length < min) return [`Must be at least ${min} characters long; got ${length}.`];
  if (password.length > PASSWORD.max) return [`Must be at most ${PASSWORD.max} characters long.`];
  const text = password.normalize('NFKC').toLowerCase();
  const words = partsOf(own.toLowerCase());
  if (consistsOf(words, text)) return [OWN[kind]];
  const known = [...words, ...CONTEXT_WORDS];
  if (consistsOf(known, text) || consistsOf(known, plainLetters(text))) return [CONTEXT];
  return isCommon(text, await loadCommonPasswords()) ? [TOO_COMMON] : [];
}

/** Returns the parts of an address or domain that a password must not consist of. */
function partsOf(own: string): string[] {
  const [name = '', domain = name] = own.split('@');
  const parts = [own, domain, name, ...domain.split('.'), ...name.split(/[^\p{L}\p{N}]/u)];
  return parts.filter((part) => part.length >= MIN_OWN);
}

/** Whether too few characters remain when words are removed from the password. */
function consistsOf(words: readonly string[], text: string): boolean {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.length < MIN_REST;
}

/**
 * Whether the password is in the list: as it is, repeated, or with a few characters before and after it.
 * Short repeated texts and runs of keys are common, too.
 */
function isCommon(text: string, common: ReadonlySet<string>): boolean {
  const unit = repeatedUnit(text);
  if (unit.length <= MAX_AFFIX || isSequence(unit)) return true;
  // The whole text, too: one that ends as it begins is no repetition, such as `sonyericsson`.
  return [text, unit].flatMap(withoutAffixes).some(isListed);

  function isListed(word: string): boolean {
    return word !== '' && (common.has(word) || common.has(plainLetters(word)));
  }

  function withoutAffixes(word: string): string[] {
    const [, before = '', base = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(word) ?? [];
    return isTrifle(before) && isTrifle(after) ? [word, base] : [word];
  }

  function isTrifle(affix: string): boolean {
    return affix.length <= MAX_AFFIX || common.has(affix) || isSequence(repeatedUnit(affix));
  }
}

/**
 * Returns the shortest text that gives the whole one when it is repeated, the last time perhaps only in part:
 * `abc` for `abcabcab`. The text itself if it does not repeat.
 */
function repeatedUnit(text: string): string {
  for (let period = 1; period < text.length; period++)
    if (text.startsWith(text.slice(period))) return text.slice(0, period);
  return text;
}

/** Whether the text consists of runs along rows of characters, forwards or backwards, or of equal ones. */
function isSequence(text: string): boolean {
  let start = 0;
  while (start < text.length) {
    const length = runLength(text.slice(start));
    if (length < MIN_RUN) return false;
    start += length;
  }
  return text.length > 0;
}

/** Returns the length of the longest run with which the text begins. */
function runLength(text: string): number {
  const equal = /^(.)\1*/su.exec(text)?.[0].length ?? 0;
  const along = ROWS.flatMap((row) => [row, [...row].reverse().join('')]).map((row) => {
    const from = row.indexOf(text.charAt(0));
    let length = 0;
    while (from >= 0 && length < text.length && row[from + length] === text[length]) length++;
    return length;
  });
  return Math.max(equal, ...along);
}

const LETTERS: Record<string, string> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
  '!': 'i',
};

/** Replaces look-alikes of letters: `p4$$w0rd` becomes `password`. */
const plainLetters = (text: string) => text.replace(/[013457$@!]/g, (sign) => LETTERS[sign] ?? sign);
