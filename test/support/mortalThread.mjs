/** The recording thread, with a defect: a hit of the path /fatal is the end of it. */
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ items = [] }) => {
  if (items.some(({ path }) => path === '/fatal')) throw new Error('It was fatal.');
});
await import('../../dist/thread.js');
