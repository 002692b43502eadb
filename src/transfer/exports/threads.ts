import path from 'node:path';
import { Readable } from 'node:stream';
import type { Log } from '../../log.ts';
import { root } from '../../root.ts';
import { keepThread } from '../../threads/keep.ts';
import type { OpenExport } from './exports.ts';

const PROGRAM = path.join(root, 'dist/exportThread.js');
/** A group of Parquet rows takes some 100 MB while it is written. */
const LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 };

/**
 * Writes archives in worker threads (dist/exportThread.js). A thread runs until its archive is complete or
 * the stream is destroyed, and continues only when its client has read what it wrote.
 */
export const exportInThread =
  (databaseUrl: string, log: Log): OpenExport =>
  (request) =>
    Readable.from(partsOf({ databaseUrl, request }, log), { objectMode: false });

async function* partsOf(data: object, log: Log): AsyncGenerator<Uint8Array> {
  const thread = await keepThread<'next', Uint8Array | null>({
    program: PROGRAM,
    data,
    limits: LIMITS,
    does: 'writes an export',
    log,
  });
  try {
    for (let part = await thread.ask('next'); part !== null; part = await thread.ask('next')) yield part;
  } finally {
    await thread.close();
  }
}
