import { expect, test } from '@jest/globals';
import DataLoader from 'dataloader';
import { type AnalysisLoader, gatheringLoader } from '../../../src/engine/columns/gathered.ts';
import { type AnalysisQuery, keyOf } from '../../../src/engine/columns/loader.ts';
import type { Answer } from '../../../src/engine/question/types.ts';

const query = (websiteId: number, from = 20261101): AnalysisQuery => ({
  websiteId,
  question: { from, to: 20261121, filter: null, by: null, metrics: ['visits'] } as never,
});

/** A loader whose batches end when `end` is called, and the questions of each evaluation. */
function gathering() {
  const evaluations: number[][] = [];
  let end: () => void;
  const own = (): AnalysisLoader =>
    new DataLoader(
      async (queries) => {
        evaluations.push(queries.map(({ websiteId }) => websiteId));
        if (queries[0]?.websiteId === 13) throw new Error('This website fails.');
        const number = evaluations.length;
        return queries.map(() => ({ evaluation: number }) as unknown as Answer);
      },
      { cacheKeyFn: keyOf },
    );
  const loader = gatheringLoader(own, (answer) => {
    end = answer;
  });
  return { loader, evaluations, end: () => end() };
}

test('64 readers with the same two questions cost one evaluation', async () => {
  const { loader, evaluations, end } = gathering();
  const asked = Array.from({ length: 64 }, () =>
    Promise.all([loader.load(query(1)), loader.load(query(1, 20261110))]),
  );
  expect(evaluations).toEqual([]);
  end();
  expect(new Set((await Promise.all(asked)).flat().map((answer) => Object.entries(answer).join()))).toEqual(
    new Set(['evaluation,1']),
  );
  expect(evaluations).toEqual([[1, 1]]);
});

test('a question that is asked after an evaluation has begun is answered by the next one', async () => {
  const { loader, evaluations, end } = gathering();
  const first = loader.load(query(1));
  end();
  const second = loader.load(query(1));
  end();
  expect(await Promise.all([first, second])).toEqual([{ evaluation: 1 }, { evaluation: 2 }]);
  expect(evaluations).toHaveLength(2);
});

test('a website that fails does not affect the others of its second', async () => {
  const { loader, end } = gathering();
  const results = Promise.allSettled([loader.load(query(13)), loader.load(query(2))]);
  end();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
