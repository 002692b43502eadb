import { readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { eventually } from '../support/site.ts';
import {
  beforeImports,
  beginStoring,
  call,
  finish,
  logOf,
  reaches,
  SLOW_MS,
  start,
} from '../support/transfer/importProcesses.ts';

beforeImports();

test('SIGTERM interrupts an import, and the next start continues it at once', async () => {
  await using running = await start();
  const id = await beginStoring(running);
  expect(await running.stop('SIGTERM')).toBe(0);
  expect(running.lines.filter(({ level }) => level >= 40)).toEqual([]);
  await finish(id);
});

test('the thread of imports ends when it has nothing left to do', async () => {
  await using running = await start();
  const seen = new Set<string>();
  /** Whether a thread that has been seen is gone. The others, of which some start later, stay. */
  async function hasEnded(): Promise<boolean> {
    const threads = await readdir(`/proc/${running.pid}/task`);
    for (const thread of threads) seen.add(thread);
    return threads.length < seen.size;
  }
  const { id } = await call(running, 'POST', '', logOf(5_000));
  if (process.platform === 'linux') await eventually('the end of the thread', hasEnded, SLOW_MS);
  await reaches(running, id, 'the preview', ({ state }) => state === 'ready');
  await call(running, 'DELETE', `/${id}`);
});
