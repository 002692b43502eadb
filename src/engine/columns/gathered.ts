import DataLoader from 'dataloader';
import type { Answer } from '../question/types.ts';
import { type AnalysisQuery, keyOf } from './loader.ts';

/** Answers questions of any number of websites. Each request of an operation or a view shares one. */
export type AnalysisLoader = DataLoader<AnalysisQuery, Answer, string>;

/** For how long questions are gathered, in ms. */
export const GATHER_MS = 1_000;

const afterGathering = (answer: () => void): void => void setTimeout(answer, GATHER_MS).unref();

/**
 * Answers the questions of all requests that can wait, once a second: then those who follow a busy website
 * cost one evaluation a second, not one each. The questions are answered after the last of them was asked,
 * so no answer is older than its request.
 *
 * @param own creates the loader of one website. Websites share none, so that one whose questions take long
 *   or fail does not affect the others.
 * @param schedule calls its argument once enough time has passed.
 */
export function gatheringLoader(
  own: () => AnalysisLoader,
  schedule: (answer: () => void) => void = afterGathering,
): AnalysisLoader {
  const loader: AnalysisLoader = new DataLoader(
    (queries) => {
      // Questions that are asked from now on belong to the next batch, also if they are the same.
      loader.clearAll();
      const loaders = new Map<number, AnalysisLoader>();
      return Promise.all(
        queries.map((query) => {
          const ofWebsite = loaders.get(query.websiteId) ?? own();
          loaders.set(query.websiteId, ofWebsite);
          return ofWebsite.load(query).catch((error: Error) => error);
        }),
      );
    },
    { cacheKeyFn: keyOf, batchScheduleFn: schedule },
  );
  return loader;
}
