import { invalidBody } from './rest.ts';
import { type Asker, MISSING, refusal, type WrongRequest } from './wrongRequests.ts';

const DATE = 'Must be a valid date, for example 2026-11-21.';
const ONCE = 'Must be a single string.';
const REQUIRED = 'Is required.';
const ORDER = 'Must be the same day as `from`, or later.';
const SIZE = 'Must be an integer from 10 to 100.';
const PAGE = 'Must be an integer from 1 to 1000000.';
const NAME =
  'Must be one of: browser, campaign, channel, city, continent, country, device, event, exit_page, ' +
  'landing_page, language, os, page, pageviews, pageviews_hours, referrer, resolution, source, ' +
  'utm_content, ' +
  'utm_medium, utm_source, utm_term, visitors, visitors_hours, visits.';
const QUERY = refusal(400, 'The query string cannot be read: it must be valid UTF-8.');
const DENIED = refusal(401, 'Unauthenticated.');
const BASE = 'https://stats.example.com';

function get(where: string, body: { status: number }, as: Asker = 'owner'): WrongRequest {
  return { title: `REST: GET ${where.slice(0, 100)} as ${as}`, where, as, status: body.status, body };
}

const list = (query: string, errors: Record<string, string[]>) =>
  get(`/api/v1/websites?${query}`, invalidBody(errors));
const stats = (query: string, errors: Record<string, string[]>) =>
  get(`/api/v1/stats/1?${query}`, invalidBody(errors));
const from = (date: string, message = DATE) =>
  stats(`name=page&to=2026-11-21&from=${date}`, { from: [message] });

/** A search that finds nothing, because wildcards are taken literally. */
function nothing(search: string): WrongRequest {
  const path = `${BASE}/api/v1/websites`;
  const link = `${path}?${new URLSearchParams({ search, page: '1' })}`;
  const body = {
    data: [],
    links: { first: link, last: link, prev: null, next: null },
    meta: { current_page: 1, from: null, last_page: 1, path, per_page: 20, to: null, total: 0 },
    status: 200,
  };
  return get(`/api/v1/websites?${new URLSearchParams({ search })}`, body);
}

const lists = [
  ...['9', '101', '-10', '1.5', '1e1', 'many', '99999999999999999999'].map((size) =>
    list(`per_page=${size}`, { per_page: [SIZE] }),
  ),
  ...['0', '-1', '1.5', 'two', '1000001', '1%00'].map((page) => list(`page=${page}`, { page: [PAGE] })),
  ...['ASC', 'up', 'max', 'asc;'].map((sort) =>
    list(`sort=${sort}`, { sort: ['Must be one of: asc, desc.'] }),
  ),
  list('per_page=10&per_page=20', { per_page: [SIZE] }),
  list('page=1&page=2', { page: [PAGE] }),
  list('search=a&search=b', { search: [ONCE] }),
  list(`search=${'x'.repeat(256)}`, { search: ['Must be at most 255 characters long.'] }),
  list('per_page=1&page=0&sort=up&search=a&search=b', {
    per_page: [SIZE],
    page: [PAGE],
    sort: ['Must be one of: asc, desc.'],
    search: [ONCE],
  }),
  ...['%', '_', '*', "' OR '1'='1", '[a-z]', '\u0000', '\\'].map(nothing),
  get('/api/v1/websites?search=%FF', QUERY),
  get('/api/v1/websites?search=%E2%82', QUERY),
  get('/api/v1/websites?search=100%', QUERY),
  get('/api/v1/websites?%C0%AF=1', QUERY),
];

const statistics = [
  stats('', { name: [REQUIRED], from: [REQUIRED], to: [REQUIRED] }),
  stats('name=&from=&to=', { name: [REQUIRED], from: [REQUIRED], to: [REQUIRED] }),
  ...['2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-11-00', '0000-00-00'].map((date) =>
    from(date),
  ),
  ...[
    '2026-1-1',
    '21.11.2026',
    '20261121',
    'today',
    '2026-11-21T00:00:00Z',
    '-2026-11-21',
    '2026-11-21%20',
  ].map((date) => from(date)),
  from('2026-11-20&from=2026-11-21', ONCE),
  stats('name=page&from=2026-11-21&to=2026-11-20', { to: [ORDER] }),
  ...['Browser', 'pages', 'name', 'page;', 'toString', '__proto__'].map((name) =>
    stats(`name=${name}&from=2026-11-01&to=2026-11-21`, { name: [NAME] }),
  ),
  stats('name=page&name=os&from=2026-11-01&to=2026-11-21', { name: [ONCE] }),
  stats('name=page&from=2026-11-01&to=2026-11-21&sort=desc&per_page=200', {
    sort: ['Must be one of: max, min.'],
    per_page: [SIZE],
  }),
  get('/api/v1/stats/1?name=%FF', QUERY),
];

const RANGE = 'name=page&from=2026-11-01&to=2026-11-21';
const ids = ['0', '-1', '01', '1.0', '1e0', '+1', 'abc', '%20', '1%00', '%FF', '2147483648', '9'.repeat(30)];

const places = [
  ...ids.flatMap((id) => [
    get(`/api/v1/websites/${id}`, MISSING),
    get(`/api/v1/stats/${id}?${RANGE}`, MISSING),
  ]),
  get('/api/v1/websites/3', MISSING),
  get(`/api/v1/stats/3?${RANGE}`, MISSING),
  get(`/api/v1/stats/2?${RANGE}`, MISSING, 'other'),
  get(`/api/v1/stats/2?${RANGE}`, MISSING, 'bounded'),
  get(`/api/v1/stats/1?${RANGE}`, refusal(403, 'The API key lacks the scope stats:read.'), 'reader'),
  get('/api/v1/websites', DENIED, 'nobody'),
  get(`/api/v1/stats/2?${RANGE}`, DENIED, 'nobody'),
  get('/api/v1/nothing', MISSING),
  get('/api/v1', MISSING),
  get('/api/v2/websites', MISSING),
  get('/api/v1/websites/1/stats', MISSING),
];

/** Invalid query strings and paths of the REST API. */
export const wrongQueries: WrongRequest[] = [...lists, ...statistics, ...places];
