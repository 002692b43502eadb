import { AppError, invalid } from '../../errors.ts';

/** Ends an import so that it can be started again later: its rows are left as after a kill. */
export class ImportInterrupted extends Error {}

/** The error of an import that others have ended while it ran. */
export const endedMeanwhile = () => new AppError('unavailable', 'The import was ended meanwhile.');

/** The error of undoing an import of which nothing is stored. */
export const nothingToUndo = (id: number, state = 'discarded') =>
  invalid({ id: [`Nothing of import ${id} is left to undo: it is ${state}.`] });

/**
 * The error of an import that would count own hits again.
 * @param from the day or time of the first of them.
 */
export const hasOwnHits = (from: string) =>
  invalid({
    until_own_hits: [`The website has own hits from ${from}. Only what is before them can be imported.`],
  });
