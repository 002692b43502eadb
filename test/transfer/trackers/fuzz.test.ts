import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COMPATIBLE_NAMES } from '../../../src/tracker/compatible.ts';
import { base64Json, parsedJson } from '../../../src/transfer/trackers/fields.ts';
import { TRACKERS } from '../../../src/transfer/trackers/table.ts';
import { runs } from '../../support/properties.ts';
import { newWebsite } from '../../support/rest.ts';
import { sharedServer } from '../../support/shared.ts';
import { PRODUCT_ANALYTICS } from '../../support/trackers/productAnalytics.ts';
import { base64, type Sent, sendForeign } from '../../support/trackers/request.ts';
import { WEB_ANALYTICS } from '../../support/trackers/webAnalytics.ts';

const routes = COMPATIBLE_NAMES.flatMap((product) => TRACKERS[product].routes);
const route = fc.constantFrom(...routes);

/** Names that trackers use, so that random bodies get past the first check. */
const NAMES = [
  ...['n', 'u', 'd', 'p', '$', 'name', 'url', 'type', 'payload', 'website', 'requests', 'query', 'variables'],
  ...[
    'input',
    'properties',
    '__path',
    'site_id',
    'pathname',
    'h',
    'sid',
    'ht',
    'nv',
    'qs',
    'hostname',
    'pid',
    'pg',
  ],
  ...[
    'data',
    'batch',
    'api_key',
    'event',
    'events',
    'event_type',
    'e',
    'app_key',
    'device_id',
    'key',
    'segmentation',
  ],
  ...[
    'context',
    'messageId',
    'writeKey',
    'Token',
    'idsite',
    'rec',
    'ue_pr',
    'page',
    'cvar',
    'token',
    '__proto__',
  ],
];
const TEXTS = [
  ...[
    'pageview',
    'event',
    'track',
    'page',
    'screen_view',
    '$pageview',
    '$$pageView',
    '[CLY]_view',
    'createRecord',
  ],
  ...[
    'https://shop.example.com/a',
    '/a',
    'x1',
    '1',
    'pv',
    'ue',
    '[{}]',
    '{"a":[1]}',
    '\ud800',
    'constructor',
    '%',
    'x'.repeat(9_000),
  ],
];
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double(),
    fc.constantFrom(null, true),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
  record: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 12 }),
}));

const json = value.map((given) => JSON.stringify(given));
const form = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(text, json)), { maxLength: 8 })
  .map((fields) => String(new URLSearchParams(fields.map(([name, given]) => [name, given]))));
const encoded = json.map((given) => `data=${Buffer.from(given).toString('base64')}`);
const body = fc.oneof(
  json,
  form,
  encoded,
  json.map((given) => gzipSync(given)),
  fc.uint8Array({ maxLength: 50 }),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => `${'[{"properties":'.repeat(depth)}1`),
  fc
    .integer({ min: 1, max: 20_000 })
    .map((depth) => `{"n":"a","u":"https://shop.example.com/","p":${'['.repeat(depth)}${']'.repeat(depth)}}`),
);

const started = sharedServer({ env: { COMPATIBLE: COMPATIBLE_NAMES.join() } }, (server) =>
  newWebsite(server, { url: 'shop.example.com', aliases: 'x1' }),
);

const ALLOWED = [200, 202, 204, 400, 401, 404, 413];

test('no request to a path of a tracker is an error of the server, and none ends it', async () => {
  await fc.assert(
    fc.asyncProperty(route, body, form, async ({ method, path }, sent, query) => {
      // Node refuses longer ones.
      const where = `${path.replace('*', 'x1')}?${query}`.slice(0, 8_000);
      const response = await sendForeign(started(), { method, path: where, body: sent });
      await response.arrayBuffer();
      expect(ALLOWED).toContain(response.status);
    }),
    { numRuns: runs(400) },
  );
});

/**
 * Replaces one value of a request.
 * @param next returns the position of the value among `count` ones.
 */
function replaceOne(given: unknown, hostile: unknown, next: (count: number) => number): unknown {
  if (typeof given !== 'object' || given === null) return hostile;
  const entries = Object.entries(given);
  const at = next(entries.length + 1);
  // The list or record itself.
  if (at === entries.length) return hostile;
  const changed = entries.map(([name, entry], index) => [
    name,
    index === at ? replaceOne(entry, hostile, next) : entry,
  ]);
  return Array.isArray(given) ? changed.map(([, entry]) => entry) : Object.fromEntries(changed);
}

/** The fields of a query or form. Those with JSON or JSON in Base64 are changed within. */
function replaceInFields(text: string, hostile: unknown, next: (count: number) => number): string {
  const fields = [...new URLSearchParams(text)];
  const at = next(fields.length);
  const changed = fields.map(([name, given], index) => {
    if (index !== at) return [name, given];
    const plain = parsedJson(given);
    if (typeof plain === 'object') return [name, JSON.stringify(replaceOne(plain, hostile, next))];
    const encoded = base64Json(given);
    if (typeof encoded === 'object') return [name, base64(replaceOne(encoded, hostile, next))];
    return [name, typeof hostile === 'string' ? hostile : JSON.stringify(hostile)];
  });
  return String(new URLSearchParams(changed));
}

/** A recorded request with one value replaced. */
function replaceIn(sent: Sent, hostile: unknown, next: (count: number) => number): Sent {
  const [path = '', query = ''] = sent.path.split('?');
  const { body: given } = sent;
  if (given === undefined)
    return { ...sent, path: `${path}?${replaceInFields(query, hostile, next)}`.slice(0, 8_000) };
  if (typeof given === 'string') return { ...sent, body: replaceInFields(given, hostile, next) };
  if (!(given instanceof Uint8Array)) return { ...sent, body: replaceOne(given, hostile, next) };
  return {
    ...sent,
    body: gzipSync(JSON.stringify(replaceOne(JSON.parse(String(gunzipSync(given))), hostile, next))),
  };
}

test('no recorded request with a value of another kind is an error of the server', async () => {
  const recorded = [...WEB_ANALYTICS, ...PRODUCT_ANALYTICS].map(([, , sent]) => sent);
  const positions = fc.array(fc.nat(1_000), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...recorded), value, positions, async (sent, hostile, numbers) => {
      let used = 0;
      const next = (count: number) => (numbers[used++ % numbers.length] as number) % Math.max(count, 1);
      const response = await sendForeign(started(), replaceIn(sent, hostile, next));
      await response.arrayBuffer();
      expect(ALLOWED).toContain(response.status);
    }),
    { numRuns: runs(400) },
  );
});
