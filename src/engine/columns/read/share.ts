import type { Snapshot } from '../../../db/snapshot.ts';
import { createEvaluation } from '../evaluate/evaluation.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import {
  addClosedDays,
  closedQuestions,
  type Open,
  type Run,
  readDays,
  type Share,
  versionsOf,
  type WebsiteQuestions,
} from './closedDays.ts';
import type { DayCache } from './dayCache.ts';

/** The sums of a share of the days that are over. */
export interface EvaluatedShare {
  /** By website: as `Evaluation.parts`. */
  parts: EvaluationPart[][];
  /** Identifies the versions of all days that are over. */
  version: string;
  /**
   * The months whose stored sums were added. Shares belong together if these and the versions are the same,
   * because a day leaves the small days of its month when it gets enough hits.
   */
  months: string;
}

/**
 * Evaluates a share of the days that are over.
 * @param withSums whether stored sums of months are added in place of their days.
 * @throws AppError `invalid` if an answer has too many groups.
 */
export async function evaluateShare(
  snapshot: Snapshot,
  cache: DayCache,
  asked: readonly WebsiteQuestions[],
  { now, running, share, withSums = true }: Run & { share: Share; withSums?: boolean },
): Promise<EvaluatedShare> {
  const days = await readDays(snapshot, cache, asked, now);
  try {
    const open = asked.map(({ websiteId, questions }): Open => {
      const options = { memory: cache.dayMemory() };
      return { websiteId, evaluation: createEvaluation(questions, cache.interner(websiteId), options) };
    });
    const about = asked.map((website) => closedQuestions(website, cache.interner(website.websiteId), days));
    const months = await addClosedDays(snapshot, cache, open, days, { running, share, withSums });
    return {
      parts: open.map(({ evaluation }) => evaluation.parts()),
      version: versionsOf(about),
      months: months.join(),
    };
  } finally {
    for (const { websiteId } of asked) cache.measure(websiteId);
  }
}
