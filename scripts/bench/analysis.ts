/**
 * `npm run bench:analysis`: measures questions under filters over HTTP from the built server, beside the same
 * questions as SQL on the rows of the same database, and in DuckDB on a copy of these rows. All three answers
 * must be the same. The databases are filled once and kept. See docs/performance.md.
 *
 *   --hits 10000000 --than 1000000   the two sizes; `--than 0` measures only one
 *   --warm-up 2                      seconds in which each question is repeated, at most 100 times, before
 *                                    all are measured: the same for Footfall and DuckDB
 *   --repeats 9                      measured repetitions of each question
 *   --seconds 10                     of each round in which hits are sent
 *   --limit 20                       seconds after which SQL on the rows is given up
 *   --database postgresql://…        a server whose user may create databases. The rows are copied to it, so
 *                                    SQL on the rows is that of SQLite, and its answers are compared, too.
 */
import { parseArgs } from 'node:util';
import { openDuck } from './analysis/duckdb.ts';
import { analysisDatabase, copyOf, fileOf, sealAll } from './analysis/fill.ts';
import { fillToday, measureFresh, measureHits } from './analysis/live.ts';
import { askUnfiltered, measureAll } from './analysis/measure.ts';
import { costsTable, liveText, questionsTable, type Size, verdicts } from './analysis/report.ts';
import { openRows } from './analysis/rows.ts';
import { openPlace } from './place.ts';
import { startFootfall } from './servers.ts';

const { values } = parseArgs({
  options: {
    hits: { type: 'string', default: '10000000' },
    than: { type: 'string', default: '1000000' },
    'warm-up': { type: 'string', default: '2' },
    repeats: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '10' },
    limit: { type: 'string', default: '20' },
    database: { type: 'string' },
  },
});
const effort = { warmUp: Number(values['warm-up']), most: 100, repeats: Number(values.repeats) };
/** For the rows in SQLite, and for the database of the server. */
const files = await openPlace();
const place = await openPlace(values.database);

const print = (text: string) => process.stdout.write(`${text}\n`);

async function measureSize(hits: number): Promise<Size> {
  const file = await analysisDatabase(files, hits);
  const url = values.database ? await copyOf(file, place, hits) : file;
  const bytes = await place.bytes(url);
  process.stderr.write(`${hits} hits: copying to DuckDB, and building the chunks\n`);
  const duck = await openDuck(fileOf(file), files.folder);
  const sealed = await sealAll(url);
  const range = await fillToday(url);
  // So that slow answers are measured, too.
  const server = await startFootfall(url, [], { RATE_LIMIT: '0', STATEMENT_TIMEOUT: '120' });
  const rows = openRows(fileOf(file), Number(values.limit) * 1_000);
  try {
    await fetch(`${server.url}/graphql`, { method: 'POST', body: '{"query":"{ __typename }"}' });
    const started = server.memory().now;
    await askUnfiltered(server.url, effort);
    const before = server.memory().now;
    const measurements = await measureAll({ server, duck, rows, effort });
    const { now: after, most } = server.memory();
    const { seconds, bytes: duckBytes } = duck;
    return {
      hits,
      bytes,
      sealed,
      measurements,
      memory: { started, before, after, most },
      duck: { seconds, bytes: duckBytes, memory: await duck.memory() },
      fresh: await measureFresh(server.url, range),
      latencies: await measureHits(server.url, range, Number(values.seconds)),
    };
  } finally {
    rows.close();
    await server.stop();
    await duck.close();
  }
}

const sizes: Size[] = [];
try {
  for (const hits of [values.than, values.hits].map(Number))
    if (hits > 0) sizes.push(await measureSize(hits));
} finally {
  await files.clear();
  await place.clear();
}
const [large, small = null] = sizes.toReversed() as [Size, Size?];
for (const size of sizes)
  print(`${size.hits} hits over 365 days, 100 small websites beside them; ms.
"first": the first time; "warm": median of ${effort.repeats} after repeating each question for
${effort.warmUp} s, at most ${effort.most} times, Footfall as well as DuckDB. A condition that no question
had before, and that all visits meet, makes Footfall evaluate each of these. "CPU": CPU time of the
process for one of these; "again": median of ${effort.repeats} of the same question, to which Footfall keeps
its answer; "MB": resident memory of the server afterwards.

${questionsTable(size, size === large ? small : null, Number(values.limit))}

${liveText(size)}
`);
print(`${costsTable(sizes)}

${verdicts(large, small)}
`);
if (sizes.some(({ measurements }) => measurements.some(({ wrong }) => wrong.length > 0)))
  process.exitCode = 1;
