import { cleanPath, cleanText } from './text.ts';

/** Characters that the URL standard percent-encodes in paths and in fragments. */
const ENCODED = /[^!-~]+|["<>`]/g;

/**
 * Converts a path, or a part of one, to the form of stored paths: percent-encoded, without invisible
 * characters. A path in this form stays as it is.
 */
export function storedPath(text: string): string {
  return cleanPath(cleanText(text).replace(ENCODED, encodeURIComponent));
}
