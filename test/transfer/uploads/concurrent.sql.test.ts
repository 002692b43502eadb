import { expect, test } from '@jest/globals';
import { operator } from '../../../src/auth/keys.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { createContext } from '../../../src/request/context.ts';
import { startImport, undoWebsiteImport } from '../../../src/transfer/uploads/changes.ts';
import type { ImportContext } from '../../../src/transfer/uploads/context.ts';
import type { Imports } from '../../../src/transfer/uploads/imports.ts';
import { uploadFile } from '../../../src/transfer/uploads/upload.ts';
import { NOON } from '../../support/server.ts';
import { makeCombinedLog } from '../../support/transfer/combinedLog.ts';
import { startUploadServer, type UploadServer } from '../../support/transfer/uploads.ts';

const LOG = makeCombinedLog({ hits: 30, others: 2 });

async function startWith(state: 'ready' | 'done'): Promise<UploadServer & { importId: number }> {
  const uploads = await startUploadServer();
  const { data } = await uploads.upload(LOG.bytes, 'name=access.log');
  if (state === 'done') await uploads.call('POST', `${uploads.id}/${data.id}/start`);
  return { ...uploads, importId: data.id };
}

/** The context of the owner, with changes to what runs imports. */
function ownerOf({ server }: UploadServer, changed: (imports: Imports) => Partial<Imports>): ImportContext {
  const context = createContext(server.deps, operator(server.teamId));
  const imports = server.deps.imports as Imports;
  return { ...context, imports: { ...imports, ...changed(imports) } };
}

const asItIs = (uploads: UploadServer) => ownerOf(uploads, () => ({}));

async function stateOf({ server }: UploadServer, id: number): Promise<string | undefined> {
  await server.deps.imports?.idle();
  return (await server.deps.db.read.import.findUnique({ where: { id } }))?.state;
}

async function pageviewsOf({ server, id }: UploadServer): Promise<number | undefined> {
  const response = await server.call(`/api/v1/metrics/${id}?from=2026-10-01&to=2026-10-02`);
  return ((await response.json()) as { data: Record<string, number> }).data.pageviews;
}

const eventsOf = async ({ server }: UploadServer) =>
  (await server.deps.db.read.securityEvent.findMany({ where: { kind: { startsWith: 'import' } } })).map(
    ({ kind }) => kind,
  );

test('of two starts at once, one starts the import, and the other learns its state', async () => {
  await using uploads = await startWith('ready');
  const { id, importId } = uploads;
  const start = () => uploads.call('POST', `${id}/${importId}/start`);
  const answers = (await Promise.all([start(), start()])).sort((one, other) => one.status - other.status);
  expect(answers).toMatchObject([
    { status: 200, data: { state: 'running' } },
    { status: 422, errors: { id: [expect.stringMatching(/ is (running|done) and cannot be started\./)] } },
  ]);
  expect(await stateOf(uploads, importId)).toBe('done');
  expect(await pageviewsOf(uploads)).toBe(30);
  expect(await eventsOf(uploads)).toEqual(['import_started']);
});

test('a start and an undo at once leave nothing of the import', async () => {
  await using uploads = await startWith('ready');
  const { server, id, importId } = uploads;
  const [, undone] = await Promise.all([
    uploads.call('POST', `${id}/${importId}/start`),
    uploads.call('DELETE', `${id}/${importId}`),
  ]);
  expect(undone.status).toBe(200);
  expect([undefined, 'undone', 'failed']).toContain(await stateOf(uploads, importId));
  expect(await pageviewsOf(uploads)).toBe(0);
  expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
});

test('of two undos at once, one undoes the import, and the other learns its state', async () => {
  await using uploads = await startWith('done');
  const { server, id, importId } = uploads;
  const undo = () => uploads.call('DELETE', `${id}/${importId}`);
  for (const { status, data, errors } of await Promise.all([undo(), undo()]))
    expect(status === 200 ? data.state : errors?.id?.[0]).toMatch(/^undoing$|it is undone\.$/);
  expect(await stateOf(uploads, importId)).toBe('undone');
  expect(await eventsOf(uploads)).toEqual(['import_started', 'import_undone']);
  expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
});

test('an undo that another one overtakes does not touch the import that has its days since', async () => {
  await using uploads = await startWith('done');
  const { server, id, importId } = uploads;
  const slow = ownerOf(uploads, (imports) => ({
    async cancel(undone) {
      await imports.cancel(undone);
      await uploads.call('DELETE', `${id}/${importId}`);
      const { data } = await uploads.upload(LOG.bytes, 'name=again.log');
      await uploads.call('POST', `${id}/${data.id}/start`);
    },
  }));
  await expect(undoWebsiteImport(importId, slow)).rejects.toMatchObject({
    details: { fields: { id: [`Nothing of import ${importId} is left to undo: it is undone.`] } },
  });
  expect(await stateOf(uploads, importId)).toBe('undone');
  expect(await pageviewsOf(uploads)).toBe(30);
  expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
});

test('a file that arrives after the start is refused, and the import goes on', async () => {
  await using uploads = await startWith('ready');
  const { server, id, importId } = uploads;
  const context = asItIs(uploads);
  async function* slowly() {
    yield new Uint8Array(LOG.bytes);
    await startImport(importId, {}, context);
  }
  const args = { name: 'late.log', import: importId };
  await expect(uploadFile(id, args, { bytes: slowly(), length: undefined }, context)).rejects.toMatchObject({
    details: {
      fields: { import: [expect.stringMatching(/ is (running|done): files can only be added before/)] },
    },
  });
  expect(await stateOf(uploads, importId)).toBe('done');
  expect(await pageviewsOf(uploads)).toBe(30);
  expect((await server.deps.db.read.import.findMany()).map(({ files }) => files)).toEqual(['access.log']);
});

test.each(['reading', 'ready'])('an import that is %s fails if its files are gone', async (state) => {
  await using uploads = await startWith('ready');
  const { server, id, importId } = uploads;
  const { db, imports } = server.deps;
  await db.write((tx) => tx.import.update({ where: { id: importId }, data: { state } }));
  const { trackingId } = await db.read.website.findUniqueOrThrow({ where: { id } });
  await imports?.folder.remove({ id: importId, trackingId });
  server.setTime(NOON + 26 * 3_600_000);
  await server.runJobs();
  expect(await stateOf(uploads, importId)).toBe('failed');
});
