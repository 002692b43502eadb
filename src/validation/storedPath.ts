import { cleanText } from './text.ts';

/** A path in its one form, unless it has escapes: the characters that RFC 3986 allows, and `?` and `#`. */
const PLAIN = /^[\w.~!$&'()*+,;=:@/?#-]*$/;
/** Characters that RFC 3986 does not allow in paths, and percent signs that begin no escape. */
const FORBIDDEN = /[^\w.~!$&'()*+,;=:@/?#%-]+|%(?![0-9a-f]{2})/gi;
/** Escapes that consist of ASCII characters, some of which need none. */
const ASCII = /%[2-7][0-9a-f]/gi;
const UNRESERVED = /[\w.~-]/;
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/**
 * Converts a path, or a part of one, to the one form in which paths are stored and compared: that of
 * RFC 3986, 6.2.2. Escapes are in upper case, unreserved characters have none (`%7Ejoe` is `~joe`), and
 * characters that a path must not have do (`日`, `[`). Reserved characters stay as they are: `%2F` is not `/`.
 * The form has no invisible characters. A path in this form stays as it is.
 */
export function storedPath(text: string): string {
  if (PLAIN.test(text)) return text;
  return cleanText(text)
    .replace(FORBIDDEN, encodeURIComponent)
    .replace(ASCII, unescapeUnreserved)
    .replace(ESCAPES, cleanEscapes);
}

/** As {@link storedPath}, for the beginning or the middle of a path: it may end within an escape. */
export function storedPart(text: string): string {
  const cut = /%[0-9a-f]?$/i.exec(text)?.[0] ?? '';
  return `${storedPath(text.slice(0, text.length - cut.length))}${cut}`;
}

function unescapeUnreserved(escaped: string): string {
  const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return UNRESERVED.test(char) ? char : escaped;
}

/** Removes the escapes of invisible characters, unless the bytes are not UTF-8. */
function cleanEscapes(escapes: string): string {
  const upper = escapes.toUpperCase();
  let text: string;
  try {
    text = decodeURIComponent(upper);
  } catch {
    return upper;
  }
  const clean = cleanText(text);
  return clean === text ? upper : encodeURIComponent(clean).replace(/[!'()*]/g, escapeOf);
}

/** Escapes an ASCII character that `encodeURIComponent` does not. */
const escapeOf = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
