import type { MadeFile } from './files.ts';

/** Agents of people. */
export const USER_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 ' +
    'Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
];

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const two = (number: number) => String(number).padStart(2, '0');

/** The time of an access log, in UTC. */
export function logTimeText(at: number): string {
  const date = new Date(at);
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${day}:${date.toISOString().slice(11, 19)} +0000`;
}

export interface CombinedLogOptions {
  /** Lines that are pageviews. */
  hits?: number;
  /** Lines of each other kind: a style sheet, a POST, an error, a line without User-Agent, a broken line. */
  others?: number;
  /** Addresses of people, which take turns. At most 250. */
  visitors?: number;
  /** Unix milliseconds of the first line. */
  start?: number;
  /** Milliseconds between two pageviews. */
  step?: number;
  /** Addresses of the pages. */
  pages?: readonly string[];
}

/** Makes an access log in the combined format, with sums that are known. */
export function makeCombinedLog({
  hits = 20,
  others = 1,
  visitors = 3,
  start = Date.UTC(2026, 9, 1, 8),
  step = 60_000,
  pages = ['/', '/about', '/blog/post?id=1', '/pricing?utm_source=news&utm_medium=email'],
}: CombinedLogOptions = {}): MadeFile {
  const lines: string[] = [];
  const add = (index: number, request: string, status: number, agent: string | undefined) =>
    lines.push(
      `203.0.113.${(index % visitors) + 1} - - [${logTimeText(start + index * step)}] ` +
        `"${request}" ${status} 512 "https://www.google.com/" "${agent ?? '-'}"`,
    );
  const agentOf = (index: number) => USER_AGENTS[(index % visitors) % USER_AGENTS.length];
  for (let index = 0; index < hits; index += 1) {
    const agent = agentOf(index);
    add(index, `GET ${pages[index % pages.length]} HTTP/1.1`, 200, agent);
    if (index >= others) continue;
    add(index, 'GET /style.css?v=1 HTTP/1.1', 200, agent);
    add(index, 'POST /contact HTTP/1.1', 200, agent);
    add(index, 'GET /missing HTTP/1.1', 404, agent);
    add(index, 'GET / HTTP/1.1', 200, undefined);
    lines.push(`203.0.113.1 - - [${logTimeText(start)}] "GET / HTTP`);
  }
  const count = Math.min(others, hits);
  const reasons = ['static_file', 'not_get', 'status', 'no_user_agent', 'unreadable'];
  return {
    name: 'access.log',
    bytes: Buffer.from(lines.map((line) => `${line}\n`).join('')),
    expected: {
      pageviews: hits,
      events: 0,
      skipped: count === 0 ? {} : Object.fromEntries(reasons.map((reason) => [reason, count])),
    },
  };
}
