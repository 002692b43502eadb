/** The ingest thread with a defect: a hit with the path /fatal crashes it. */
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ question: { items = [] } = {} }) => {
  if (items.some(({ path }) => path === '/fatal')) throw new Error('It was fatal.');
});
await import('../../dist/thread.js');
