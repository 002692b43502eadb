import { logTime } from '../time.ts';
import { readEnds, timeStart } from './client.ts';
import { readHaproxyClf } from './haproxy.ts';
import { isSeen, noPage, otherMethod } from './page.ts';
import { type LineRecord, skipped, toRecord, unreadable } from './record.ts';
import { readText } from './text.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const BLANK = 32;
/** How many quotes inside of a field are looked at, so that a line takes linear time. */
const MAX_QUOTES = 100;
/** The most characters between the time and the request. HAProxy's `httplog` has more. */
const MAX_BETWEEN = 20;
/** The fields that some formats have behind the User-Agent: quoted ones, and others without quotes. */
const MORE_FIELDS = /^(?: (?:"(?:[^"\\]|\\.)*"|[^" ]+))* ?$/;

/** Whether the character at a position is escaped by a backslash before it. */
function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}

/** Whether a status stands at a position: three digits, or what servers write without an answer. */
function isStatus(line: string, at: number): boolean {
  const first = line.charCodeAt(at);
  if (first === 45 || first === 48) return line.charCodeAt(at + 1) === BLANK;
  const isDigit = (code: number) => code >= 48 && code <= 57;
  return isDigit(first) && isDigit(line.charCodeAt(at + 1)) && isDigit(line.charCodeAt(at + 2));
}

/**
 * The position of the quote that ends the request: the first before a status. Some servers don't escape the
 * quotes of a client. -1 if there is none.
 */
function requestEnd(line: string, from: number): number {
  let end = line.indexOf('" ', from);
  for (let count = 0; end >= 0 && count < MAX_QUOTES; count += 1) {
    if (isStatus(line, end + 2)) return end;
    end = line.indexOf('" ', end + 1);
  }
  return -1;
}

/** The position of the quote that ends the referrer: before `" "`. -1 if there is none. */
function referrerEnd(line: string, from: number): number {
  const first = line.indexOf('" "', from);
  if (first < 0 || line.charCodeAt(first - 1) !== BACKSLASH) return first;
  for (let end = first, count = 0; end >= 0 && count < MAX_QUOTES; count += 1) {
    if (!isEscaped(line, end)) return end;
    end = line.indexOf('" "', end + 1);
  }
  // A server that escapes nothing, and a text that ends with a backslash.
  return first;
}

/**
 * The position of the quote that ends the User-Agent: behind it the line ends, or has only further fields.
 * -1 if there is none.
 */
function userAgentEnd(line: string, from: number): number {
  const first = line.indexOf('"', from);
  if (first === line.length - 1 && line.charCodeAt(first - 1) !== BACKSLASH) return first;
  let raw = -1;
  for (let end = first, count = 0; end >= 0 && count < MAX_QUOTES; count += 1) {
    const isEnd = end === line.length - 1 || line.charCodeAt(end + 1) === BLANK;
    if (isEnd && MORE_FIELDS.test(line.slice(end + 1))) {
      if (!isEscaped(line, end)) return end;
      if (raw < 0) raw = end;
    }
    end = line.indexOf('"', end + 1);
  }
  return raw;
}

/** The target of a request line: without `GET ` and the protocol, which HTTP/0.9 lacks. */
function targetOf(line: string, from: number, end: number): string {
  const blank = line.lastIndexOf(' ', end - 1);
  return line.slice(from + 4, blank > from + 3 && line.startsWith('HTTP/', blank + 1) ? blank : end);
}

/**
 * Reads a line of the common or combined log format, also with a host in front, and with further fields
 * behind.
 * @param line one character for each byte.
 * @param timezone of times without an offset.
 * @returns null if the line has another format.
 */
export function readCombined(line: string, number: number, timezone: string): LineRecord | null {
  const open = timeStart(line);
  const close = open < 0 ? -1 : line.indexOf(']', open + 21);
  const quote = close < 0 ? -1 : line.charCodeAt(close + 2) === QUOTE ? close + 2 : line.indexOf('"', close);
  // Some servers write the duration in between: `] (0 s) "GET`.
  if (quote < 0 || quote > close + MAX_BETWEEN) return null;
  const request = quote + 1;
  if (!line.startsWith('GET ', request)) {
    const end = line.indexOf('"', request);
    return end < 0 ? null : skipped(number, otherMethod(line.slice(request, Math.min(end, request + 40))));
  }
  const end = requestEnd(line, request);
  if (end < 0) return unreadable(number, 'The line ends within the request, or has no status behind it.');
  const status = end + 2;
  if (!isSeen(Number(line.slice(status, status + 3)))) return skipped(number, 'status');
  const target = readText(targetOf(line, request, end));
  const reason = noPage(target);
  if (reason !== null) return skipped(number, reason);

  const at = logTime(line, open + 1, timezone);
  if (Number.isNaN(at)) return unreadable(number, 'The time in brackets does not exist.');
  const ends = readEnds(line.slice(0, open));
  if (ends === null) return unreadable(number, 'The line has no address in front of the time.');
  const referrer = line.indexOf(' "', status);
  if (referrer < 0) return toRecord(number, { at, ...ends, target, referrer: '', userAgent: null });
  const agent = referrerEnd(line, referrer + 2);
  const last = agent < 0 ? -1 : userAgentEnd(line, agent + 3);
  if (last < 0) return unreadable(number, 'The line ends within the referrer or the User-Agent.');
  const captured = readHaproxyClf(line, last + 1);
  if (captured) return toRecord(number, { at, ...ends, target, ...captured });
  return toRecord(number, {
    at,
    ...ends,
    target,
    referrer: readText(line.slice(referrer + 2, agent)),
    userAgent: readText(line.slice(agent + 3, last)),
  });
}
