import { isUtf8 } from 'node:buffer';

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
/** The bytes 80 to 9F in Windows-1252, which Latin-1 lacks. The decoder of Node 20 reads it as Latin-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes adjacent escapes. Bytes that are not UTF-8 are read as Windows-1252, which old software uses. */
function decodeRun(escapes: string): string {
  const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
  if (isUtf8(bytes)) return bytes.toString();
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? c);
}

/**
 * Decodes the percent escapes of a text, and the `%u00FC` of JavaScript's `escape`. A `%` that begins no
 * escape stays. Never throws.
 */
export function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return text
    .replace(/%u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(ESCAPES, decodeRun);
}

/** Decodes a name or a value of a query, in which `+` is a space. Never throws. */
export function decodeParameter(text: string): string {
  return decodeEscapes(text.replaceAll('+', ' '));
}
