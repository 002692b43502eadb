/**
 * A reader thread with a defect: it creates the first file that a statement names if it does not exist, and
 * crashes.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ question: { values = [] } = {} }) => {
  const [file] = values;
  if (typeof file !== 'string' || !file.startsWith('/') || existsSync(file)) return;
  writeFileSync(file, '');
  throw new Error('It was fatal.');
});
await import('../../dist/readThread.js');
