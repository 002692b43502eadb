import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Hit } from '../../../src/ingest/hit.ts';
import { root } from '../../../src/root.ts';
import type { TestServer } from '../server.ts';
import { randomTraffic, record } from './traffic.ts';

/** The time of the upgrade: hits before it were recorded without hosts. */
const UPGRADE = Date.UTC(2026, 10, 21, 9);
const NOW = Date.UTC(2026, 10, 21, 12);
export const TIMEZONE = 'Europe/Berlin';

const hits = randomTraffic({
  websiteId: 1,
  timezone: TIMEZONE,
  from: '2026-11-18',
  days: 4,
  visitors: 80,
  seed: 21,
}).filter(({ at }) => at < NOW);

/** Records the hits of before the upgrade. They must be the first ones that a test file records. */
export const recordEarlier = (server: Pick<TestServer, 'deps'>): Promise<void> =>
  record(
    server,
    hits.filter(({ at }) => at < UPGRADE).map(({ host: _, ...hit }): Hit => hit),
  );

/** Records the hits of today since the upgrade, which have hosts. */
export const recordLater = (server: Pick<TestServer, 'deps'>): Promise<void> =>
  record(
    server,
    hits.filter(({ at }) => at >= UPGRADE),
  );

export interface StoredChunk {
  day: number;
  pageviews: number;
  events: number;
  data: string;
  tail: string | null;
}

/**
 * Stores the chunks that the version before hosts built of {@link recordEarlier}: sealed ones of the days
 * that were over, and an open one of the day of the upgrade.
 */
export async function storeEarlierChunks({ deps }: Pick<TestServer, 'deps'>): Promise<StoredChunk[]> {
  const file = path.join(root, 'test/support/engine/chunksWithoutHosts.json.gz');
  const chunks = JSON.parse(gunzipSync(readFileSync(file)).toString()) as StoredChunk[];
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
  await deps.db.write((tx) =>
    tx.chunk.createMany({
      data: chunks.map(({ data, tail, ...rest }) => ({
        ...rest,
        websiteId: 1,
        revision: 0,
        data: bytesOf(data),
        tail: tail === null ? null : bytesOf(tail),
      })),
    }),
  );
  return chunks;
}
