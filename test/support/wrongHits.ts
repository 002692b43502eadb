import { gzipSync } from 'node:zlib';
import { CHROME } from './server.ts';
import { refusal, typed, type WrongRequest } from './wrongRequests.ts';

const JSON_NEEDED = refusal(400, 'The hit cannot be read: the body must be well-formed JSON.');
const NOT_UTF8 = refusal(400, 'The hit cannot be read: the body must be valid UTF-8.');
const PAGE_MISSING = 'Is required: the full address of the page.';
const ADDRESS = 'Must be a full http or https address, for example https://example.com/.';
const TEXT = 'Must be a string.';
const page = 'https://example.com/';

const fields = (errors: Record<string, unknown>) => ({
  message: 'The hit cannot be read.',
  errors,
  status: 400,
});

/** A hit with exactly this body. */
function hit(title: string, body: string | Uint8Array, answer: { status: number }, more = {}): WrongRequest {
  const headers = { 'content-type': 'text/plain', 'user-agent': CHROME, ...more };
  return {
    title: `event: ${title}`,
    where: '/api/event',
    as: 'nobody',
    init: typed('POST', headers, body),
    status: answer.status,
    body: answer,
    headers: { 'access-control-allow-origin': '*' },
  };
}

const wrong = (title: string, payload: object, errors: Record<string, unknown>) =>
  hit(title, JSON.stringify(payload), fields(errors));
const wrongPage = (value: string) =>
  wrong(`page is ${value.slice(0, 40)}`, { page: value }, { page: [ADDRESS] });
const tooLong = (most: number) => [`Must be at most ${most} characters long.`];

/** A request for the pixel with exactly this query string. */
function pixel(query: string, answer: { status: number }): WrongRequest {
  return {
    title: `pixel: ${query.slice(0, 80)}`,
    where: `/pixel.gif?${query}`,
    as: 'nobody',
    init: { headers: { 'user-agent': CHROME } },
    status: answer.status,
    body: answer,
  };
}

/** A method that a tracking path does not support. */
function method(name: string, where: string, allowed: string): WrongRequest {
  return {
    title: `${name} ${where}`,
    where,
    as: 'nobody',
    init: { method: name },
    status: 405,
    body: refusal(405, `Method not allowed. This path supports: ${allowed}.`),
    headers: { allow: allowed },
  };
}

const object = { body: ['Must be an object with the fields of a hit.'] };

/** Hits that the server cannot read. */
export const wrongHits: WrongRequest[] = [
  hit('nothing', '', JSON_NEEDED),
  hit('JSON that ends early', `{"page":"${page}"`, JSON_NEEDED),
  hit('form fields', `page=${page}`, JSON_NEEDED, { 'content-type': 'application/x-www-form-urlencoded' }),
  hit('null', 'null', fields(object)),
  hit('a list', `[{"page":"${page}"}]`, fields(object)),
  hit('a string', `"${page}"`, fields(object)),
  hit('a number', '7', fields(object)),
  hit('invalid UTF-8', Buffer.from(`{"page":"${page}\xff"}`, 'latin1'), NOT_UTF8),
  hit('a truncated UTF-8 sequence at the end', Buffer.from(`{"page":"${page}\xe2\x82`, 'latin1'), NOT_UTF8),
  hit('a compressed body', gzipSync(`{"page":"${page}"}`), NOT_UTF8, { 'content-encoding': 'gzip' }),
  hit(
    'too long',
    JSON.stringify({ page, more: 'x'.repeat(64 * 1024) }),
    refusal(413, 'The hit must be at most 64 KiB long.'),
  ),
  wrong('no page', {}, { page: [PAGE_MISSING] }),
  wrong('page is null', { page: null }, { page: [PAGE_MISSING] }),
  wrong('page is a list', { page: [page] }, { page: [PAGE_MISSING] }),
  ...[
    '',
    '/path',
    'example.com',
    '//example.com/',
    'https://',
    'ftp://example.com/',
    'javascript:alert(1)',
  ].map(wrongPage),
  wrong('website is a number', { page, website: 1 }, { website: [TEXT] }),
  wrong('website is too long', { page, website: 'x'.repeat(101) }, { website: tooLong(100) }),
  wrong('page and website are wrong', { website: [] }, { website: [TEXT], page: [PAGE_MISSING] }),
  pixel('', fields({ page: [PAGE_MISSING] })),
  pixel('page=%2Fpath', fields({ page: [ADDRESS] })),
  pixel(`page=${page}&page=${page}`, fields({ page: [PAGE_MISSING] })),
  pixel(`page=${page}&website=a&website=b`, fields({ website: [TEXT] })),
  pixel(`page=${page}&website=${'x'.repeat(101)}`, fields({ website: tooLong(100) })),
  method('GET', '/api/event', 'OPTIONS, POST'),
  method('DELETE', '/api/event', 'OPTIONS, POST'),
  method('POST', '/pixel.gif', 'HEAD, GET'),
];
