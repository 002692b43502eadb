/** An `Authorization` header with one of our tokens. */
const BEARER = /^bearer(?:[ \t]+(.*))?$/i;
/** An API key without a scheme. Ignoring it would hide the mistake. */
const BARE_KEY = /^ff_\S*$/;

/**
 * Returns the token of an `Authorization` header; empty if it has none. The scheme may be written in any
 * case, with several blanks behind it (RFC 9110, 11.4).
 * @returns null for another scheme, which is meant for a proxy in front, such as `Basic`.
 */
export function bearerToken(header: string): string | null {
  const text = header.trim();
  if (BARE_KEY.test(text)) return '';
  const found = BEARER.exec(text);
  return found && (found[1] ?? '');
}
