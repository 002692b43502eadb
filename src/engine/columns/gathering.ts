/** Calls functions together with those of others, later. */
export type Gathering = (act: () => void) => void;

/** For how long requests that can wait are gathered, in ms. */
const GATHER_MS = 1_000;

const later = (act: () => void): void => void setTimeout(act, GATHER_MS).unref();

/**
 * Creates a function that calls all functions that it is given within a second together, at its end. Readers
 * whose questions begin at once share evaluations: the read queue joins equal questions that wait.
 * @param schedule calls its argument once, after a second.
 */
export function createGathering(schedule = later): Gathering {
  let gathered: (() => void)[] = [];
  return (act) => {
    if (gathered.push(act) > 1) return;
    schedule(() => {
      const all = gathered;
      gathered = [];
      for (const one of all) one();
    });
  };
}
