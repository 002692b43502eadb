const LAST_LETTER_WITH_CASES = 0x1e943;

let cases: Map<string, string> | undefined;

/**
 * Returns all cases of a letter, including itself: `k` → `kK` and the Kelvin sign, `σ` → `σΣς`. Undefined for
 * a character with only one.
 */
export function casesOf(letter: string): string | undefined {
  cases ??= casesByLetter();
  return cases.get(letter);
}

function casesByLetter(): Map<string, string> {
  const single = (changed: string, otherwise: string) => ([...changed].length === 1 ? changed : otherwise);
  const groups = new Map<string, string[]>();
  for (let code = 0; code <= LAST_LETTER_WITH_CASES; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue; // Surrogates.
    const letter = String.fromCodePoint(code);
    const upper = single(letter.toUpperCase(), letter);
    const folded = single(upper.toLowerCase(), letter.toLowerCase() === upper ? upper : letter);
    groups.set(folded, [...(groups.get(folded) ?? []), letter]);
  }
  const several = [...groups.values()].filter((letters) => letters.length > 1);
  return new Map(several.flatMap((letters) => letters.map((letter) => [letter, letters.join('')])));
}
