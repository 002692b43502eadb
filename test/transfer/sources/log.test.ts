import { describe, expect, test } from '@jest/globals';
import { readCombined } from '../../../src/transfer/sources/log/combined.ts';
import { readHaproxy } from '../../../src/transfer/sources/log/haproxy.ts';
import { readJson } from '../../../src/transfer/sources/log/json.ts';
import { log } from '../../../src/transfer/sources/log/source.ts';
import { W3cReader } from '../../../src/transfer/sources/log/w3c.ts';
import { SQUARE, timeGrowth } from '../../support/timeGrowth.ts';
import { makeCombinedLog } from '../../support/transfer/combinedLog.ts';
import { hitsOf, readRecords, skippedOf, sumUp } from '../../support/transfer/files.ts';
import { zipOf } from '../../support/transfer/zip.ts';

const TIME = '[27/Nov/2026:16:19:57 +0100]';
const AT = Date.UTC(2026, 10, 27, 15, 19, 57);

const combined = (request: string, status: number | string = 200, agent = 'Moz') =>
  `203.0.113.7 - - ${TIME} "${request}" ${status} 21 "-" "${agent}"`;

/** The reason for which a line is skipped; the page if it is a hit. */
async function outcomeOf(line: string | Buffer): Promise<string | undefined> {
  const [record] = await readRecords(log, line);
  if (record?.kind === 'hit') return record.page;
  return record?.kind === 'skipped' ? record.reason : undefined;
}

describe('a request is a page if a person saw it:', () => {
  const PAGES = [
    ...['/', '/about', '/release-1.2', '/x.php', '/x.aspx', '/index.html', '/blog/', '/?p=1', '/~ann/'],
    ...['/a?file=x.css', '/a#b.js', '/news.2026/list', '/caf%C3%A9', '/feedback', '/api/items', '//double'],
    'http://www.example.com/a?x=1',
    'http://www.example.com',
  ];
  test.each(PAGES)('GET %s is one', async (target) => {
    expect(await outcomeOf(combined(`GET ${target} HTTP/1.1`))).toBe(target);
  });

  test.each([200, 203, 304])('an answer with status %d is one', async (status) => {
    expect(await outcomeOf(combined('GET /a HTTP/2.0', status))).toBe('/a');
  });

  const OTHERS: [string, string, string][] = [
    ['a style sheet', combined('GET /style.css?v=3 HTTP/1.1'), 'static_file'],
    ['an extension in capitals', combined('GET /PHOTO.JPG HTTP/1.1'), 'static_file'],
    ['a file with path parameters', combined('GET /app.js;v=1 HTTP/1.1'), 'static_file'],
    ['the file of another host', combined('GET http://example.org/a.png HTTP/1.1'), 'static_file'],
    ['robots.txt', combined('GET /robots.txt HTTP/1.1'), 'static_file'],
    ['a feed', combined('GET /blog/feed/ HTTP/1.1'), 'not_a_page'],
    ['an API of WordPress', combined('GET /wp-json/wp/v2/posts HTTP/1.1'), 'not_a_page'],
    ['a certificate request', combined('GET /.well-known/acme-challenge/x HTTP/1.1'), 'not_a_page'],
    ['the pixel of Matomo', combined('GET /matomo.php?idsite=1&rec=1 HTTP/1.1'), 'not_a_page'],
    ['HEAD', combined('HEAD / HTTP/1.1'), 'not_get'],
    ['POST', combined('POST /a HTTP/1.1'), 'not_get'],
    ['OPTIONS *', combined('OPTIONS * HTTP/1.0'), 'not_get'],
    ['the end of a connection of lighttpd', combined('PRI * HTTP/2.0', 100, '-'), 'not_get'],
    ['no request of Apache', `203.0.113.7 - - ${TIME} "-" 408 - "-" "-"`, 'no_request'],
    ['no request of lighttpd', combined('  ', 400), 'no_request'],
    ['no request of HAProxy', combined('<BADREQ>', 400), 'no_request'],
    ['no request of Varnish', `- - - ${TIME} "- http://localhost HTTP/1.0" 400 0 "-" "-"`, 'no_request'],
    ['TLS on the plain port', combined('\\x16\\x03\\x01\\x02', 400), 'no_request'],
    ['a connection to Squid', combined('- error:transaction-end-before-headers NONE/0.0', 0), 'no_request'],
    ['a target that is no path', combined('GET * HTTP/1.1'), 'no_request'],
    ...[101, 201, 204, 206, 301, 302, 308, 400, 401, 403, 404, 410, 429, 499, 500, 503, '0', '-'].map(
      (status): [string, string, string] => [
        `status ${status}`,
        combined('GET /a HTTP/1.1', status),
        'status',
      ],
    ),
    ['no User-Agent', combined('GET /a HTTP/1.1', 200, '-'), 'no_user_agent'],
    ['an empty User-Agent', combined('GET /a HTTP/1.1', 200, ''), 'no_user_agent'],
    [
      'an answer of Caddy that is no HTML',
      '{"ts":1795792797.6,"request":{"remote_ip":"127.0.0.1","method":"GET","host":"example.com",' +
        '"uri":"/data","headers":{"User-Agent":["Moz"]}},"status":200,' +
        '"resp_headers":{"Content-Type":["application/json"]}}',
      'not_a_page',
    ],
    [
      'an answer of Caddy without a User-Agent',
      '{"ts":1795792797.6,"request":{"method":"GET","uri":"/","headers":{}},"status":200}',
      'no_user_agent',
    ],
    [
      'an answer of Caddy to a client that is gone',
      '{"ts":1795792797.6,"request":{"method":"GET","uri":"/","headers":{"User-Agent":["M"]}},"status":0}',
      'status',
    ],
    ['another message of Caddy', '{"level":"info","ts":1795792797.6,"msg":"serving"}', 'no_request'],
  ];
  test.each(OTHERS)('%s is none', async (_, line, reason) => {
    expect(await outcomeOf(line)).toBe(reason);
  });
});

describe('the time of a line is read', () => {
  test.each([
    ['[27/Nov/2026:16:21:45 +0100]', Date.UTC(2026, 10, 27, 15, 21, 45)],
    ['[27/Nov/2026:16:21:45 -0330]', Date.UTC(2026, 10, 27, 19, 51, 45)],
    ['[27/Nov/2026:16:21:45 -03-30]', Date.UTC(2026, 10, 27, 19, 51, 45)],
    ['[27/nov/2026:16:21:45.123 +0000]', Date.UTC(2026, 10, 27, 16, 21, 45)],
    ['[29/Feb/2028:00:00:00 +0000]', Date.UTC(2028, 1, 29)],
    // Without an offset, in the website's zone.
    ['[27/Jul/2026:16:21:45]', Date.UTC(2026, 6, 27, 14, 21, 45)],
    ['[27/Nov/2026:16:21:45]', Date.UTC(2026, 10, 27, 15, 21, 45)],
  ])('%s', async (time, at) => {
    const line = `203.0.113.7 - - ${time} "GET /a HTTP/1.1" 200 21 "-" "Moz"`;
    expect(await readRecords(log, line, { timezone: 'Europe/Berlin' })).toMatchObject([{ kind: 'hit', at }]);
  });

  test.each([
    ...['[31/Nov/2026:16:21:45 +0100]', '[27/Nux/2026:16:21:45 +0100]', '[27/Nov/2026:24:21:45 +0100]'],
    ...['[27/Nov/2026:16:21:45 +9900]', '[27/Nov/2026:16:21:45 +0160]'],
  ])('and refused if it does not exist: %s', async (time) => {
    const line = `203.0.113.7 - - ${time} "GET /a HTTP/1.1" 200 21 "-" "Moz"`;
    expect(await readRecords(log, line)).toEqual([
      { kind: 'skipped', line: 1, reason: 'unreadable', message: 'The time in brackets does not exist.' },
    ]);
  });

  test.each([
    ['1795792797', AT],
    ['1795792797.5', AT + 500],
    ['1795792797500', AT + 500],
    ['1795792797500000000', AT + 500],
    ['"2026-11-27T15:19:57Z"', AT],
    ['"2026/11/27 16:19:57.000"', AT],
    ['"27/Nov/2026:16:19:57 +0100"', AT],
  ])('of JSON as %s', async (ts, at) => {
    const line = `{"ts":${ts},"remote_addr":"::1","request":"GET /a HTTP/1.1","status":200,"agent":"Moz"}`;
    expect(hitsOf(await readRecords(log, line, { timezone: 'Europe/Berlin' }))).toMatchObject([{ at }]);
  });
});

describe('the address and the host of a line are read', () => {
  test.each([
    ['203.0.113.7 - -', '203.0.113.7', ''],
    ['::ffff:203.0.113.7 - -', '203.0.113.7', ''],
    ['2001:db8::7 - -', '2001:db8::7', ''],
    ['203.0.113.7 - ann lee', '203.0.113.7', ''],
    ['203.0.113.7 - ann [1/2/3] lee', '203.0.113.7', ''],
    ['- - -', '', ''],
    ['203.0.113.7 shop.example.com -', '203.0.113.7', 'shop.example.com'],
    ['203.0.113.7 192.0.2.1 -', '203.0.113.7', '192.0.2.1'],
    ['shop.example.com:443 203.0.113.7 - -', '203.0.113.7', 'shop.example.com'],
    ['shop.example.com 2001:db8::7 - ann lee', '2001:db8::7', 'shop.example.com'],
    ['192.0.2.1 203.0.113.7 - -', '203.0.113.7', '192.0.2.1'],
    ['shop.example.com:443 203.0.113.7 - ann: lee', '203.0.113.7', 'shop.example.com'],
    ['203.0.113.7:51234 - -', '203.0.113.7', ''],
    ['[2001:db8::7]:443 - -', '2001:db8::7', ''],
    ['[2001:DB8:0::7] - -', '2001:db8::7', ''],
    ['fe80::1%eth0 - -', 'fe80::1', ''],
    ['Nov 27 16:19:57 web1 nginx: 203.0.113.7 - -', '203.0.113.7', ''],
    ['<190>Nov  7 16:19:57 web1 nginx: 203.0.113.7 - -', '203.0.113.7', ''],
    ['2026-11-27T16:19:57+01:00 web1 nginx[7]: 2001:db8::7 - -', '2001:db8::7', ''],
  ])('%s', async (fields, address, host) => {
    const line = `${fields} ${TIME} "GET /a HTTP/1.1" 200 21 "-" "Moz"`;
    const page = host === '' ? '/a' : `http://${host}/a`;
    expect(await readRecords(log, line)).toMatchObject([{ address, page }]);
    expect(JSON.stringify(await readRecords(log, line))).not.toContain('lee');
  });
});

test.each(['999.1.1.1', '1.2.3', 'dialin.example.net'])(
  'the client %s is a name, which tells visitors apart and is no address',
  async (name) => {
    const line = (client: string) => `${client} - - ${TIME} "GET /a HTTP/1.1" 200 21 "-" "Moz"`;
    const records = hitsOf(await readRecords(log, [line(name), line('other'), line(name)].join('\n')));
    expect(records.map(({ address }) => address)).toEqual(['', '', '']);
    const [one, other, again] = records.map(({ visitor }) => visitor);
    expect([one === again, one === other, one]).toEqual([true, false, expect.stringContaining(name)]);
  },
);

test.each(['16:19:57', '1:2:3:4:5:6:7:8:9', ':::'])('the client %s is none', async (client) => {
  expect(await readRecords(log, `${client} - - ${TIME} "GET /a HTTP/1.1" 200 21 "-" "Moz"`)).toMatchObject([
    { reason: 'unreadable', message: 'The line has no address in front of the time.' },
  ]);
});

describe('a line of HAProxy is read', () => {
  const from = (client: string, agent: string, target: string) =>
    `${client} [27/Nov/2026:16:19:57.123] web app/one 0/0/1/2/3 200 512 - - ---- 1/1/0/0/0 0/0 ` +
    `{${agent}} "GET ${target} HTTP/1.1"`;
  test.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:db8::7:5123', '2001:db8::7'],
    ['::ffff:203.0.113.7:51234', '203.0.113.7'],
    ['Nov 27 16:19:57 lb haproxy[7]: 203.0.113.7:51234', '203.0.113.7'],
    ['<134>haproxy[7]: 203.0.113.7:51234', '203.0.113.7'],
  ])('from %s, also with colons in its texts', async (client, address) => {
    const line = from(client, 'Moz: a [1/2/3] b', '/a: b');
    expect(await readRecords(log, line)).toMatchObject([
      { kind: 'hit', address, page: '/a: b', userAgent: 'Moz: a [1/2/3] b' },
    ]);
  });
});

test('JSON behind the prefix of syslog is read', async () => {
  const json = `{"ts":1795792797,"remote_addr":"::1","request":"GET /a HTTP/1.1","status":200,"agent":"Moz"}`;
  const line = `<190>Nov 27 16:19:57 web1 nginx: ${json}`;
  expect(await readRecords(log, line)).toMatchObject([{ kind: 'hit', at: AT, page: '/a' }]);
});

test.each([
  ['2001:db8::1', 'http://[2001:db8::1]/a'],
  ['[2001:db8::1]:443', 'http://[2001:db8::1]/a'],
  ['example.com:8080', 'http://example.com/a'],
])('the host %s is part of the page without its port', async (host, page) => {
  const line = { ts: 1795792797, uri: '/a', host, status: 200, user_agent: 'Moz' };
  expect(await readRecords(log, JSON.stringify(line))).toMatchObject([{ page }]);
});

test('the sums of a log are those of its records, in the order of the file', async () => {
  const made = makeCombinedLog({ hits: 500, others: 20 });
  const records = await readRecords(log, made.bytes);
  expect(sumUp(records)).toEqual(made.expected);
  expect(records.map(({ line }) => line)).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
});

test('broken lines are skipped with a reason that names no address', async () => {
  const lines = [
    '',
    'hello',
    `203.0.113.7 - - ${TIME} "GET /a HTTP/1.1" 200 21 "-" "Moz`,
    `203.0.113.7 - - ${TIME} "GET /a HT`,
    '{"ts":',
    '{"ts":"yesterday","request":"GET /a HTTP/1.1","status":200,"agent":"Moz"}',
    `${'x'.repeat(70_000)}`,
    combined('GET /last HTTP/1.1'),
  ];
  const records = await readRecords(log, lines.join('\n'));
  expect(skippedOf(records)).toEqual(
    [
      'The line is in none of the log formats that docs/moving.md lists.',
      'The line ends within the referrer or the User-Agent.',
      'The line ends within the request, or has no status behind it.',
      'The line is no JSON object.',
      'The line states no time that can be read.',
      'The line is longer than 64 KiB.',
    ].map((message, index) => ({ kind: 'skipped', line: index + 2, reason: 'unreadable', message })),
  );
  expect(hitsOf(records)).toMatchObject([{ line: 8, page: '/last' }]);
});

test('lines with CRLF and a file without a last line feed are read', async () => {
  const text = `\ufeff${combined('GET /a HTTP/1.1')}\r\n\r\n${combined('GET /b HTTP/1.1')}`;
  expect((await readRecords(log, text)).map((record) => [record.line, record.kind])).toEqual([
    [1, 'hit'],
    [3, 'hit'],
  ]);
});

describe('a line takes a time that grows with its length, with many', () => {
  const start = `203.0.113.7 - - ${TIME} "GET /a HTTP/1.1" 200 21 `;
  const end = ` - - ${TIME} "GET /a HTTP/1.1" 200 21 "-" "Moz"`;
  const haproxy =
    '1.2.3.4:5 [27/Nov/2026:16:19:57.123] web app/one 0/0/1/2/3 200 512 - - ---- 1/1/0/0/0 0/0 ';
  const shapes: [string, string, string?][] = [
    [start, '" '],
    [`${start}"-" "`, 'a" b" '],
    [`${start}"-" "`, '\\\\"'],
    [`${start}"-" "Moz" `, 'x" '],
    [start.slice(0, 60), '" a'],
    ['', '[12/'],
    ['', '[12/Nov/'],
    ['a', ': [1'],
    // Addresses and hosts.
    ...['1', ':', '1:', '1.', '::', '[', '%', 'a.', 'f:f.'].map((part): [string, string, string] => [
      '',
      part,
      end,
    ]),
    ['a ', '1:', end],
    ['<134>a', ' b:', end],
    // HAProxy.
    ['', '1:1:', haproxy.slice(7)],
    [haproxy, '{'],
    [haproxy, '"GET / HTTP/1.1'],
    [`${haproxy}{`, '|'],
    [haproxy.slice(0, 40), 'a/b '],
    [`${start}"-" "Moz" 1 2 `, '"a'],
    ['{"a":', ' :  '],
    ['{"a":"', '\\x4'],
    ['{"request":"', '/ '],
  ];
  test.each(shapes)('%j %j', (head, part, tail = '') => {
    const reader = new W3cReader('UTC');
    reader.directive('#Fields: date time s-ip cs-method cs-uri-stem sc-status c-ip cs(User-Agent)');
    const growth = timeGrowth((size) => {
      const line = head + part.repeat(size) + tail;
      readCombined(line, 1, 'UTC');
      readHaproxy(line, 1, 'UTC');
      readJson(line, 1, 'UTC');
      reader.read(line, 1);
    }, 500);
    expect(growth).toBeLessThan(SQUARE / 2);
  });
});

test('in an archive, messages name the file', async () => {
  const bytes = await zipOf({ 'a.log': combined('GET /a HTTP/1.1'), 'b.log': 'x' });
  expect(await readRecords(log, bytes)).toMatchObject([
    { kind: 'hit', line: 1 },
    { line: 1, message: 'b.log: The line is in none of the log formats that docs/moving.md lists.' },
  ]);
});

test('only a sample with a request is recognized as a log', () => {
  const detect = (text: string) => log.detect({ text });
  expect(detect(`13 "-" "Moz"\n${combined('GET /a HTTP/1.1')}`)).toBe(true);
  expect(detect(combined('GET /style.css HTTP/1.1'))).toBe(true);
  expect(detect('{"ts":1795792797,"request":{"method":"HEAD","uri":"/"},"status":200}')).toBe(true);
  expect(detect('')).toBe(false);
  expect(detect('date,visitors\n2026-11-27,5')).toBe(false);
  expect(detect('{"event_name":"page_view","event_timestamp":1}')).toBe(false);
});
