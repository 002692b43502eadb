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

/** About 50,000 passwords, the most common first. Loaded when a password is first set. */
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
  if (isOwn(text, own.toLowerCase())) return [OWN[kind]];
  return isCommon(text, await loadCommonPasswords()) ? [TOO_COMMON] : [];
}

/**
 * Whether too few characters remain when the parts of the address or domain are removed from the password.
 */
function isOwn(text: string, own: string): boolean {
  const [name = '', domain = name] = own.split('@');
  const parts = [own, domain, name, ...domain.split('.'), ...name.split(/[^\p{L}\p{N}]/u)];
  const words = parts.filter((part) => part.length >= MIN_OWN).sort((a, b) => b.length - a.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.length < MIN_REST;
}

/**
 * Whether the password is in the list: as it is, repeated, or with a few characters before and after it.
 * Short repeated texts and sequences are common, too.
 */
function isCommon(text: string, common: ReadonlySet<string>): boolean {
  const unit = repeatedUnit(text);
  if (unit.length <= MAX_AFFIX || isSequence(unit)) return true;
  const [, before = '', base = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(unit) ?? [];
  const listed = [unit, ...(isTrifle(before) && isTrifle(after) ? [base] : [])];
  return listed.some((word) => word !== '' && (common.has(word) || common.has(plainLetters(word))));

  function isTrifle(affix: string): boolean {
    return affix.length <= MAX_AFFIX || common.has(affix) || isSequence(repeatedUnit(affix));
  }
}

/** Returns `abc` for `abcabcabc`, and the text itself if it does not repeat. */
function repeatedUnit(text: string): string {
  const period = text.length < 2 ? -1 : (text + text).indexOf(text, 1);
  return text.slice(0, period > 0 ? period : text.length);
}

/** Whether each character follows the one before, as in `abcdef` or `987654`. */
function isSequence(text: string): boolean {
  const steps = new Set(
    Array.from({ length: text.length - 1 }, (_, at) => text.charCodeAt(at + 1) - text.charCodeAt(at)),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
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
