import { readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { NOON } from '../../support/server.ts';
import { makeCombinedLog } from '../../support/transfer/combinedLog.ts';
import { startUploadServer, type UploadServer } from '../../support/transfer/uploads.ts';

const LOG = makeCombinedLog({ hits: 30, others: 2 });

const foldersOf = ({ folder }: UploadServer) => readdir(folder).catch(() => []);

const numbersOf = async ({ server, id }: UploadServer) => {
  const response = await server.call(`/api/v1/metrics/${id}?from=2026-10-01&to=2026-10-02`);
  const { data } = (await response.json()) as { data: Record<string, number> };
  return { visitors: data.visitors, visits: data.visits, pageviews: data.pageviews, events: data.events };
};
const NOTHING = { visitors: 0, visits: 0, pageviews: 0, events: 0 };

test('a file is uploaded, previewed, started and undone', async () => {
  await using uploads = await startUploadServer();
  const { server, id } = uploads;
  const created = await uploads.upload(LOG.bytes, 'name=access.log');
  expect(created).toMatchObject({
    status: 201,
    data: { state: 'reading', files: ['access.log'], source: null },
  });
  const importId = created.data.id;
  const ready = await uploads.call('GET', `${id}/${importId}`);
  expect(ready.data).toMatchObject({
    ...{ state: 'ready', source: 'log', from: '2026-10-01', to: '2026-10-01', own_hits_from: null },
    ...{ pageviews: 30, events: 0, visitors: 3, started_by: 'owner@example.com', finished_at: null },
  });
  const skipped = Object.fromEntries(ready.data.skipped.map(({ reason, count }) => [reason, count]));
  expect(skipped).toEqual(LOG.expected.skipped);
  const unreadable = ready.data.skipped.find(({ reason }) => reason === 'unreadable');
  expect(unreadable?.examples[0]).toMatchObject({ file: 'access.log', line: expect.any(Number) });
  expect(await numbersOf(uploads)).toEqual(NOTHING);
  expect(await foldersOf(uploads)).toHaveLength(1);

  const started = await uploads.call('POST', `${id}/${importId}/start`);
  expect(started).toMatchObject({ status: 200, data: { state: 'running' } });
  const done = await uploads.call('GET', `${id}/${importId}`);
  expect(done.data).toMatchObject({ state: 'done', pageviews: 30, visitors: 3, visits: ready.data.visits });
  const { visits } = done.data;
  expect(await numbersOf(uploads)).toEqual({ visitors: 3, visits, pageviews: 30, events: 0 });
  expect(await foldersOf(uploads)).toEqual([]);

  const undone = await uploads.call('DELETE', `${id}/${importId}`);
  expect(undone).toMatchObject({ status: 200, data: { state: 'undoing' } });
  const { data, meta } = await uploads.call('GET', `${id}`);
  expect([meta?.total, data]).toMatchObject([1, [{ id: importId, state: 'undone' }]]);
  expect(await numbersOf(uploads)).toEqual(NOTHING);
  expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  const events = await server.deps.db.read.securityEvent.findMany({
    where: { kind: { startsWith: 'import' } },
  });
  expect(events.map(({ kind, subject, detail }) => [kind, subject, detail])).toEqual([
    ['import_started', 'shop.example', 'log access.log'],
    ['import_undone', 'shop.example', 'log access.log'],
  ]);
});

test('several files are one import', async () => {
  await using uploads = await startUploadServer();
  const { id } = uploads;
  const later = makeCombinedLog({ hits: 10, others: 0, start: Date.UTC(2026, 9, 2, 8) });
  const { data } = await uploads.upload(LOG.bytes, 'name=a.log');
  const second = await uploads.upload(later.bytes, `name=b.log&import=${data.id}`);
  expect(second.data).toMatchObject({ id: data.id, state: 'reading', files: ['a.log', 'b.log'] });
  const { data: ready } = await uploads.call('GET', `${id}/${data.id}`);
  expect(ready).toMatchObject({ state: 'ready', pageviews: 40, from: '2026-10-01', to: '2026-10-02' });
  await uploads.call('POST', `${id}/${data.id}/start`);
  expect(await numbersOf(uploads)).toMatchObject({ pageviews: 40 });
});

test('own hits are a choice before the start', async () => {
  await using uploads = await startUploadServer();
  const { server, id } = uploads;
  const from = Date.UTC(2026, 9, 1, 8, 10);
  server.setTime(from);
  const [website] = await server.deps.db.read.website.findMany();
  await server.call('/api/event', {
    method: 'POST',
    key: null,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    },
    body: JSON.stringify({ website: website?.trackingId, page: 'https://shop.example/own' }),
  });
  server.setTime(NOON);
  const { data } = await uploads.upload(LOG.bytes);
  const { data: ready } = await uploads.call('GET', `${id}/${data.id}`);
  expect(ready).toMatchObject({ state: 'ready', own_hits_from: new Date(from).toISOString(), pageviews: 10 });
  const refused = await uploads.call('POST', `${id}/${data.id}/start`);
  expect(refused).toMatchObject({
    status: 422,
    errors: { until_own_hits: [expect.stringContaining('own hits from 2026-10-01T08:10:00.000Z')] },
  });
  await uploads.call('POST', `${id}/${data.id}/start`, { until_own_hits: 1 });
  expect(await numbersOf(uploads)).toMatchObject({ pageviews: 11 });
});

test('an import that was not started is discarded, also after a day', async () => {
  await using uploads = await startUploadServer();
  const { server, id } = uploads;
  const first = await uploads.upload(LOG.bytes);
  expect(await uploads.upload(LOG.bytes)).toMatchObject({
    status: 422,
    errors: { import: [`Import ${first.data.id} of this website is ready. Start it or discard it first.`] },
  });
  expect(await uploads.call('DELETE', `${id}/${first.data.id}`)).toMatchObject({ data: { state: 'undone' } });
  expect(await uploads.call('GET', `${id}/${first.data.id}`)).toMatchObject({ status: 404 });
  expect(await foldersOf(uploads)).toEqual([]);

  const second = await uploads.upload(LOG.bytes);
  server.setTime(NOON + 25 * 3_600_000);
  await server.runJobs();
  const { data } = await uploads.call('GET', `${id}/${second.data.id}`);
  expect(data).toMatchObject({ state: 'failed', error: expect.stringContaining('within 24 hours') });
  expect(await foldersOf(uploads)).toEqual([]);
});

test('an interrupted import is done once after a restart, by the instance that has its files', async () => {
  await using uploads = await startUploadServer();
  const { server, id } = uploads;
  const { data } = await uploads.upload(LOG.bytes);
  const { db } = server.deps;
  // The rows of a process that was killed: it was started, and shows no activity any more.
  const inactive = { state: 'running', hash: '', activeAt: new Date(NOON - 61_000) };
  await db.write((tx) => tx.import.update({ where: { id: data.id }, data: inactive }));
  const beside = await startUploadServer({}, uploads);
  try {
    await beside.server.runJobs();
    expect((await beside.call('GET', `${id}/${data.id}`)).data).toMatchObject({
      state: 'done',
      pageviews: 30,
    });
  } finally {
    await beside[Symbol.asyncDispose]();
  }
  await server.runJobs();
  expect(await numbersOf(uploads)).toMatchObject({ pageviews: 30, visitors: 3 });
});

test('an import whose files are gone fails after an hour, with advice', async () => {
  await using uploads = await startUploadServer();
  const { server, id } = uploads;
  const { data } = await uploads.upload(LOG.bytes);
  const { db, imports } = server.deps;
  await db.write((tx) => tx.import.update({ where: { id: data.id }, data: { state: 'running' } }));
  const website = await db.read.website.findUniqueOrThrow({ where: { id } });
  await imports?.folder.remove({ id: data.id, trackingId: website.trackingId });
  server.setTime(NOON + 59 * 60_000);
  await server.runJobs();
  expect((await uploads.call('GET', `${id}/${data.id}`)).data).toMatchObject({ state: 'running' });
  server.setTime(NOON + 61 * 60_000);
  await server.runJobs();
  const { data: failed } = await uploads.call('GET', `${id}/${data.id}`);
  expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('Import them again') });
});
