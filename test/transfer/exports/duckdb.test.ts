import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from '@jest/globals';
import { openArchive } from '../../../src/transfer/sources/footfall/archive.ts';
import { readDocument } from '../../support/documents/blocks.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite, statRows } from '../../support/rest.ts';
import { startTestServer, temporaryFolder } from '../../support/server.ts';
import { exportTo } from '../../support/transfer/exports.ts';

test('DuckDB reads the files of an archive, with the query in the document', async () => {
  await using server = await startTestServer();
  const { id } = await newWebsite(server);
  const traffic = { websiteId: id, timezone: 'UTC', from: '2026-11-01', days: 5, visitors: 40, seed: 3 };
  await record(server, randomTraffic(traffic));
  await using temporary = await temporaryFolder();
  const [query = ''] = /(?<=```sql\n)[^`]+/.exec(readDocument('docs/export.md')) ?? [];
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const format of ['parquet', 'csv', 'jsonl'] as const) {
    const file = path.join(temporary.folder, `${format}.zip`);
    await exportTo(file, server, id, { format });
    const archive = await openArchive({ name: 'a.zip', path: file });
    const unpacked = path.join(temporary.folder, `hits.${format}`);
    await writeFile(unpacked, await buffer(archive.read(`hits.${format}`)));
    await archive.close();
    const found = await connection.runAndReadAll(query.replace('hits.parquet', unpacked));
    const rows = found.getRows().map(([page, count]) => [page, Number(count)]);
    const expected = await statRows(server, id, 'page');
    expect(rows.toSorted()).toEqual(expected.slice(0, 10).toSorted());
  }
  connection.closeSync();
  instance.closeSync();
});
