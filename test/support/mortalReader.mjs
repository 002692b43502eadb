/** A thread that reads, with a defect: it ends at the first statement that names a file which is not there, and makes the file. */
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ values = [] }) => {
  const [file] = values;
  if (typeof file !== 'string' || !file.startsWith('/') || existsSync(file)) return;
  writeFileSync(file, '');
  throw new Error('It was fatal.');
});
await import('../../dist/readThread.js');
