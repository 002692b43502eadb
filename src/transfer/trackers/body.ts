import { parse } from 'node:querystring';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../errors.ts';
import { decodeEscapes } from '../../validation/query.ts';
import { parsedJson } from './fields.ts';

const decompress = promisify(gunzip);
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Limits of a request, in bytes: as it is sent, and decompressed. */
export const BODY_LIMITS = { sent: 512 * 1024, text: 1024 * 1024 } as const;

/** More fields than any tracker has. Further ones are not read. */
const MAX_FIELDS = 1_000;

/** Decodes escapes as far as they are valid: templates may have inserted others. */
const ESCAPES = { maxKeys: MAX_FIELDS, decodeURIComponent: decodeEscapes };

/**
 * Returns the text of a body. It may be compressed with gzip, which some trackers do not mark.
 * @throws AppError 413 if the text is too long; 400 if the body is damaged, or not UTF-8.
 */
export async function bodyText(body: Buffer): Promise<string> {
  const isCompressed = body[0] === 0x1f && body[1] === 0x8b;
  const bytes = isCompressed ? await decompressed(body) : body;
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AppError('bad_request', 'The hit cannot be read: the body must be valid UTF-8.');
  }
}

async function decompressed(body: Buffer): Promise<Buffer> {
  try {
    return await decompress(body, { maxOutputLength: BODY_LIMITS.text });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const size = `${BODY_LIMITS.text / 1024} KiB`;
      throw new AppError('payload_too_large', `The body must be at most ${size} long when decompressed.`);
    }
    throw new AppError('bad_request', 'The hit cannot be read: the body is damaged gzip.');
  }
}

/** Parses JSON, whatever its content type is, or the fields of a form. Undefined if it is neither. */
export function parseTrackerBody(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (/^[{["]/.test(trimmed)) return parsedJson(trimmed);
  return trimmed.includes('=') ? parseQuery(trimmed) : undefined;
}

/** Parses the fields of a query string or form. Of several with one name, the last one counts. */
export function parseQuery(text: string): Record<string, string> {
  const fields = parse(text, '&', '=', ESCAPES);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value.at(-1) ?? '') : (value ?? ''),
    ]),
  );
}
