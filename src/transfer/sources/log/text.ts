import { decodeBytes } from '../input/lines.ts';

/** Whether a text needs {@link readText}: it has an escape, or a byte above 127. */
const SPECIAL = /[\\\x80-\xff]/;
/** The escapes of nginx, Apache, lighttpd, Varnish, H2O and morgan. Others are literal backslashes. */
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u00([0-9a-fA-F]{2})|(["\\abfnrtv]))/g;
const CONTROLS: Readonly<Record<string, string>> = {
  ...{ '"': '"', '\\': '\\' },
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};
/** The escapes of HAProxy. */
const HAPROXY_ESCAPE = /#([0-9a-fA-F]{2})/g;

/** The UTF-8 bytes of a character up to U+00FF. */
const utf8Of = (hex = '0'): string => Buffer.from(byteOf(hex)).toString('latin1');
const byteOf = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));

/**
 * Reads bytes as UTF-8. morgan and gunicorn write each byte as one character, so that a text is UTF-8 twice:
 * `Ã¼` is ü.
 */
function readBytes(bytes: string): string {
  const text = decodeBytes(bytes);
  return text === bytes || /[\u0100-\uffff]/.test(text) ? text : decodeBytes(text);
}

/**
 * Reads a text of an access log in any notation: escapes become bytes, and bytes UTF-8, or Latin-1 if they
 * are none.
 * @param text one character for each byte.
 */
export function readText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return readBytes(
    text.includes('\\')
      ? text.replace(ESCAPE, (_, byte?: string, character?: string, other?: string) =>
          other !== undefined
            ? (CONTROLS[other] ?? other)
            : byte !== undefined
              ? byteOf(byte)
              : utf8Of(character),
        )
      : text,
  );
}

/** As {@link readText}, for HAProxy: `#C3#BC` is ü. */
export const readHaproxyText = (text: string): string =>
  readBytes(text.includes('#') ? text.replace(HAPROXY_ESCAPE, (_, hex: string) => byteOf(hex)) : text);
