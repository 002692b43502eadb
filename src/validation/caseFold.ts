/** The last code point that has another case. */
const LAST_WITH_CASES = 0x1e943;

const ASCII = /^[\0-\x7f]*$/;
const HAS_CASES = /^\p{Changes_When_Casemapped}$/u;

let folds: ReadonlyMap<string, string> | undefined;

/**
 * Converts a text to a form that is equal for texts that differ only in case. Each character is folded by
 * itself and stays one character: `K`, `k` and the Kelvin sign become `k`; `ß` is not `ss`. Searches in the
 * database compare in the same way (`db/sql/cases.ts`).
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  folds ??= foldedLetters();
  let folded = '';
  for (const letter of text) folded += folds.get(letter) ?? letter;
  return folded;
}

/** Returns the folded form of each letter with several cases. */
function foldedLetters(): Map<string, string> {
  const all = new Map<string, string>();
  for (let code = 0; code <= LAST_WITH_CASES; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue; // Surrogates.
    const letter = String.fromCodePoint(code);
    if (HAS_CASES.test(letter)) all.set(letter, foldLetter(letter));
  }
  return all;
}

/** A letter whose other case is several letters, such as `ß`, is treated as if it had no such case. */
function foldLetter(letter: string): string {
  const single = (changed: string, otherwise: string) => ([...changed].length === 1 ? changed : otherwise);
  const upper = single(letter.toUpperCase(), letter);
  return single(upper.toLowerCase(), letter.toLowerCase() === upper ? upper : letter);
}
