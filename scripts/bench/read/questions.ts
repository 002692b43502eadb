import type { StatName } from '../../../src/stats/definitions.ts';
import { encodeCursor } from '../../../src/validation/paging.ts';
import { KEY } from './fill.ts';
import { dateBack, SMALL_WEBSITES } from './world.ts';

/** What is asked of the server. */
export interface Question {
  path: string;
  /** A GraphQL operation, to be posted; null for GET. */
  operation: string | null;
  /** Without the API key. */
  anonymous?: boolean;
}

/** Which statistic of the large website, and which part of it. */
export interface Part {
  name: StatName;
  days: number;
  search: boolean;
  /** Number of the page, of twenty rows. */
  page: number;
}

const PER_PAGE = 20;
const MOST_PER_PAGE = 100;
const WORDS: Partial<Record<StatName, string>> = { continent: 'a', country: 'a', device: 'e', language: 'a' };

/** What a search of a statistic is for: something that many of its values contain. */
export const wordFor = (name: StatName) => WORDS[name] ?? '1';

const range = (days: number, back = 0) => ({ from: dateBack(back + days - 1), to: dateBack(back) });
const literal = ({ from, to }: { from: string; to: string }) => `from: "${from}", to: "${to}"`;
const after = (rows: number) => (rows > 0 ? `, after: "${encodeCursor(rows)}"` : '');
const ROWS = '{ totalCount sum nodes { value label count } }';

export const graphql = (operation: string): Question => ({ path: '/graphql', operation });

/** A statistic through REST. */
export function restQuestion({ name, days, search, page }: Part): Question {
  const query = new URLSearchParams({
    name,
    ...range(days),
    ...(search && { search: wordFor(name) }),
    ...(page > 1 && { page: String(page) }),
  });
  return { path: `/api/v1/stats/1?${query}`, operation: null };
}

/** The same through GraphQL. */
export function statQuestion({ name, days, search, page }: Part): Question {
  const found = search ? `, search: "${wordFor(name)}"` : '';
  const args = `name: ${name.toUpperCase()}, ${literal(range(days))}${found}${after((page - 1) * PER_PAGE)}`;
  return graphql(`{ website(id: "1") { stats(${args}) ${ROWS} } }`);
}

const TOP_TEN: StatName[] = [
  ...(['page', 'landing_page', 'referrer', 'campaign', 'country'] as const),
  ...(['city', 'browser', 'os', 'device', 'language'] as const),
];

/**
 * A whole dashboard: the totals of visitors and pageviews with both series by day (a hundred days a page), the top ten of ten
 * statistics; and all of it for the period before.
 * @param last the last day, so many days before the last that has hits.
 */
export function overviewQuestion(days: number, last = 0): Question {
  const period = (prefix: string, back: number) => {
    const when = literal(range(days, back));
    const series = (['visitors', 'pageviews'] as const).flatMap((name) =>
      Array.from({ length: Math.ceil(days / MOST_PER_PAGE) }, (_, page) => {
        const args = `name: ${name.toUpperCase()}, ${when}, first: ${MOST_PER_PAGE}${after(page * MOST_PER_PAGE)}`;
        return `${prefix}${name}${page}: stats(${args}) { ${page === 0 ? 'totalCount sum ' : ''}nodes { value count } }`;
      }),
    );
    const tops = TOP_TEN.map(
      (name) => `${prefix}${name}: stats(name: ${name.toUpperCase()}, ${when}, first: 10) ${ROWS}`,
    );
    return [...series, ...tops];
  };
  return graphql(
    `{ website(id: "1") { domain ${[...period('now_', last), ...period('before_', last + days)].join(' ')} } }`,
  );
}

/** Every website with its visitors of the last thirty days. */
export function portfolioQuestion(): Question {
  const stats = `stats(name: VISITORS, ${literal(range(30))}, first: 30) { sum }`;
  return graphql(`{ websites(first: ${SMALL_WEBSITES + 1}) { nodes { domain ${stats} } } }`);
}

/** Headers and body of a question. */
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

/** A question as it goes over the wire. */
export function rawOf(question: Question): string {
  const { headers, body } = httpOf(question);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${body ? 'POST' : 'GET'} ${question.path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}
