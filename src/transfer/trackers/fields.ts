import { HOSTLESS } from '../../ingest/foreign.ts';
import { isMissing } from '../../ingest/request/fields.ts';

/** The fields of a request; their values are unchecked. */
export type Fields = Record<string, unknown>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text or a number as text; '' for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The value that a text of JSON has; undefined if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A record, also as text of JSON; empty for anything else. */
export function recordOf(value: unknown): Fields {
  const found = typeof value === 'string' ? parsedJson(value) : value;
  return isRecord(found) ? found : {};
}

/** A list, also as text of JSON; empty for anything else. */
export function listOf(value: unknown): unknown[] {
  const found = typeof value === 'string' ? parsedJson(value) : value;
  return Array.isArray(found) ? found : [];
}

/** The value that JSON in Base64 has, also with the alphabet for URLs; undefined if it is none. */
export const base64Json = (text: string): unknown => parsedJson(Buffer.from(text, 'base64').toString('utf8'));

/** The ids that are not empty. */
export const idsOf = (...ids: unknown[]): string[] => ids.map(textOf).filter((id) => id !== '');

/** The names of fields that a request has and that have no counterpart. */
export const leftOut = (fields: Fields, ...names: string[]): string[] =>
  names.filter((name) => Object.hasOwn(fields, name) && !isMissing(fields[name]) && fields[name] !== false);

/** The fields whose names pass. */
export const picked = (fields: Fields, passes: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => passes(name)));

/** `1920x1080`, or undefined if a side is missing. */
export function resolutionOf(width: unknown, height: unknown): string | undefined {
  const [across, down] = [textOf(width), textOf(height)];
  return across && down ? `${across}x${down}` : undefined;
}

/** An amount with a currency, or undefined if one of them is missing. */
export function revenueOf(amount: unknown, currency: unknown) {
  return isMissing(amount) || isMissing(currency) ? undefined : { amount, currency };
}

/** Reads `revenue` and `currency` out of the properties of an event, which keep all others. */
export function withRevenue(properties: Fields) {
  const { revenue: amount, currency, ...rest } = properties;
  const revenue = revenueOf(amount, currency);
  return revenue ? { properties: rest, revenue } : { properties };
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i;
const HTTP = /^https?:\/\//i;

/**
 * Returns the address of a page.
 * @param host a host, or an address of which only scheme and host are used.
 * @param path a path, perhaps with query and fragment; a full address is returned as it is.
 * @param query further parameters, with or without `?`.
 */
export function addressOf(host: string, path: string, query = ''): string {
  const given = ABSOLUTE.test(path) ? path : `${originOf(host)}${path.startsWith('/') ? '' : '/'}${path}`;
  const further = query.replace(/^[?&]/, '');
  if (further === '') return given;
  const at = given.indexOf('#');
  const [page, fragment] = at < 0 ? [given, ''] : [given.slice(0, at), given.slice(at)];
  return `${page}${page.includes('?') ? '&' : '?'}${further}${fragment}`;
}

function originOf(host: string): string {
  const [, scheme = 'https://', name = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)/i.exec(host) ?? [];
  return name === '' ? `https://${HOSTLESS}` : `${scheme}${name}`;
}

type Headers = Record<string, string | undefined>;

/** The origin of the page that sends a request; '' if the browser does not tell, and for servers. */
export function pageOrigin({ origin = '', referer = '' }: Headers): string {
  const found = HTTP.test(origin) ? origin : referer;
  return /^https?:\/\/[^/?#]+/i.exec(found)?.[0] ?? '';
}

/** The address of the page that sends a request, which is often only its origin. */
export const senderPage = (headers: Headers): string =>
  HTTP.test(headers.referer ?? '') ? (headers.referer as string) : addressOf(pageOrigin(headers), '/');

/** Campaign parameters as a query, for trackers that send them apart: `utm_source=news&utm_medium=mail`. */
export function campaignQuery(tags: Record<string, unknown>): string {
  const given = Object.entries(tags).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === '' ? [] : [[`utm_${name}`, text]];
  });
  return new URLSearchParams(given).toString();
}

/** Names of automatic events, as Footfall's own script gives them (docs/tracking.md). */
export const AUTOMATIC = {
  outbound: 'Outbound Link: Click',
  download: 'File Download',
  form: 'Form: Submission',
} as const;
