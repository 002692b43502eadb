/**
 * Characters that nobody sees, or that change how those around them are shown: control characters, line and paragraph separators,
 * controls of the writing direction, and everything of no width but joiners (U+200C, U+200D) and the mark of an emoji (U+FE0F).
 */
const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Scripts in which joiners make other words. */
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

/** Joiners and marks where they join or mark nothing. */
const STRAY = new RegExp(
  `(?<!${EMOJI}\\ufe0f|[${EMOJI}\\p{Emoji_Modifier}${JOINED}])(?:\\u200c|\\u200d)|(?<!${EMOJI})\\ufe0f|(?:\\u200c|\\u200d)+$`,
  'gu',
);

/** What most texts are made of. */
const PLAIN = /^[ -~]*$/;

/**
 * A text from outside as it may be stored and shown: well-formed, and without characters that nobody sees. A name could otherwise look like
 * another, turn around what stands beside it, or break logs and exports.
 */
export function cleanText(text: string): string {
  return PLAIN.test(text) ? text : text.toWellFormed().replace(INVISIBLE, '').replace(STRAY, '');
}

/**
 * The beginning of a text, of at most `max` UTF-16 units. No character is cut in half, and no blank is left at the end of what is cut.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

/**
 * The same for a percent-encoded path: characters are removed by their escapes.
 * @returns the path itself where there is nothing to remove.
 */
export function cleanPath(path: string): string {
  return path.includes('%') ? path.replace(/(?:%[0-9a-f]{2})+/gi, cleanEscapes) : path;
}

function cleanEscapes(escapes: string): string {
  let text: string;
  try {
    text = decodeURIComponent(escapes);
  } catch {
    return escapes; // No UTF-8.
  }
  const clean = cleanText(text);
  return clean === text ? escapes : encodeURIComponent(clean);
}
