import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { log } from '../../../src/transfer/sources/log/source.ts';
import { hitsOf, readRecords } from '../../support/transfer/files.ts';

const CLF = '[27/Nov/2026:16:19:57 +0100]';
const AT = Date.UTC(2026, 10, 27, 15, 19, 57);
const AGENT = 'Moz "q" back\\slash ü';
const REFERRER = 'http://example.org/ä"b';

/** What a server wrote for the request of a page with quotes, a backslash and an umlaut in its headers. */
interface Seen {
  /** Absent if seenLogs.txt has it. */
  line?: Buffer;
  page?: string;
  referrer?: string;
  userAgent?: string;
  at?: number;
}

/** The lines by their names. */
const LINES = new Map(
  [...readFileSync(path.join(import.meta.dirname, 'seenLogs.txt'), 'utf8').matchAll(/^\n(.+)\n(.+)$/gm)].map(
    ([, name = '', line = '']) => [name, line] as const,
  ),
);
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Lines of real servers. Each has another notation. */
const SEEN: Record<string, Seen> = {
  nginx: {},
  Apache: {},
  'Apache with virtual hosts': {
    page: 'http://www.example.com/a',
  },
  lighttpd: {
    page: 'http://www.example.com/a',
  },
  Varnish: {
    page: 'http://www.example.com/a',
  },
  Squid: {
    page: 'http://www.example.com/a',
  },
  H2O: {},
  'HAProxy (httplog)': {},
  'HAProxy (httplog clf)': {},
  Caddy: {
    page: 'http://www.example.com/a',
    at: 1_795_792_797_643,
  },
  'morgan 1.12': {
    page: '/a?x="y"',
    referrer: 'http://e.example/"x',
  },
  'morgan 1.12 with an escaped byte': {
    referrer: '',
    userAgent: 'Groß',
  },
  'morgan 1.11': {
    page: '/a?x="y"',
    referrer: 'http://e.example/"x',
  },
  gunicorn: {
    page: '/a?x=1',
    referrer: 'http://e.example/"x',
  },
  'nginx with escape=json': {},
  'Apache with a JSON-like format': {},
  Traefik: {
    page: 'http://www.example.com/a',
  },
  'nginx with a Latin-1 byte': {
    referrer: '',
    userAgent: 'Müller',
  },
  'a server that writes Latin-1': {
    line: latin1(`127.0.0.1 - - ${CLF} "GET /a HTTP/1.1" 200 21 "-" "Müller"`),
    referrer: '',
    userAgent: 'Müller',
  },
  'nginx through syslog': {
    referrer: '',
    userAgent: 'Moz',
  },
  'HAProxy through syslog': {
    page: 'https://www.example.com/a',
    referrer: '',
    userAgent: '',
    at: AT,
  },
  'nginx with X-Forwarded-For behind': {
    referrer: '',
    userAgent: 'Moz "q"',
  },
  'Apache with times and a field without quotes behind': {
    referrer: '',
    userAgent: 'Moz "q"',
  },
  'a server that writes the duration before the request': {
    page: 'http://www.example.com/a',
    referrer: '',
    userAgent: 'Moz',
  },
  'nginx with the JSON that Matomo recommends': {
    page: 'http://www.example.com/a',
    referrer: '',
    userAgent: 'Moz',
  },
  'a common log': {
    referrer: '',
    userAgent: '',
  },
};

describe('a line of a real server is read:', () => {
  test.each(Object.entries(SEEN))('%s', async (name, { line, ...seen }) => {
    const records = await readRecords(log, line ?? LINES.get(name) ?? '', { timezone: 'Europe/Berlin' });
    expect(records).toEqual([
      {
        kind: 'hit',
        line: 1,
        at: AT,
        page: '/a',
        referrer: REFERRER,
        visitor: '',
        address: '127.0.0.1',
        userAgent: AGENT,
        language: '',
        resolution: '',
        ...seen,
      },
    ]);
  });
});

const CLOUDFRONT = [
  '#Version: 1.0',
  '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) ' +
    'cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header',
  '2026-11-27\t15:19:57\tFRA2\t2048\t2001:db8::7\tGET\td1.cloudfront.net\t/a\t200\thttps://example.org/\t' +
    'Mozilla/5.0%2520(X11;%2520Linux)\tutm_source=x\t-\tHit\tabc==\twww.example.com',
  '2026-11-27\t15:19:58\tFRA2\t2048\t2001:db8::7\tGET\td1.cloudfront.net\t/b\t200\t-\t-\t-\t-\tHit\tabc==\t-',
  '2026-11-27\t15:19:58\tFRA2\t2048',
].join('\r\n');

test('a log of CloudFront is read by the columns that it names', async () => {
  const [hit, ...others] = await readRecords(log, CLOUDFRONT);
  expect(hit).toMatchObject({
    line: 3,
    at: AT,
    page: 'http://www.example.com/a?utm_source=x',
    referrer: 'https://example.org/',
    address: '2001:db8::7',
    userAgent: 'Mozilla/5.0 (X11; Linux)',
  });
  expect(others).toMatchObject([
    { line: 4, reason: 'no_user_agent' },
    { line: 5, reason: 'unreadable', message: 'The line has 4 fields; #Fields names 16.' },
  ]);
});

test('a log of IIS is read by the columns that it names', async () => {
  const [hit] = hitsOf(
    await readRecords(
      log,
      '#Software: Microsoft Internet Information Services 10.0\n' +
        '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip ' +
        'cs(User-Agent) cs(Referer) sc-status\n' +
        '2026-11-27 15:19:57 10.0.0.1 GET /a id=1 80 - 203.0.113.9 Mozilla/5.0+(X11;+Linux) - 200\n',
    ),
  );
  expect(hit).toMatchObject({ at: AT, page: '/a?id=1', userAgent: 'Mozilla/5.0 (X11; Linux)', referrer: '' });
});

test('quotes and local times of IIS are read', async () => {
  const text =
    '#Fields:   date-local time-local   s-ip   cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) ' +
    'cs(Referer) cs(Host) sc-status\n' +
    '   \n2026-11-27 16:19:57.000 10.0.0.1 GET /a - "203.0.113.9" "Mozilla/5.0 (X11; Linux)" - ' +
    '"example.com" 200\n';
  expect(await readRecords(log, text, { timezone: 'Europe/Berlin' })).toMatchObject([
    { at: AT, page: 'http://example.com/a', address: '203.0.113.9', userAgent: 'Mozilla/5.0 (X11; Linux)' },
  ]);
});
