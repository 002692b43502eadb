import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COMPATIBLE_NAMES } from '../../../src/tracker/compatible.ts';
import { TRACKERS } from '../../../src/transfer/trackers/table.ts';
import { runs } from '../../support/properties.ts';
import { newWebsite } from '../../support/rest.ts';
import { sharedServer } from '../../support/shared.ts';
import { sendForeign } from '../../support/trackers/request.ts';

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

test('no request to a path of a tracker is an error of the server, and none ends it', async () => {
  await fc.assert(
    fc.asyncProperty(route, body, form, async ({ method, path }, sent, query) => {
      // Node refuses longer ones.
      const where = `${path.replace('*', 'x1')}?${query}`.slice(0, 8_000);
      const response = await sendForeign(started(), { method, path: where, body: sent });
      await response.arrayBuffer();
      expect([200, 202, 204, 400, 401, 404, 413]).toContain(response.status);
    }),
    { numRuns: runs(400) },
  );
});
