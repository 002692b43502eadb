import { openDatabase } from '../../../src/db/open.ts';
import { createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { decodeDay } from '../../../src/engine/columns/chunks/codec.ts';
import { mapColumns } from '../../../src/engine/columns/chunks/columns.ts';
import { decodeExtras } from '../../../src/engine/columns/chunks/extras.ts';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import { unpacked } from '../../../src/engine/columns/chunks/packed.ts';
import { verifyChunks, type WrongChunk } from '../../../src/engine/columns/chunks/verify.ts';
import { extrasText } from './extras.ts';

const DAY_MS = 86_400_000;

/** The hits in the stored chunks of a database, and what `footfall verify` finds wrong in these. */
export interface ChunkedHits {
  /** The path of each hit, with the text of its extras. */
  hits: [path: string, extras: string][];
  chunks: number;
  wrong: WrongChunk[];
}

/** Stores the chunks of all days, as the job does once they are over, and reads the hits in them. */
export async function readChunkedHits(url: string): Promise<ChunkedHits> {
  const [db, analysis] = [await openDatabase(url, { statementMs: 0 }), createLocalAnalysis(url)];
  try {
    await chunkJob({ db, analysis, now: () => Date.now() + 2 * DAY_MS })();
    const stored = await db.read.chunk.findMany();
    return { hits: stored.flatMap(hitsOfChunk), ...(await verifyChunks(db, analysis)) };
  } finally {
    await analysis.close();
    await db.close();
  }
}

function hitsOfChunk(chunk: { data: Uint8Array; extras: Uint8Array | null }): ChunkedHits['hits'] {
  const packed = decodeDay(chunk.data);
  const extras = packed && decodeExtras(chunk.extras ?? new Uint8Array(), packed);
  if (!packed || !extras) throw new Error('A stored chunk cannot be read.');
  const day = mapColumns({ ...packed, extras }, unpacked);
  const { page } = day;
  return Array.from({ length: day.hits }, (_, hit) => {
    const textOf = ({ values, ids }: typeof page) => values[ids[hit] as number] as string;
    const found = [...(day.extras?.properties ?? [])]
      .map(([name, column]) => [name, textOf(column)])
      .filter(([, value]) => value !== '');
    const properties = found.length > 0 ? JSON.stringify(Object.fromEntries(found)) : '';
    const revenue = day.extras ? textOf(day.extras.revenue) : '';
    return [textOf(page), extrasText({ properties, revenue })];
  });
}
