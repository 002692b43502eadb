/** What a URL must do whose user or password has characters that end them. Completes "… must". */
export const ESCAPES =
  'escape the characters of its user and password that have a meaning in URLs: ' +
  'write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';

/** Decodes percent escapes. A text with a % that begins none stays as it is. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
