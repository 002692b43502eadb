import { PassThrough, Readable } from 'node:stream';
import type { SnapshotConnection } from '../../db/snapshot.ts';
import type { ExportRequest } from './write.ts';

/**
 * Returns the parts of an archive, at the pace of their reader. Leaving the iteration cancels the export, and
 * waits until its connection is closed.
 * @param open opens the connection of the export.
 * @throws the error of the database.
 */
export async function* exportParts(
  open: () => Promise<SnapshotConnection>,
  request: ExportRequest,
): AsyncGenerator<Uint8Array> {
  // Loaded on demand: the writers of zip archives and Parquet take memory, and few servers write exports.
  const { writeExport } = await import('./write.ts');
  const connection = await open();
  const archive = new PassThrough();
  const written = writeExport(connection, request, archive).catch((error: Error) => archive.destroy(error));
  try {
    yield* archive;
  } finally {
    archive.destroy();
    await written;
    await connection.close();
  }
}

/** Opens an archive as a stream. Destroying it cancels the export; it is closed when its connection is. */
export const exportStream = (open: () => Promise<SnapshotConnection>, request: ExportRequest): Readable =>
  Readable.from(exportParts(open, request), { objectMode: false });
