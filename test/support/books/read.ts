import type { Row } from '../oracle.ts';
import type { TestServer } from '../server.ts';

interface StatPage {
  data: Row[];
  meta: { total: number; last_page: number };
}

/** Reads one page of a statistic over REST, 10 rows by default. Throws for any status but 200. */
export async function readPage(
  server: TestServer,
  websiteId: number,
  query: Record<string, string>,
): Promise<StatPage> {
  const parameters = new URLSearchParams({ per_page: '10', ...query });
  const response = await server.call(`/api/v1/stats/${websiteId}?${parameters}`);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as StatPage;
}

/** Reads all rows of a statistic over REST, page by page. Throws if their number differs from the total. */
export async function readStat(
  server: TestServer,
  websiteId: number,
  query: Record<string, string>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, meta } = await readPage(server, websiteId, { ...query, page: String(page) });
    rows.push(...data);
    last = meta.last_page;
    if (page === last && rows.length !== meta.total) {
      throw new Error(`The pages have ${rows.length} rows, the total is ${meta.total}.`);
    }
  }
  return rows;
}

export function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}
