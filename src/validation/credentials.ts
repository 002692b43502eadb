/** The end of an error message about a URL whose user or password contains unescaped characters. */
export const ESCAPES =
  'escape the characters of its user and password that have a meaning in URLs: ' +
  'write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';

/**
 * Decodes a user or a password of a URL. One with a `%` that begins no escape was not escaped at all, and
 * stays as it is. (`decodeEscapes` in query.ts would decode the rest of it.)
 */
export function decodeCredential(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
