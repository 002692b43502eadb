import { compileTest } from '../../question/valueTest.ts';
import type { Dictionary } from './interner.ts';
import { TextTests } from './textTests.ts';

/**
 * Returns, for each dimension, the tests of a question's search. A group is found if one of its values
 * passes.
 * @param dictionaries those of the dimensions of the question.
 */
export const searchTests = (dictionaries: readonly Dictionary[], search: readonly string[]): TextTests[] =>
  dictionaries.map(
    (dictionary, index) => new TextTests(dictionary, compileTest({ contains: search[index] ?? '' })),
  );
