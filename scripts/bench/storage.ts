/**
 * `npm run bench:storage`: measures the disk space per hit for a million hits of the ordinary mix over 30
 * days, by table, without properties and with five. The days that are over have chunks.
 *
 *   --hits 1000000 --days 30
 *   --database postgresql://…   a PostgreSQL server, whose user may create databases; default: SQLite
 */
import { parseArgs } from 'node:util';
import { isPostgresql } from '../../src/db/url.ts';
import { sealAll } from './analysis/fill.ts';
import { withDatabase, withWebsite } from './database.ts';
import { fill } from './fill.ts';
import { openPlace } from './place.ts';
import { table } from './table.ts';

const { values } = parseArgs({
  options: {
    hits: { type: 'string', default: '1000000' },
    days: { type: 'string', default: '30' },
    database: { type: 'string' },
  },
});
const [hits, days] = [Number(values.hits), Number(values.days)];
const place = await openPlace(values.database);

/** The rows of a table of a database, and its size with that of its indexes. */
async function sizeOf(url: string, name: string): Promise<string[]> {
  return withDatabase(url, async ({ read }) => {
    const counted = await read.$queryRawUnsafe<{ n: bigint }[]>(`SELECT COUNT(*) AS n FROM "${name}"`);
    const pages = isPostgresql(url)
      ? await read.$queryRaw<
          { size: bigint }[]
        >`SELECT pg_total_relation_size(CAST(${`"${name}"`} AS regclass)) AS size`
      : await read.$queryRaw<
          { size: bigint }[]
        >`SELECT SUM("pgsize") AS size FROM dbstat WHERE name = ${name}`;
    const [n, size] = [Number(counted[0]?.n), Number(pages[0]?.size)];
    return [name, String(n), (size / 1e6).toFixed(1), (size / n).toFixed(0), (size / hits).toFixed(1)];
  });
}

async function measure(withProperties: boolean): Promise<string> {
  const url = await withWebsite(await place.empty(withProperties ? 'properties' : 'storage'));
  const empty = await place.bytes(url);
  await fill(url, hits, days, withProperties);
  const rows = [];
  for (const name of ['Hit', 'Visit', 'DayTotal']) rows.push(await sizeOf(url, name));
  const bytes = (await place.bytes(url)) - empty;
  const sealed = await sealAll(url);
  const aHit = (size: number) => (size / sealed.hits).toFixed(1);
  const carried = withProperties ? 'each with five properties' : 'without properties';
  return `${hits} hits over ${days} days, ${carried}.

${table([['table', 'rows', 'MB', 'bytes a row', 'bytes a hit'], ...rows])}

${(bytes / hits).toFixed(1)} bytes a hit in all, indexes included.
Chunks: ${aHit(sealed.bytes)} bytes a hit, and ${aHit(sealed.extras)} of times, properties and revenue.
`;
}

try {
  for (const withProperties of [false, true]) process.stdout.write(`${await measure(withProperties)}\n`);
} finally {
  await place.clear();
}
