import { PassThrough, type Readable } from 'node:stream';
import { openSnapshots } from '../../db/open.ts';
import type { ExportRequest } from './write.ts';

/** Opens an archive as a stream, with a database connection of its own. Destroying the stream cancels it. */
export function exportStream(databaseUrl: string, request: ExportRequest): Readable {
  const target = new PassThrough();
  const stop = new AbortController();
  target.once('close', () => stop.abort());
  async function write(): Promise<void> {
    // Loaded on demand: the writers of zip archives and Parquet take memory, and few servers write exports.
    const { writeExport } = await import('./write.ts');
    const connection = await openSnapshots(databaseUrl);
    try {
      await writeExport(connection, request, target, stop.signal);
    } finally {
      await connection.close();
    }
  }
  write().catch((error: Error) => target.destroy(error));
  return target;
}
