/** What a new password must be; those that are set already stay valid. */
export const PASSWORD = {
  /** At least, in characters: of an account. */
  account: 12,
  /** At least, in characters: of a statistics page. */
  page: 8,
  /** At most, so that hashing costs a bounded amount. */
  max: 128,
} as const;

/** So many characters more make a common password no better. */
const MAX_AFFIX = 4;
/** So many characters must be left without those of the own address or domain. */
const MIN_REST = 6;
/** Shorter parts of an address say nothing. */
const MIN_OWN = 4;

const TOO_COMMON =
  'Must not be a common password, or one with a few characters added. Several random words are good.';
const OWN = {
  account: 'Must not consist of the email address or parts of it. Several random words are good.',
  page: 'Must not consist of the website’s domain or parts of it. Several random words are good.',
};

/** A list of some 50,000 passwords, the commonest first; loaded when a password is first set. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined;
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('./commonPasswords.ts').then((loaded) => loaded.commonPasswords);
  return commonPasswords;
}

/** What a new password is for. */
export interface PasswordUse {
  kind: 'account' | 'page';
  /** The account's email address, or the website's domain. */
  own: string;
}

/**
 * What is wrong with a new password.
 * @returns messages that say what would be right; none for a good one.
 */
export async function passwordProblems(password: string, { kind, own }: PasswordUse): Promise<string[]> {
  const min = PASSWORD[kind];
  const length = [...password].length;
  if (length < min) return [`Must be at least ${min} characters long; has ${length}.`];
  if (password.length > PASSWORD.max) return [`Must be at most ${PASSWORD.max} characters long.`];
  const text = password.normalize('NFKC').toLowerCase();
  if (isOwn(text, own.toLowerCase())) return [OWN[kind]];
  return isCommon(text, await loadCommonPasswords()) ? [TOO_COMMON] : [];
}

/** Whether little is left of the password without the parts of the address or domain. */
function isOwn(text: string, own: string): boolean {
  const [name = '', domain = name] = own.split('@');
  const parts = [own, domain, name, ...domain.split('.'), ...name.split(/[^\p{L}\p{N}]/u)];
  const words = parts.filter((part) => part.length >= MIN_OWN).sort((a, b) => b.length - a.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.length < MIN_REST;
}

/** Whether the password is in the list, by itself, repeated, or with a few characters before and after it. */
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

/** `abc` of `abcabcabc`, and the text itself where nothing is repeated. */
function repeatedUnit(text: string): string {
  const period = text.length < 2 ? -1 : (text + text).indexOf(text, 1);
  return text.slice(0, period > 0 ? period : text.length);
}

/** `abcdef`, `987654`. */
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

/** `p4$$w0rd` as `password`. */
const plainLetters = (text: string) => text.replace(/[013457$@!]/g, (sign) => LETTERS[sign] ?? sign);
