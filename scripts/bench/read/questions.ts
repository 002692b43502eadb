import type { StatName } from '../../../src/engine/registry/statistics.ts';
import { encodeCursor } from '../../../src/validation/paging.ts';
import { KEY } from './fill.ts';
import { dateBack, SMALL_WEBSITES } from './world.ts';

/** A request of the benchmark. */
export interface Question {
  path: string;
  /** A GraphQL operation, sent with POST; null for GET. */
  operation: string | null;
  /** The days of its period; 0 for none. */
  days: number;
  /** Sends no API key. */
  anonymous?: boolean;
}

/** A statistic of the large website: its range, search and page. */
export interface Part {
  name: StatName;
  days: number;
  search: boolean;
  /** The page number; a page has 20 rows. */
  page: number;
}

const PER_PAGE = 20;
const MOST_PER_PAGE = 100;
const WORDS: Partial<Record<StatName, string>> = { continent: 'a', country: 'a', device: 'e', language: 'a' };

/** A search term that many values of a statistic contain. */
export const wordFor = (name: StatName) => WORDS[name] ?? '1';

const range = (days: number, back = 0) => ({ from: dateBack(back + days - 1), to: dateBack(back) });
const literal = ({ from, to }: { from: string; to: string }) => `from: "${from}", to: "${to}"`;
const after = (rows: number) => (rows > 0 ? `, after: "${encodeCursor(rows)}"` : '');
const ROWS = '{ totalCount sum nodes { value label count } }';

export const graphql = (operation: string, days = 0): Question => ({ path: '/graphql', operation, days });

/** A statistic over REST. */
export function restQuestion({ name, days, search, page }: Part): Question {
  const query = new URLSearchParams({
    name,
    ...range(days),
    ...(search && { search: wordFor(name) }),
    ...(page > 1 && { page: String(page) }),
  });
  return { path: `/api/v1/stats/1?${query}`, operation: null, days };
}

/** The same statistic over GraphQL. */
export function statQuestion({ name, days, search, page }: Part): Question {
  const found = search ? `, search: "${wordFor(name)}"` : '';
  const args = `name: ${name.toUpperCase()}, ${literal(range(days))}${found}${after((page - 1) * PER_PAGE)}`;
  return graphql(`{ website(id: "1") { stats(${args}) ${ROWS} } }`, days);
}

const TOP_TEN: StatName[] = [
  ...(['page', 'landing_page', 'referrer', 'campaign', 'country'] as const),
  ...(['city', 'browser', 'os', 'device', 'language'] as const),
];

/**
 * A whole dashboard: the totals and daily series of visitors and pageviews (100 days a page), the top ten of
 * ten statistics, and the same for the previous period.
 * @param last the last day, in days before the last day with hits.
 */
export function overviewQuestion(days: number, last = 0): Question {
  const period = (prefix: string, back: number) => {
    const when = literal(range(days, back));
    const series = (['visitors', 'pageviews'] as const).flatMap((name) =>
      Array.from({ length: Math.ceil(days / MOST_PER_PAGE) }, (_, page) => {
        const rows = `first: ${MOST_PER_PAGE}${after(page * MOST_PER_PAGE)}`;
        const args = `name: ${name.toUpperCase()}, ${when}, ${rows}`;
        const totals = page === 0 ? 'totalCount sum ' : '';
        return `${prefix}${name}${page}: stats(${args}) { ${totals}nodes { value count } }`;
      }),
    );
    const tops = TOP_TEN.map(
      (name) => `${prefix}${name}: stats(name: ${name.toUpperCase()}, ${when}, first: 10) ${ROWS}`,
    );
    return [...series, ...tops];
  };
  const fields = [...period('now_', last), ...period('before_', last + days)].join(' ');
  return graphql(`{ website(id: "1") { domain ${fields} } }`, days);
}

/** Every website with its visitors of the last 30 days. */
export function portfolioQuestion(): Question {
  const stats = `stats(name: VISITORS, ${literal(range(30))}, first: 30) { sum }`;
  return graphql(`{ websites(first: ${SMALL_WEBSITES + 1}) { nodes { domain ${stats} } } }`, 30);
}

/** The headers and the body of a question. */
export function httpOf({ operation, anonymous }: Question): {
  headers: Record<string, string>;
  body: string;
} {
  const body = operation === null ? '' : JSON.stringify({ query: operation });
  return {
    headers: {
      Host: 'stats.example',
      ...(!anonymous && { Authorization: `Bearer ${KEY}` }),
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    },
    body,
  };
}

/** A question as a raw HTTP request. */
export function rawOf(question: Question): string {
  const { headers, body } = httpOf(question);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${body ? 'POST' : 'GET'} ${question.path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}
