/**
 * `npm run bench:read`: measures statistics over HTTP from the built server, and the engine alone on the
 * same database in the same run. The databases are filled once a day and kept. See docs/performance.md.
 *
 *   --hits 10000000 --than 1000000   the two sizes
 *   --seconds 1 --connections 8      of each load
 *   --few                            only the first page of each statistic, without search
 *   --operations                     only whole operations
 *   --database postgresql://…        uses a PostgreSQL server, whose user may create databases;
 *                                    default: SQLite
 */
import { parseArgs } from 'node:util';
import { STAT_NAMES } from '../../src/engine/registry/statistics.ts';
import type { Load } from './load.ts';
import { openPlace } from './place.ts';
import { worldDatabase } from './read/fill.ts';
import { openInside } from './read/inside.ts';
import { type Bench, type Figures, loadOf, measure, measureLive } from './read/measure.ts';
import {
  graphql,
  overviewQuestion,
  type Part,
  portfolioQuestion,
  restQuestion,
  statQuestion,
} from './read/questions.ts';
import {
  type Compared,
  comparedTable,
  loadsTable,
  type Measurement,
  operationsTable,
  statisticsTable,
  worst,
} from './read/report.ts';
import { type Measured, startBare, startFootfall } from './servers.ts';
import { median } from './table.ts';

const { values } = parseArgs({
  options: {
    hits: { type: 'string', default: '10000000' },
    than: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '8' },
    few: { type: 'boolean', default: false },
    operations: { type: 'boolean', default: false },
    database: { type: 'string' },
  },
});
const [seconds, connections] = [Number(values.seconds), Number(values.connections)];
const place = await openPlace(values.database);
const { folder } = place;
const print = (text: string) => process.stdout.write(`${text}\n`);

/** Runs the server on a copy of a database with this many hits while `use` runs. */
async function withBench<T>(hits: string, use: (bench: Bench) => Promise<T>): Promise<T> {
  const url = await worldDatabase(place, Number(hits));
  const server = await startFootfall(url, [], { RATE_LIMIT: '0' });
  const inside = await openInside(url);
  try {
    return await use({ server, inside, seconds, connections, folder });
  } finally {
    await inside.close();
    await server.stop();
  }
}

const variants = values.few
  ? [{ search: false, page: 1 }]
  : [false, true].flatMap((search) => [1, 50].map((page) => ({ search, page })));
const names = values.operations ? [] : STAT_NAMES;
const parts: Part[] = names.flatMap((name) =>
  [1, 30, 365].flatMap((days) => variants.map((variant) => ({ name, days, ...variant }))),
);
const operations = [
  ['overview 30 d', overviewQuestion(30)],
  ['overview 365 d', overviewQuestion(365)],
  ['portfolio', portfolioQuestion()],
] as const;

async function statistics(bench: Bench, wanted: readonly Part[]): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const part of wanted) {
    found.push({
      part,
      rest: await measure(bench, restQuestion(part)),
      graphql: await measure(bench, statQuestion(part)),
    });
    if (found.length % 17 === 0) process.stderr.write(`${found.length} of ${wanted.length} statistics\n`);
  }
  return found;
}

async function wholes(bench: Bench): Promise<[string, Figures][]> {
  const found: [string, Figures][] = [];
  for (const [name, question] of operations)
    found.push([name, await measure({ ...bench, seconds: 3 * seconds }, question)]);
  return found;
}

/** Alternately requests `{ __typename }` from Footfall and from a bare Yoga server. @returns the rates. */
async function trivial(bench: Bench): Promise<{ ours: number; bare: number }> {
  const question = { ...graphql('{ __typename }'), anonymous: true };
  const yoga = await startBare('yoga');
  const rates = { ours: [] as number[], bare: [] as number[] };
  const rate = async (server: Measured) =>
    (await loadOf({ ...bench, server, seconds: 3 }, question)).perSecond;
  for (let round = 0; round < 5; round++) {
    rates.ours.push(await rate(bench.server));
    rates.bare.push(await rate(yoga));
  }
  await yoga.stop();
  // The first round is a warm-up.
  return { ours: median(rates.ours.slice(1)), bare: median(rates.bare.slice(1)) };
}

async function live(bench: Bench): Promise<[string, Load][]> {
  const pages = [30, 365].map((days) => {
    return [`page ${days} d`, restQuestion({ name: 'page', days, search: false, page: 1 })] as const;
  });
  const found: [string, Load][] = [];
  for (const [name, question] of [...pages, ...operations])
    found.push([name, await measureLive({ ...bench, seconds: 3 * seconds }, question)]);
  return found;
}

const plain = parts.filter(({ search, page, days }) => !search && page === 1 && days > 1);
const ROUNDS = 3;

/**
 * Measures both databases alternately, so that other work affects both equally. @returns ratios, large to
 * small.
 */
async function compare(large: Bench, small: Bench): Promise<Compared[]> {
  const named = plain.map((part) => [`${part.name} ${part.days} d`, restQuestion(part)] as const);
  const found: Compared[] = [];
  for (const [name, question] of [...named, ...operations]) {
    const [ours, theirs]: Figures[][] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ours?.push(await measure(large, question));
      theirs?.push(await measure(small, question));
    }
    const ratio = (value: (figures: Figures) => number) =>
      median((ours ?? []).map(value)) / median((theirs ?? []).map(value));
    found.push({ name, steady: ratio(({ steady }) => steady.p50), changed: ratio(({ changed }) => changed) });
  }
  return found;
}

const { all, whole, rates, changing, compared } = await withBench(values.hits, async (bench) => {
  for (const [, question] of operations) await measure(bench, question); // A warm-up.
  return {
    rates: await trivial(bench),
    all: await statistics(bench, parts),
    whole: await wholes(bench),
    changing: await live(bench),
    compared: await withBench(values.than, (small) => compare(bench, small)),
  };
});
await place.clear();
const of = (days: number) => all.filter(({ part }) => part.days === days);

const legend =
  `${values.hits} hits over 365 days, 100 websites. ms. ` +
  '"new": one request at a time, each after a hit that changes the response;\n' +
  `p50, p99 and requests a second: ${connections} connections for ${seconds} s, without changes. ` +
  'engine: the same questions in one thread, without the server.';
const trivialRate = `${rates.ours.toFixed(0)} a second, ${((rates.ours / rates.bare) * 100).toFixed(0)} %`;
const past = (of: (one: Measurement) => { at: number; engine: number }) =>
  worst(all, (one) => of(one).at - 1.5 * of(one).engine, 2);
const overRest = {
  steady: past(({ rest }) => ({ at: rest.steady.p50, engine: rest.engine })),
  changed: past(({ rest }) => ({ at: rest.changed, engine: rest.engine })),
};
const overGraphql = {
  steady: past(({ graphql }) => ({ at: graphql.steady.p50, engine: graphql.engine })),
  changed: past(({ graphql }) => ({ at: graphql.changed, engine: graphql.engine })),
};
print(`${legend}

${statisticsTable(all)}

${operationsTable(whole)}

Ratio of ${values.hits} hits to ${values.than}, measured alternately: p50, and new:

${comparedTable(compared)}

${connections} connections while the numbers change ten times a second:

${loadsTable(changing)}

{ __typename }: ${trivialRate} of a bare Yoga server (${rates.bare.toFixed(0)}).

REST, 30 days, p50 under 10 ms:              ${worst(of(30), ({ rest }) => rest.steady.p50, 10)}
REST, 365 days, p50 under 40 ms:             ${worst(of(365), ({ rest }) => rest.steady.p50, 40)}
REST, 30 days, new, under 10 ms:             ${worst(of(30), ({ rest }) => rest.changed, 10)}
REST, 365 days, new, under 40 ms:            ${worst(of(365), ({ rest }) => rest.changed, 40)}
REST, p50, past 1.5 x engine, under 2 ms:       ${overRest.steady}
GraphQL, p50, past 1.5 x engine, under 2 ms:    ${overGraphql.steady}
REST, new, past 1.5 x engine, under 2 ms:       ${overRest.changed}
GraphQL, new, past 1.5 x engine, under 2 ms:    ${overGraphql.changed}
`);
