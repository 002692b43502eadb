import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { invalidBody, MISSING, newKey, newWebsite, rest } from '../../support/rest.ts';
import { type TestServer, temporaryFolder } from '../../support/server.ts';
import { sharedServer } from '../../support/shared.ts';
import { readBack, storedRows } from '../../support/transfer/exports.ts';

const EXPORT = '/api/v1/export/1';

async function prepare(server: TestServer): Promise<void> {
  const { id } = await newWebsite(server, { url: 'https://a.test', exclude_ips: '10.0.0.1', privacy: '0' });
  const traffic = { websiteId: id, timezone: 'UTC', from: '2026-11-01', days: 3, visitors: 20, seed: 3 };
  await record(server, randomTraffic(traffic));
}
const server = sharedServer({}, prepare);

/** Creates a segment of website 1. */
async function addSegment({ deps }: TestServer): Promise<number> {
  const filter = '{"country":{"in":["DE"]}}';
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  const data = { websiteId: 1, name: 'Germany', nameKey: 'germany', filter, ...times };
  return (await deps.db.write((tx) => tx.segment.create({ data }))).id;
}

async function download(started: TestServer, where: string, key = started.key) {
  const response = await started.call(where, { key });
  const temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'export.zip');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  const content = await readBack(file);
  await temporary[Symbol.asyncDispose]();
  return { response, content };
}

test('the owner downloads an archive, whose name has the domain and the day', async () => {
  const { response, content } = await download(server(), `${EXPORT}?format=jsonl`);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="a.test-2026-11-21.jsonl.zip"',
  );
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  expect(content.visits).toEqual(await storedRows(server(), 'Visit', 1));
  expect(content.settings.website).toMatchObject({ url: 'https://a.test', exclude_ips: '10.0.0.1' });
});

test('HEAD answers without an export', async () => {
  const response = await server().call(EXPORT, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
});

test('a key without websites:read exports no settings', async () => {
  const { key } = await newKey(server(), { scopes: ['stats:read'] });
  const { content } = await download(server(), EXPORT, key);
  expect(content.settings.website).toEqual({ url: 'https://a.test', privacy: 0, timezone: 'UTC' });
  expect(content.hits.length).toBeGreaterThan(0);
});

test('only the owner exports, with stats:read and without the limit of a segment', async () => {
  const statusOf = async (key: string | null) => (await server().call(EXPORT, { key })).status;
  const { key: other } = await server().newAccount('other@example.com');
  expect((await rest(server(), EXPORT, { key: other })).body).toEqual(MISSING);
  expect(await statusOf(null)).toBe(401);
  expect(await statusOf((await newKey(server(), { scopes: ['websites:read'] })).key)).toBe(403);
  const segment_id = await addSegment(server());
  const { key } = await newKey(server(), { scopes: ['stats:read'], website_id: 1, segment_id });
  const limited = await rest(server(), EXPORT, { key });
  expect([limited.status, limited.body.message]).toEqual([
    403,
    'The API key is limited to a segment of the website.',
  ]);
});

test.each([
  [{ from: 'x' }, { from: ['Must be a valid date, for example 2026-11-21.'] }],
  [{ from: '2026-11-02', to: '2026-11-01' }, { to: ['Must be the same day as `from`, or later.'] }],
  [{ format: 'xls' }, { format: ['Must be one of: csv, jsonl, parquet.'] }],
])('refuses %j', async (query, errors) => {
  const { status, body } = await rest(server(), `${EXPORT}?${new URLSearchParams(query)}`);
  expect([status, body]).toEqual([422, invalidBody(errors)]);
});
