import type { Hashing } from '../../auth/hashing.ts';
import type { Database } from '../../db/database.ts';
import type { PrometheusMetrics } from './prometheus.ts';

interface Observed {
  db: Database;
  pipeline: { readonly length: number };
  hashing: Pick<Hashing, 'length'>;
  live: { readonly length: number };
}

/** Creates the metrics, with gauges for the queues and the database. */
export async function startMetrics({ db, pipeline, hashing, live }: Observed): Promise<PrometheusMetrics> {
  // Imported here, so that a server without metrics does not load the library.
  const { createPrometheus } = await import('./prometheus.ts');
  const metrics = createPrometheus();
  metrics.gauge('footfall_queue_length', { queue: 'hits' }, () => pipeline.length);
  metrics.gauge('footfall_queue_length', { queue: 'passwords' }, () => hashing.length);
  metrics.gauge('footfall_queue_length', { queue: 'reads' }, countSelects(db));
  metrics.gauge('footfall_live_streams', {}, () => live.length);
  metrics.gauge('footfall_database_size_bytes', {}, async () => {
    const [row] = await db.read.$queryRaw<{ bytes: bigint }[]>(db.dialect.size);
    return row ? Number(row.bytes) : null;
  });
  return metrics;
}

/**
 * Counts the SELECTs that wait or run from now on. Replaces `db.select` for that.
 * @returns a function that returns the current number.
 */
function countSelects(db: Database): () => number {
  let length = 0;
  const select = db.select.bind(db) as Database['select'];
  db.select = async (...args: Parameters<Database['select']>) => {
    length += 1;
    try {
      return await select(...args);
    } finally {
      length -= 1;
    }
  };
  return () => length;
}
