import type { TestServer } from '../server.ts';

/** Adds an import of website 1 that failed, and whose own numbers are not 0. */
export async function addImport({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  const at = new Date(0);
  const skipped = JSON.stringify({ bot: { count: 1, examples: [{ file: 'a.log', line: 7 }] } });
  await deps.db.write((tx) =>
    tx.import.create({
      data: {
        ...{ websiteId: 1, source: 'log', files: 'a.log', hash: '', state: 'failed', startedBy: '', skipped },
        ...{ rows: 6n, visitors: 1n, visits: 2n, pageviews: 4n, events: 1n, activeAt: at, createdAt: at },
      },
    }),
  );
}
