import { decodeBytes } from '../input/lines.ts';
import { isoTime, logTime } from '../time.ts';
import { bareAddress, bareHost } from './client.ts';
import { isOtherType, isSeen, noPage, otherMethod } from './page.ts';
import { type LineRecord, skipped, toRecord, unreadable } from './record.ts';

type Json = Record<string, unknown>;

/** Names of a field, in the order in which they are preferred. */
const NAMES = {
  /** nginx (usual names of `log_format … escape=json`), Traefik, Caddy. */
  time: [
    'time_iso8601',
    'time_local',
    'StartUTC',
    'StartLocal',
    '@timestamp',
    'timestamp',
    'time',
    'date',
    'msec',
    'ts',
  ],
  address: [
    'client_ip',
    'remote_ip',
    'remote_addr',
    'ClientHost',
    'remote_address',
    'client',
    'ip',
    'clientip',
  ],
  host: ['host', 'http_host', 'RequestHost', 'server_name', 'vhost', 'domain'],
  method: ['method', 'request_method', 'RequestMethod', 'verb'],
  target: ['request_uri', 'uri', 'RequestPath', 'url', 'path'],
  query: ['args', 'query_string'],
  request: ['request', 'request_line'],
  status: ['status', 'DownstreamStatus', 'response', 'code'],
  referrer: ['http_referer', 'http_referrer', 'referer', 'referrer', 'request_Referer'],
  userAgent: ['http_user_agent', 'user_agent', 'userAgent', 'useragent', 'agent', 'request_User-Agent'],
  language: ['http_accept_language', 'accept_language'],
  type: ['sent_http_content_type', 'content_type'],
} as const;

/** Escapes of bytes that are no JSON (Apache, nginx without `escape=json`), and missing numbers (nginx). */
const BYTE_ESCAPE = /\\x([0-9a-fA-F]{2})/g;
const NO_VALUE = /:\s*(?=[,}])/g;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string, reviver?: (key: string, value: unknown) => unknown): Json | null {
  try {
    const value: unknown = JSON.parse(text, reviver);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Parses a line as JSON, also as servers write it that only imitate JSON.
 * @param line one character for each byte.
 */
function parseLine(line: string): Json | null {
  return (
    parseObject(decodeBytes(line)) ??
    parseObject(line.replace(BYTE_ESCAPE, '\\u00$1').replace(NO_VALUE, ':null'), (_, value) =>
      typeof value === 'string' ? decodeBytes(value) : value,
    )
  );
}

/** The first entry with one of the names that is a text or a number, as text. */
function textAt(from: Json, names: readonly string[]): string | undefined {
  for (const name of names) {
    if (!Object.hasOwn(from, name)) continue;
    const value = from[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return undefined;
}

/** The first value of a header in Caddy's `headers`, whose names have their usual case. */
function headerOf(headers: unknown, name: string): string | undefined {
  const value = isObject(headers) && Object.hasOwn(headers, name) ? headers[name] : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/** Milliseconds of a number of seconds, milliseconds, microseconds or nanoseconds since 1970. */
function ofNumber(value: number): number {
  if (value < 1e11) return Math.floor(value * 1_000);
  if (value < 1e14) return Math.floor(value);
  return Math.floor(value < 1e17 ? value / 1e3 : value / 1e6);
}

function timeOf(text: string, timezone: string): number {
  if (/^\d{1,20}(?:\.\d+)?(?:e\d{1,2})?$/i.test(text)) return ofNumber(Number(text));
  const iso = isoTime(text, timezone);
  return Number.isNaN(iso) ? logTime(text.replace(/^\[/, ''), 0, timezone) : iso;
}

/**
 * Reads a line of JSON: of Caddy, of Traefik, or of nginx and others with the names of nginx' variables.
 * @param line one character for each byte.
 * @param timezone of times without an offset.
 */
export function readJson(line: string, number: number, timezone: string): LineRecord {
  const entry = parseLine(line);
  if (entry === null) return unreadable(number, 'The line is no JSON object.');
  // Caddy has an object of the request. Other servers have the request line of that name, if anything.
  const caddy = isObject(entry.request) ? entry.request : undefined;
  const from = caddy ?? entry;
  const [requestMethod, requestTarget] =
    /^(\S+) (\S+)/.exec(textAt(entry, NAMES.request) ?? '')?.slice(1) ?? [];
  // Matomo's format for nginx has no method.
  const method = textAt(from, NAMES.method) ?? requestMethod ?? 'GET';
  const path = textAt(from, NAMES.target) ?? requestTarget;
  if (path === undefined) return skipped(number, 'no_request');
  if (method !== 'GET') return skipped(number, otherMethod(`${method} `));
  if (!isSeen(Number(textAt(entry, NAMES.status)))) return skipped(number, 'status');
  const query = textAt(entry, NAMES.query) ?? '';
  const target = query === '' || path.includes('?') ? path : `${path}?${query}`;
  const reason = noPage(target);
  if (reason !== null) return skipped(number, reason);
  const type = headerOf(entry.resp_headers, 'Content-Type') ?? textAt(entry, NAMES.type) ?? '';
  if (isOtherType(type)) return skipped(number, 'not_a_page');

  const at = timeOf(textAt(entry, NAMES.time) ?? '', timezone);
  if (Number.isNaN(at)) return unreadable(number, 'The line states no time that can be read.');
  const hasHeaders = isObject(caddy?.headers);
  const header = (name: string, names: readonly string[]) =>
    caddy ? headerOf(caddy.headers, name) : textAt(entry, names);
  return toRecord(number, {
    at,
    address: bareAddress(textAt(from, NAMES.address) ?? ''),
    host: bareHost(textAt(from, NAMES.host) ?? ''),
    target,
    referrer: header('Referer', NAMES.referrer) ?? '',
    userAgent: header('User-Agent', NAMES.userAgent) ?? (hasHeaders ? '' : null),
    language: header('Accept-Language', NAMES.language) ?? '',
  });
}
