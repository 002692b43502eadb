import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { analysisLoader, createAnswerCache } from '../../../src/engine/columns/loader.ts';
import { questionOf } from '../../support/engine/question.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { runs } from '../../support/properties.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const WEBSITES = [1, 2, 3];
let server: TestServer;
let seed = 1;
beforeAll(async () => {
  server = await startTestServer();
  for (const websiteId of WEBSITES) {
    await newWebsite(server, { url: `https://s${websiteId}.test`, timezone: 'UTC' });
    await hitsOn(websiteId, 20);
  }
});
afterAll(() => server[Symbol.asyncDispose]());

const QUESTIONS = [
  questionOf({ from: 20261101, to: 20261110, by: ['page'] }),
  questionOf({ from: 20261101, to: 20261130, by: ['country'] }),
  questionOf({ from: 20261111, to: 20261130, by: ['day'] }),
  questionOf({ from: 20261111, to: 20261130, by: [] }),
];

/** Stores hits of three new visitors on a day of November 2026. */
function hitsOn(websiteId: number, day: number): Promise<void> {
  seed += 1;
  const from = `2026-11-${String(day).padStart(2, '0')}`;
  return record(server, randomTraffic({ websiteId, timezone: 'UTC', from, days: 1, visitors: 3, seed }));
}

test('an answer that is known is read again only after hits on one of its days', async () => {
  const { analysis } = server.deps;
  const questions = QUESTIONS;
  const first = await analysis.answer(WEBSITES.map((websiteId) => ({ websiteId, questions })));
  const asked = WEBSITES.map((websiteId, index) => {
    return { websiteId, questions, known: first[index]?.map(({ version }) => version) ?? [] };
  });
  const isNew = async () =>
    (await analysis.answer(asked)).map((replies) => replies.map(({ answer }) => answer !== null));

  const none = QUESTIONS.map(() => false);
  expect(await isNew()).toEqual([none, none, none]);
  await hitsOn(2, 5);
  expect(await isNew()).toEqual([none, [true, true, false, false], none]);
  await hitsOn(3, 20);
  expect(await isNew()).toEqual([none, [true, true, false, false], [false, true, true, true]]);
});

test('answers that are kept are the same as answers that are read anew, in any order of hits', async () => {
  const { analysis, db } = server.deps;
  const answers = createAnswerCache();
  const action = fc.record({
    website: fc.constantFrom(...WEBSITES),
    day: fc.option(fc.constantFrom(5, 15, 20, 21)),
    asked: fc.subarray(QUESTIONS, { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 6 }), async (actions) => {
      for (const { website: websiteId, day, asked: questions } of actions) {
        if (day !== null) await hitsOn(websiteId, day);
        const loader = analysisLoader(analysis, { pendingDays: null, db, answers });
        const kept = await loader.loadMany(questions.map((question) => ({ websiteId, question })));
        const fresh = createLocalAnalysis(server.database.url, { now: server.deps.now });
        const [read] = await fresh.answer([{ websiteId, questions }]);
        await fresh.close();
        expect(kept).toEqual(read?.map(({ answer }) => answer));
      }
    }),
    { numRuns: runs(15) },
  );
});
