/** Letters of scripts that are written from right to left, such as Arabic and Hebrew. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
const LETTER = /\p{L}/gu;

/**
 * The direction of a value, for the attribute `dir`: `rtl` if most of its letters are written from right to
 * left. Otherwise undefined, which is the direction of the page. Without it, a value that does not fit would
 * lose its beginning instead of its end, because the ellipsis is where a line of the page ends.
 */
export function directionOf(text: string): 'rtl' | undefined {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return 2 * count(RIGHT_TO_LEFT) > count(LETTER) ? 'rtl' : undefined;
}
