import path from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operator } from '../../../src/auth/keys.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { STAT_NAMES } from '../../../src/engine/registry/statistics.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { createContext } from '../../../src/request/context.ts';
import { type PerformedImport, performImport } from '../../../src/transfer/imports/perform.ts';
import { undoImport } from '../../../src/transfer/imports/undo.ts';
import { footfallSource } from '../../../src/transfer/sources/footfall/source.ts';
import { createAnnotation } from '../../../src/websites/annotations/changes.ts';
import { askGraphql, graphqlData } from '../../support/engine/asking.ts';
import { randomQuestion } from '../../support/engine/questions.ts';
import { statisticsOf } from '../../support/engine/statistics.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { mutate, nodeId, SEGMENT } from '../../support/entities.ts';
import { newFunnel, newGoal } from '../../support/goals.ts';
import { newWebsite } from '../../support/rest.ts';
import { temporaryFolder } from '../../support/server.ts';
import { sharedServer } from '../../support/shared.ts';
import { exportTo } from '../../support/transfer/exports.ts';
import { importingInto } from '../../support/transfer/importing.ts';

const ZONE = 'Pacific/Auckland';
const DAYS = ['2026-11-01', '2026-11-03', '2026-11-04', '2026-11-06', '2026-11-07'];

const server = sharedServer({}, async (started) => {
  for (const url of ['https://a.test', 'https://b.test']) await newWebsite(started, { url, timezone: ZONE });
  const traffic = { websiteId: 1, timezone: ZONE, from: '2026-11-01', days: 7, visitors: 12, seed: 48 };
  await record(started, randomTraffic(traffic));
});

/** Exports website 1 and imports it into website 2, while a function runs. */
async function moved(
  args: object,
  run: (row: PerformedImport) => Promise<void>,
  untilOwnHits = false,
): Promise<void> {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'export.zip');
  await exportTo(file, server(), 1, args);
  const { url } = server().database;
  const db = await openDatabase(url);
  const importing = await importingInto({ db, url });
  try {
    const given = {
      ...{ website: await importing.website(2), source: footfallSource, untilOwnHits, hash: file },
      ...{ files: [{ name: 'export.zip', path: file }], startedBy: 'command_line' },
    };
    const row = await performImport(given, importing.deps);
    await run(row);
    await undoImport(row, importing.deps);
    expect(await db.read.hit.count({ where: { websiteId: 2 } })).toBe(0);
    expect(await db.read.visit.count({ where: { websiteId: 2 } })).toBe(0);
    expect((await verifyRollups(db)).differences).toEqual([]);
  } finally {
    await importing[Symbol.asyncDispose]();
    await db.close();
  }
}

const PERIOD = { from: 20261101, to: 20261108 };

test.each(['csv', 'parquet'])(
  'a website that was exported as %s and imported answers every question as before',
  async (format) => {
    const { deps } = server();
    await moved({ format }, async () => {
      const [before, after] = await Promise.all(
        [1, 2].map((websiteId) => statisticsOf(deps.analysis, { websiteId, ...PERIOD }, STAT_NAMES)),
      );
      expect(after).toEqual(before);
      expect(before?.every(({ total }) => total > 0)).toBe(true);
      await fc.assert(
        fc.asyncProperty(randomQuestion([{ websiteId: 1, days: DAYS }]), async ([question, page]) => {
          const expected = await askGraphql(server(), question, page);
          expect(await askGraphql(server(), { ...question, websiteId: 2 }, page)).toEqual(expected);
        }),
        { numRuns: 30 },
      );
      expect((await verifyRollups(deps.db)).differences).toEqual([]);
    });
  },
);

/** What a person has set up on a website, with the numbers of its goals, funnels and segments. */
async function behaviourOf(websiteId: number): Promise<unknown> {
  const funnel = '{ funnel { name scope strict within } visitors steps { name visitors medianSeconds } }';
  const of = `website(id: "${nodeId('Website', websiteId)}")`;
  const days = 'from: "2026-11-01", to: "2026-11-08"';
  const lists = `{ ${of} { funnels { id } segments { id name } annotations(${days}) { day text public } } }`;
  type Lists = Record<'funnels' | 'segments', { id: string; name: string }[]> & { annotations: object[] };
  const { website } = await graphqlData<{ website: Lists }>(server(), lists);
  const funnels = website.funnels.map(({ id }, index) => `f${index}: funnel(id: "${id}") ${funnel}`);
  const segments = website.segments.map(
    ({ id }, index) => `s${index}: period(${days}, segment: "${id}") { visits pageviews events }`,
  );
  const goals = 'goals { goal { name } conversions visitors }';
  const query = `{ ${of} { period(${days}) { ${goals} ${funnels.join(' ')} } ${segments.join(' ')} } }`;
  return [await graphqlData(server(), query), website.segments.map(({ name }) => name), website.annotations];
}

test('goals, funnels, segments and annotations are restored, and give the same numbers', async () => {
  const { deps } = server();
  const taken = await newGoal(server(), 2, { name: 'BUY', filter: { event: { in: ['Buy'] } } });
  const goal = await newGoal(server(), 1, { name: 'Sign up', filter: { event: { in: ['Sign up', 'Buy'] } } });
  const buy = await newGoal(server(), 1, { name: 'Buy', filter: { event: { in: ['Buy'] } } });
  const steps = [{ filter: { page: { starts_with: '/' } } }, { goal: goal.id }];
  await newFunnel(server(), 1, { name: 'To the goal', steps, scope: 'visit', within: 3_600 });
  const nested = { filter: { or: [{ goal: goal.id }, { event: { in: ['～'] } }] }, name: 'Either' };
  await newFunnel(server(), 1, { name: 'Nested', steps: [steps[0] as object, nested, { goal: buy.id }] });
  const filter = { visited: { goal: nodeId('Goal', buy.id) } };
  await mutate(server(), SEGMENT.create, { websiteId: '1', name: 'Buyers', filter });
  const context = createContext(deps, operator(server().teamId));
  await createAnnotation({ website_id: 1, day: '2026-11-03', text: 'Launch', public: true }, context);

  await moved({ format: 'jsonl' }, async (row) => {
    expect(row.restored).toEqual({ goals: 1, segments: 1, funnels: 2, annotations: 1 });
    expect(JSON.parse(row.skipped)).toEqual({
      existing_setting: {
        count: 1,
        examples: [{ file: 'export.json', line: 2, message: 'goal "Buy": The website has it already.' }],
      },
    });
    const [before, after] = [await behaviourOf(1), await behaviourOf(2)];
    expect(JSON.parse(JSON.stringify(after).replaceAll('BUY', 'Buy'))).toEqual(before);
    expect(JSON.stringify(before)).toMatch(/"conversions":"?[1-9]/);
    expect(JSON.stringify(before)).toMatch(/"name":"Either","visitors":"?[1-9]/);
    expect(await deps.db.read.goal.findUnique({ where: { id: taken.id } })).toMatchObject({ name: 'BUY' });
  });

  await moved({ format: 'jsonl' }, async (row) => {
    expect(row.restored).toEqual({ goals: 0, segments: 0, funnels: 0, annotations: 0 });
    expect(JSON.parse(row.skipped)).toMatchObject({ existing_setting: { count: 6 } });
  });
});
