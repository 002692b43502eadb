import { isBehaviour } from '../../question/isBehaviour.ts';
import type { GroupDimension, Question } from '../../question/types.ts';
import type { Sums } from '../../registry/metrics.ts';

/** The sums of all hits of a day. All pageviews of its visits are its pageviews. */
export interface DayTotals extends Omit<Sums, 'views'> {
  /** As 20261121. */
  day: number;
}

const WHOLE_DAYS: readonly GroupDimension[] = ['day', 'week', 'month'];

/**
 * Whether a question follows from the totals of its days: all hits count, and all of a day belong to the same
 * row. If only the first hours of the last day count, they follow from its hits.
 */
export const followsFromTotals = (question: Question): boolean =>
  question.filter === null &&
  !isBehaviour(question) &&
  question.by.every((name) => WHOLE_DAYS.includes(name));
