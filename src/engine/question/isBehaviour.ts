import type { Question } from './types.ts';

/** Whether a question is about revenue, a funnel, journeys or properties, which are no sums of hits. */
export const isBehaviour = ({ measure, funnel, journey, properties }: Question): boolean =>
  Boolean(measure ?? funnel ?? journey ?? properties);
