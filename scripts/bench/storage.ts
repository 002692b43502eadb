/**
 * `npm run bench:storage`: measures the disk space per hit for a million hits of the ordinary mix over 30
 * days, by table.
 *
 *   --hits 1000000 --days 30
 *   --database postgresql://…   a PostgreSQL server, whose user may create databases; default: SQLite
 */
import { parseArgs } from 'node:util';
import { isPostgresql } from '../../src/db/url.ts';
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
try {
  const url = await withWebsite(await place.empty('storage'));
  const empty = await place.bytes(url);
  await fill(url, hits, days);
  const rows = await withDatabase(url, ({ read }) =>
    Promise.all(
      ['Hit', 'Visit', 'DayTotal'].map(async (name) => {
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
      }),
    ),
  );
  process.stdout.write(`${hits} hits over ${days} days.

${table([['table', 'rows', 'MB', 'bytes a row', 'bytes a hit'], ...rows])}

${(((await place.bytes(url)) - empty) / hits).toFixed(1)} bytes a hit in all, indexes included.
`);
} finally {
  await place.clear();
}
