import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { openSnapshots } from '../../../src/db/open.ts';
import { createExports } from '../../../src/transfer/exports/exports.ts';
import { exportStream } from '../../../src/transfer/exports/stream.ts';
import type { ExportRequest } from '../../../src/transfer/exports/write.ts';
import { readFiles } from '../../../src/transfer/imports/read.ts';
import { footfallSource } from '../../../src/transfer/sources/footfall/source.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer, temporaryFolder } from '../../support/server.ts';
import { exportTo, readBack } from '../../support/transfer/exports.ts';

const request: ExportRequest = {
  websiteId: 1,
  from: 20260101,
  to: 20261231,
  format: 'csv',
  now: 0,
  about: {},
};

test('an account has one export at a time, and a server two', async () => {
  const exports = createExports(() => new PassThrough());
  const first = exports.start(request, 1);
  expect(() => exports.start(request, 1)).toThrow(
    'Another export of this team is running. Try again when it has ended.',
  );
  exports.start(request, 2);
  expect(() => exports.start(request, 3)).toThrow('2 exports are running. Try again when one has ended.');
  first.destroy();
  await once(first, 'close');
  const third = exports.start(request, 3);
  exports.close();
  await once(third, 'close');
  exports.start(request, 1);
  // Otherwise, its timer would fire in a later test of a long run.
  exports.close();
});

/** Opens the connection of an export of this server, and says when it is opened and closed. */
const watched =
  ({ deps }: TestServer, calls: string[]) =>
  async () => {
    const { read, close } = await openSnapshots(deps.config.databaseUrl);
    calls.push('opened');
    return {
      read,
      async close() {
        await close();
        calls.push('closed');
      },
    };
  };

test('an export that is cancelled is closed when its connection is, also in the middle', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  const calls: string[] = [];
  const stream = exportStream(watched(server, calls), request);
  await once(stream, 'readable');
  expect(calls).toEqual(['opened']);
  stream.destroy();
  await once(stream, 'close');
  expect(calls).toEqual(['opened', 'closed']);
  expect(stream.errored).toBeNull();
});

test('an export that is cancelled while its connection opens closes it', async () => {
  await using server = await startTestServer();
  const calls: string[] = [];
  const stream = exportStream(watched(server, calls), request);
  stream.read();
  stream.destroy();
  await once(stream, 'close');
  expect(calls).toEqual(['opened', 'closed']);
});

test('an export that nobody reads opens no connection', async () => {
  await using server = await startTestServer();
  const calls: string[] = [];
  const stream = exportStream(watched(server, calls), request);
  stream.destroy();
  await once(stream, 'close');
  expect(calls).toEqual([]);
});

test('an export from a database that is missing fails, and sends nothing', async () => {
  await using temporary = await temporaryFolder();
  const stream = exportStream(
    () => openSnapshots(`file:${path.join(temporary.folder, 'missing.db')}`),
    request,
  );
  stream.resume();
  const [error] = (await once(stream, 'error')) as [Error];
  expect(error.message).toMatch(/directory does not exist|unable to open/);
});

test('an export into a file that cannot be written fails', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'missing/a.zip');
  await expect(exportTo(file, server, 1)).rejects.toThrow('ENOENT');
});

test('an archive that is cut anywhere is refused', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'a.zip');
  await exportTo(file, server, 1);
  const whole = await readFile(file);
  const broken = path.join(temporary.folder, 'b.zip');
  for (let length = 0; length < whole.length; length += 37) {
    await writeFile(broken, whole.subarray(0, length));
    await expect(readBack(broken)).rejects.toMatchObject({ kind: 'invalid' });
  }
});

test('an export as Parquet is read in the folder of the import, which is empty afterwards', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  await using temporary = await temporaryFolder();
  const file = { name: 'a.zip', path: path.join(temporary.folder, 'a.zip') };
  await exportTo(file.path, server, 1, { format: 'parquet' });
  const folder = path.join(temporary.folder, 'import');
  const read = () =>
    readFiles({
      ...{ source: footfallSource, files: [file], timezone: 'UTC', today: 20261121, folder },
      rules: () => 'bot',
    });
  // It is missing.
  await expect(read()).rejects.toThrow('ENOENT');
  await mkdir(folder);
  await (await read()).close();
  expect(await readdir(folder)).toEqual([]);
});
