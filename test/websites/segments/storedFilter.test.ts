import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { combinedFilter, parseFilter } from '../../../src/engine/question/filter.ts';
import { filterKey } from '../../../src/engine/question/filterKey.ts';
import { camelCase } from '../../../src/validation/names.ts';
import { filterText, parseStored } from '../../../src/websites/segments/storedFilter.ts';
import { filterInput, renamed } from '../../support/engine/filterInputs.ts';

const graphqlInput = filterInput.map((input) => renamed(input, camelCase));

test('a stored filter selects what was entered, and its text stays the same when it is entered again', () => {
  fc.assert(
    fc.property(graphqlInput, (input) => {
      const text = filterText(input);
      expect(filterKey(parseStored(text))).toBe(filterKey(parseFilter(input, 'graphql')));
      expect(filterText(JSON.parse(text))).toBe(text);
    }),
  );
});

test('the text has sorted names, no nulls and the values as entered', () => {
  const input = {
    os: { in: ['b', 'a'], contains: null },
    country: null,
    and: [{ page: { in: ['/é\ud800'] } }],
  };
  expect(filterText(input)).toBe('{"and":[{"page":{"in":["/é\\ud800"]}}],"os":{"in":["b","a"]}}');
});

test('combined filters select what all of them select, and the same one counts once', () => {
  fc.assert(
    fc.property(graphqlInput, graphqlInput, (one, other) => {
      const [first, second] = [parseFilter(one, 'graphql'), parseFilter(other, 'graphql')];
      const parts = [first, second].filter((part) => part !== null);
      expect(filterKey(combinedFilter([first, null, second]))).toBe(filterKey({ kind: 'all', parts }));
      expect(combinedFilter([first, first])).toEqual(combinedFilter([first]));
    }),
  );
  expect(combinedFilter([null, null])).toBeNull();
});
