import { logTime } from '../time.ts';
import { bareAddress, timeStart, withoutSyslog } from './client.ts';
import { isSeen, noPage, otherMethod } from './page.ts';
import { type LineRecord, skipped, toRecord, unreadable } from './record.ts';
import { readHaproxyText } from './text.ts';

/** The request headers that HAProxy captured, where its configuration says so. */
interface Captured {
  referrer: string;
  /** Empty if the request had none, null if it was not captured. */
  userAgent: string | null;
}

const ADDRESS_OR_NAME = /^(?:https?|android-app):\/\//i;

/**
 * Assigns captured headers, whose order is that of the configuration: an address is the `Referer`, the
 * longest other text the `User-Agent`.
 */
function assign(texts: readonly string[]): Captured {
  const referrer = texts.find((text) => ADDRESS_OR_NAME.test(text)) ?? '';
  const others = texts.filter((text) => text !== referrer && text !== '' && text !== '-');
  const [userAgent] = others.sort((one, other) => other.length - one.length);
  return { referrer, userAgent: userAgent ?? (texts.length > 1 ? '' : null) };
}

/**
 * Behind two empty fields, in place of referrer and User-Agent, the line of `option httplog clf` has the port
 * and the milliseconds.
 */
const CLF = /^ \d+ \d+ "/;
const QUOTED = /"([^"]*)"/g;
/** Quoted fields before the captured headers: frontend, backend, server and two cookies. */
const CLF_FIELDS = 5;

/**
 * Reads the captured headers of a line of `option httplog clf`, which otherwise looks like a combined line.
 * @param from the position behind the second quoted field.
 * @returns undefined if it is no such line.
 */
export function readHaproxyClf(line: string, from: number): Captured | undefined {
  if (from === line.length) return undefined;
  const rest = line.slice(from);
  if (!CLF.test(rest)) return undefined;
  const fields = [...rest.matchAll(QUOTED)].slice(CLF_FIELDS);
  return assign(fields.map(([, text = '']) => readHaproxyText(text)));
}

/** What a line of `option httplog` has before the time: the address and the port of the client. */
const CLIENT = /^(\S+):\d+ $/;
/** The line from the time on; the status and what follows the queues are read. */
const HTTPLOG = new RegExp(
  [
    String.raw`^\[(\d\d/[A-Za-z]{3}/\d{4}:\d\d:\d\d:\d\d\.\d{3})\]`, // the time
    String.raw`\S+ \S+`, // the frontend, and the backend with its server
    String.raw`[\d/+-]+ (-?\d+) \+?\d+`, // durations, the status, and bytes
    String.raw`(?:\S+ )?\S+ \S{4}`, // cookies, and the state at the end
    String.raw`[\d/]+ \+?[\d/]+ (.*)$`, // connections, queues, and the rest: headers and the request
  ].join(' '),
);

/**
 * Reads a line of `option httplog`, also with the prefix of syslog. Its times have no offset: they are those
 * of the website's time zone.
 * @returns null if the line has another format.
 */
export function readHaproxy(line: string, number: number, timezone: string): LineRecord | null {
  const open = timeStart(line);
  if (open < 0) return null;
  const address = CLIENT.exec(withoutSyslog(line.slice(0, open)))?.[1];
  const match = HTTPLOG.exec(line.slice(open));
  if (address === undefined || match === null) return null;
  const [, time = '', status = '', rest = ''] = match;
  const quote = rest.indexOf('"');
  if (quote < 0) return unreadable(number, 'The line ends before the request.');
  // The line ends after 1,023 bytes, also within the request.
  const request = rest.slice(quote + 1).replace(/"$/, '');
  if (!request.startsWith('GET ')) return skipped(number, otherMethod(request));
  if (!isSeen(Number(status))) return skipped(number, 'status');
  const target = readHaproxyText(request.slice(4).replace(/ HTTP\/[\d.]*$/, ''));
  const reason = noPage(target);
  if (reason !== null) return skipped(number, reason);
  const at = logTime(time, 0, timezone);
  if (Number.isNaN(at)) return unreadable(number, 'The time in brackets does not exist.');
  const headers = /^\{([^}]*)\}/.exec(rest)?.[1];
  return toRecord(number, {
    at,
    address: bareAddress(address),
    host: '',
    target,
    ...assign((headers ?? '').split('|').map(readHaproxyText)),
  });
}
