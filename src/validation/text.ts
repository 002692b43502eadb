/**
 * Invisible characters, and those that change the display of their neighbours: control characters, line and
 * paragraph separators, bidirectional controls, and all zero-width characters except joiners (U+200C, U+200D)
 * and the variation selector of emoji (U+FE0F).
 */
const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Scripts in which joiners change the meaning of a word. */
const JOINED = [
  'Arabic',
  'Syriac',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
]
  .concat(['Kannada', 'Malayalam', 'Sinhala', 'Khmer'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const EMOJI = '\\p{Extended_Pictographic}';

/** Joiners and variation selectors in places where they have no effect. */
const STRAY = new RegExp(
  `(?<!${EMOJI}\\ufe0f|[${EMOJI}\\p{Emoji_Modifier}${JOINED}])(?:\\u200c|\\u200d)` +
    `|(?<!${EMOJI})\\ufe0f|(?:\\u200c|\\u200d)+$`,
  'gu',
);

/** Printable ASCII: the fast path for most texts. */
const PLAIN = /^[ -~]*$/;

/**
 * Cleans a text from outside for storage and display: makes it well-formed, and removes invisible characters.
 * Otherwise a name could look like another, reverse the text beside it, or break logs and exports.
 */
export function cleanText(text: string): string {
  return PLAIN.test(text) ? text : text.toWellFormed().replace(INVISIBLE, '').replace(STRAY, '');
}

/**
 * Truncates a text to at most `max` UTF-16 units. It does not split a character, and trims blanks at the cut.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
