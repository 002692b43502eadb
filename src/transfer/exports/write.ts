import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Snapshot, SnapshotConnection } from '../../db/snapshot.ts';
import { ENCODERS } from './encode.ts';
import { FORMAT, LAYOUTS, type Layout, MANIFEST, type RowFormat } from './layout.ts';
import { type ExportedDays, readRows } from './rows.ts';

/** What an archive contains. Can be passed to a thread. */
export interface ExportRequest extends ExportedDays {
  format: RowFormat;
  /** When it is created, in Unix milliseconds. */
  now: number;
  /** The parts of `export.json` that say what is exported (settings.ts). */
  about: Readonly<Record<string, unknown>>;
}

/** The number of rows of each file, by its name with ending. */
export type ExportCounts = Record<string, number>;

/** Passes chunks on, and counts their rows. */
async function* counting<Row>(
  counts: ExportCounts,
  name: string,
  chunks: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  counts[name] = 0;
  for await (const rows of chunks) {
    counts[name] += rows.length;
    yield rows;
  }
}

/** Adds files to an archive, each when the one before is complete. Their errors are those of the archive. */
function addFiles(zip: ZipFile, request: ExportRequest, snapshot: Snapshot) {
  const { format, now, about } = request;
  const counts: ExportCounts = {};
  let current: Readable | null = null;
  // Without `mtime`, the archive would have the clock of the machine. Parquet is compressed already.
  const options = { mtime: new Date(now), mode: 0o100644, compressionLevel: format === 'parquet' ? 0 : 6 };
  const add = (name: string, content: () => AsyncIterable<string | Uint8Array>, level = options) =>
    zip.addReadStreamLazy(name, level, (done) => {
      const stream = Readable.from(content(), { objectMode: false });
      stream.once('error', (error) => zip.emit('error', error));
      current = stream;
      done(null, stream);
    });
  for (const layout of Object.values<Layout>(LAYOUTS)) {
    const name = `${layout.name}.${format}`;
    const rows = () => counting(counts, name, readRows(snapshot, layout, request));
    add(name, () => ENCODERS[format](layout, rows()));
  }
  // The last one, because the counts are known only then.
  const manifest = async function* () {
    yield `${JSON.stringify({ ...FORMAT, ...about, rows: format, files: counts }, null, 2)}\n`;
  };
  add(MANIFEST, manifest, { ...options, compressionLevel: 6 });
  zip.end();
  /** Ends the file that is being written. Otherwise, it would read on after the snapshot has ended. */
  const stop = () => void current?.destroy();
  return { counts, stop };
}

/**
 * Writes an archive to a stream, at the pace of its reader. All rows are those of one version of the
 * database. Memory does not grow with their number.
 * Destroying the stream cancels the export.
 * @returns the number of rows of each file.
 * @throws the error of the database or of the stream; the archive is then incomplete, and has no directory,
 *   so that it cannot be taken for a complete one.
 */
export function writeExport(
  connection: SnapshotConnection,
  request: ExportRequest,
  target: Writable,
): Promise<ExportCounts> {
  return connection.read(async (snapshot) => {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    // Before any file is added, so that no error is missed.
    zip.on('error', (error: Error) => output.destroy(error));
    const { counts, stop } = addFiles(zip, request, snapshot);
    try {
      await pipeline(output, target);
      return counts;
    } finally {
      stop();
    }
  });
}
