import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Drop } from '../../../src/ingest/hit.ts';
import { startRecorderThread } from '../../../src/ingest/recorder/threads.ts';
import { createLog } from '../../../src/log.ts';
import { root } from '../../../src/root.ts';
import { arrival } from '../../support/books/arrival.ts';
import { addWebsites, openTestDatabase } from '../../support/books/database.ts';

const MORTAL = path.join(root, 'test/support/mortalThread.mjs');
const DROP: Drop = { websiteId: 1, day: 20261121, reason: 'bot' };

async function start(program?: string) {
  const database = await openTestDatabase();
  await addWebsites(database.db);
  const lines: string[] = [];
  const log = createLog('info', false, { write: (line) => void lines.push(line) });
  const data = {
    databaseUrl: database.url,
    geoDatabase: undefined,
    dailyHits: 0,
  };
  const recorder = await startRecorderThread(data, log, program);
  const paths = async () => {
    const hits = await database.db.read.hit.findMany({ orderBy: { id: 'asc' } });
    return hits.map((hit) => hit.path);
  };
  return {
    recorder,
    lines,
    paths,
    file: database.file,
    async [Symbol.asyncDispose]() {
      await recorder.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

test('a thread records batches in order and returns the outcome of each item', async () => {
  await using bench = await start();
  const { recorder, paths } = bench;
  const batches = [[arrival('/a'), DROP], [arrival('/b')], [DROP, { ...arrival('/c'), websiteId: 0 }]];
  expect(await Promise.all(batches.map((batch) => recorder.record(batch)))).toEqual([
    [null, 'bot'],
    [null],
    ['bot', 'unknown_website'],
  ]);
  expect(await paths()).toEqual(['/a', '/b']);
});

test('a crashed thread rejects its requests and logs the crash, and one new thread replaces it', async () => {
  await using bench = await start(MORTAL);
  const { recorder, lines, paths } = bench;
  await recorder.record([arrival('/before')]);
  const asked = [recorder.record([arrival('/fatal')]), recorder.record([arrival('/behind')])];
  expect(await Promise.allSettled(asked)).toEqual(
    asked.map(() => ({ status: 'rejected', reason: expect.objectContaining({ message: 'It was fatal.' }) })),
  );
  expect(lines.filter((line) => line.includes('the next request starts a new thread'))).toHaveLength(1);
  const after = ['/after', '/after/that'].map((page) => recorder.record([arrival(page)]));
  expect(await Promise.all(after)).toEqual([[null], [null]]);
  // The order is kept, because both batches went to the same thread.
  expect(await paths()).toEqual(['/before', '/after', '/after/that']);
});

test('close waits for pending requests', async () => {
  await using bench = await start();
  const { recorder, paths } = bench;
  const asked = recorder.record([arrival('/last')]);
  await recorder.close();
  expect(await asked).toEqual([null]);
  expect(await paths()).toEqual(['/last']);
});
