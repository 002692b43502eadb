import { expect, test } from '@jest/globals';
import { createReadQueue, type Requester, strangerName } from '../../../src/db/readQueue.ts';
import { createGathering } from '../../../src/engine/columns/gathering.ts';
import { analysisLoader, createAnswerCache } from '../../../src/engine/columns/loader.ts';
import type { Reply } from '../../../src/engine/columns/read/answer.ts';
import type { WebsiteQuestions } from '../../../src/engine/columns/read/closedDays.ts';

const question = (from: number) =>
  ({ from, to: 20261121, filter: null, by: [], metrics: ['visits'] }) as never;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Readers whose loaders share a queue as that of the threads, and a database that changes all the time. */
function readers() {
  const evaluated: WebsiteQuestions[][] = [];
  const queue = createReadQueue<readonly WebsiteQuestions[], Reply[]>({
    slots: 2,
    perViewer: 1,
    statementMs: 0,
    async execute(asked) {
      evaluated.push([...asked]);
      await turn();
      return asked.map(({ questions }) =>
        questions.map(() => {
          const answer = { rows: [], evaluation: evaluated.length } as never;
          return { version: evaluated.length, answer };
        }),
      );
    },
    partsOf: (asked) => [JSON.stringify(asked)],
  });
  let end: () => void = () => undefined;
  const gather = createGathering((act) => {
    end = act;
  });
  let changes = 0;
  const db = { changes: async () => `${++changes}` as never };
  const sources = { db, pendingDays: null, answers: createAnswerCache() };
  const ask = (viewer: string, from: number) => {
    const requester: Requester = { viewer, signal: null };
    const loader = analysisLoader({ answer: queue.read } as never, sources, requester, gather);
    return loader.load({ websiteId: 1, question: question(from) });
  };
  return { ask, evaluated, end: () => end() };
}

test('64 readers with the same question cost two evaluations, which begin after all were asked', async () => {
  const { ask, evaluated, end } = readers();
  const answers = Array.from({ length: 64 }, (_, index) => ask(strangerName(`n${index}`), 20261101));
  await turn();
  expect(evaluated).toEqual([]);
  end();
  await Promise.all(answers);
  expect(evaluated).toHaveLength(2);
});

test('a question that is asked after a second is over begins at the end of the next one', async () => {
  const { ask, evaluated, end } = readers();
  const first = ask('key 1', 20261101);
  end();
  await first;
  const second = ask('key 1', 20261101);
  await turn();
  expect(evaluated).toHaveLength(1);
  end();
  expect([await first, await second]).toMatchObject([{ evaluation: 1 }, { evaluation: 2 }]);
});

test('readers that can wait keep the limits of their viewer', async () => {
  const { ask, evaluated, end } = readers();
  const answers = Array.from({ length: 110 }, (_, index) => ask('key 1', 20260101 + index));
  end();
  const results = await Promise.allSettled(answers);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.kind] : []));
  // One runs, and a hundred wait.
  expect([evaluated.length, refused]).toEqual([101, Array(9).fill('too_many_requests')]);
});
