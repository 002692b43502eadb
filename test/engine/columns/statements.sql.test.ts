import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import { DIMENSION_NAMES } from '../../../src/engine/registry/dimensions.ts';
import { graphqlData } from '../../support/engine/asking.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/**
 * An operation must read with a constant number of SQL statements, whatever its number of websites, periods,
 * series and breakdowns is.
 */
const WEBSITES = 5;
const statements: string[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ alone: true, onQuery: (sql) => statements.push(sql) });
  for (let websiteId = 1; websiteId <= WEBSITES; websiteId += 1) {
    await newWebsite(server, { url: `https://s${websiteId}.test`, timezone: 'UTC' });
    const busy = { websiteId, timezone: 'UTC', from: '2026-11-10', days: 3, visitors: 60, seed: websiteId };
    await record(server, randomTraffic(busy));
    await record(server, randomTraffic({ ...busy, from: '2026-11-15', visitors: 5 }));
  }
  await chunkJob(server.deps)();
  expect(await server.deps.db.read.chunk.count()).toBeGreaterThanOrEqual(WEBSITES);
});
afterAll(() => server[Symbol.asyncDispose]());

const FILTERS = [
  ...['{ country: { in: ["DE"] } }', '{ visited: { page: { startsWith: "/p" } } }'],
  '{ not: { event: { contains: "sign" } }, browser: { notIn: [""] } }',
];

/** Thirty questions about three periods: metrics, series, statistics and breakdowns. */
const MANY = FILTERS.map((filter, index) => {
  const breakdowns = DIMENSION_NAMES.slice(8 * index, 8 * index + 8).map(
    (name) =>
      `${name}: breakdown(by: [${name.toUpperCase()}]${name === 'property' ? ', property: "plan"' : ''}) {
        totalCount nodes { visits bounceRate } }`,
  );
  return `period${index}: period(from: "2026-11-0${index + 1}", to: "2026-11-2${index}", filter: ${filter}) {
    visits bounceRate previous { visitors }
    series(by: DAY) { points { visits viewsPerVisit } } hours: series(by: HOUR_OF_DAY) { points { events } }
    stats(name: PAGE) { totalCount } ${breakdowns.join('\n')} }`;
}).join('\n');
const ONE = `period(from: "2026-11-01", to: "2026-11-20", filter: ${FILTERS[0]}) { visits }`;

/** Statements on these tables are counted. Others, such as the COMMIT of a last use, may come at any time. */
const RECORDED = /"(PendingDay|DayTotal|Chunk|MonthSums|Visit|Hit)"/;

/** Asks with empty caches. @returns the statements on the tables of hits, visits and their sums. */
async function statementsOf(ids: readonly number[], fields: string): Promise<string[]> {
  const own: string[] = [];
  await using fresh = await startTestServer({ beside: server, onQuery: (sql) => own.push(sql) });
  await graphqlData(fresh, '{ viewer { email } }');
  own.length = 0;
  const websites = ids.map((id) => `w${id}: website(id: "${id}") { ${fields} }`);
  await graphqlData(fresh, `{ ${websites.join('\n')} }`);
  return own.filter((sql) => RECORDED.test(sql));
}

test('an operation with 30 questions about 5 websites takes as many statements as one question', async () => {
  const all = Array.from({ length: WEBSITES }, (_, index) => index + 1);
  const one = await statementsOf([1], ONE);
  expect(one.length).toBeGreaterThanOrEqual(4);
  expect(await statementsOf([1], MANY)).toHaveLength(one.length);
  expect(await statementsOf(all, ONE)).toHaveLength(one.length);
  expect(await statementsOf(all, MANY)).toHaveLength(one.length);
});

test('a question asked again reads the counts of its days, and neither chunks nor hits', async () => {
  const ask = () => graphqlData(server, `{ website(id: "1") { ${ONE} } }`);
  await ask();
  statements.length = 0;
  await ask();
  const read = statements.filter((sql) => RECORDED.test(sql));
  expect(read.length).toBeLessThanOrEqual(3);
  for (const sql of read) expect(sql).not.toMatch(/"Chunk"\."data"(?!\))|FROM .*"(Visit|Hit)"/);
});
