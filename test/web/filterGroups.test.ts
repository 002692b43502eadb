import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseFilter } from '../../src/engine/question/filter.ts';
import { camelCase } from '../../src/validation/names.ts';
import type { FilterInput } from '../../src/web/gql/graphql.ts';
import {
  type Alternative,
  type EditedCondition,
  partsOfAlternatives,
} from '../../src/web/stats/filters/alternatives.ts';
import {
  type FilterPart,
  isNumeric,
  isWithoutValue,
  OPERATORS,
  OPERATORS_OF_PROPERTIES,
  readFilters,
  takesSeveral,
  writeFilters,
} from '../../src/web/stats/filters/conditions.ts';
import {
  alternativesOfDrafts,
  canJoinHit,
  canNegate,
  type Draft,
  draftsOf,
  endOfAlternative,
  withDraft,
  withoutDraft,
} from '../../src/web/stats/filters/drafts.ts';
import { filterOf, fitsAddress, isSameFilter, partsOf } from '../../src/web/stats/filters/filterInput.ts';
import {
  alternativesOf,
  canBeNegated,
  editedOf,
  MAX_CONDITIONS,
} from '../../src/web/stats/filters/readAlternatives.ts';
import { withProperty, withRow } from '../../src/web/stats/filters/rowFilter.ts';
import { filterInWords, partInWords } from '../../src/web/stats/filters/words.ts';
import { NO_GOALS } from '../../src/web/stats/goals/goalNames.ts';
import { filterInput, filterRow, holds, renamed } from '../support/engine/filterInputs.ts';
import { runs } from '../support/properties.ts';
import { setEnglish } from '../support/texts.ts';

setEnglish();

/** The parts of a filter after they were in an address. */
function throughAddress(parts: readonly FilterPart[]): FilterPart[] | null {
  const search = new URLSearchParams();
  writeFilters(search, parts);
  return readFilters(new URLSearchParams(String(search)));
}

test('a filter of any form keeps its meaning in parts, and in an address', () => {
  fc.assert(
    fc.property(filterInput, filterRow, (input, row) => {
      const filter = renamed(input, camelCase) as FilterInput;
      const parts = partsOf(filter);
      // An empty filter in a list or in `not` has no words.
      fc.pre(parts !== null && parts.length > 0);
      expect(throughAddress(parts)).toEqual(parts);
      const [before, after] = [filter, filterOf(parts)].map((one) => parseFilter(one, 'graphql'));
      expect(after && holds(after, row)).toBe(before && holds(before, row));
    }),
    { numRuns: runs(300) },
  );
});

test('conditions that must hold for one hit of the visit stay together', () => {
  const filter = { visited: { page: { in: ['/a'] }, event: { in: ['Buy'] } } };
  expect(partsOf(filter)).toEqual([{ filter }]);
  const apart = partsOf({
    and: [{ visited: { page: { in: ['/a'] } } }, { visited: { page: { in: ['/b'] } } }],
  });
  expect(apart).toEqual([
    { dimension: 'page', operator: 'is', values: ['/a'], visited: true },
    { filter: { visited: { page: { in: ['/b'] } } } },
  ]);
});

const GERMAN_OR_FIREFOX: FilterInput = {
  or: [{ country: { in: ['DE'] } }, { browser: { in: ['Firefox'] } }],
};

test('conditions stay conditions beside a group, and a click on a row adds one', () => {
  const parts = partsOf({ ...GERMAN_OR_FIREFOX, and: [{ page: { contains: 'tea' } }] }) ?? [];
  expect(parts).toEqual([
    { filter: GERMAN_OR_FIREFOX },
    { dimension: 'page', operator: 'contains', values: ['tea'], visited: false },
  ]);
  expect(filterOf(withRow(parts, [['device', 'mobile']]))).toEqual({
    ...GERMAN_OR_FIREFOX,
    and: [{ page: { contains: 'tea' } }, { device: { in: ['mobile'] } }],
  });
});

test('an address has a group as the filter of the REST API', () => {
  const search = new URLSearchParams();
  writeFilters(search, [{ filter: { not: { landingPage: { startsWith: '/blog' } } } }]);
  expect(search.get('filter')).toBe('{"not":{"landing_page":{"starts_with":"/blog"}}}');
});

test.each([
  ['{"landingPage":{"startsWith":"/"}}'],
  ['{"or":[{"country":{"in":["DE"]}},{"visited":{"page":{"in":["/a"]}}}]}'],
])('the address filter=%s has a group', (text) => {
  expect(readFilters(new URLSearchParams({ filter: text }))).toHaveLength(1);
});

test.each([
  ['no JSON', '{"or":'],
  ['no object', '"DE"'],
  ['nothing', '{}'],
  ['an unknown dimension', '{"colour":{"in":["red"]}}'],
  ['an unknown test', '{"country":{"like":"D"}}'],
  ['an inherited name', '{"country":{"toString":"D"}}'],
  ['no list', '{"country":{"in":"DE"}}'],
  ['a list of other things', '{"country":{"in":[1]}}'],
  ['an empty or', '{"or":[]}'],
  ['too many levels', `${'{"not":'.repeat(5)}{"country":{"in":["DE"]}}${'}'.repeat(5)}`],
  ['too long a text', `{"country":{"in":["${'x'.repeat(4000)}"]}}`],
])('a group with %s makes the address invalid', (_, text) => {
  expect(readFilters(new URLSearchParams({ filter: text, country: 'DE' }))).toBeNull();
});

test('a filter that is too large for an address has no parts', () => {
  expect(partsOf({ page: { in: Array.from({ length: 51 }, (_, n) => `/${n}`) } })).toBeNull();
  expect(partsOf({ not: { page: { contains: 'x'.repeat(4000) } } })).toBeNull();
});

describe('groups read as sentences', () => {
  test.each<[FilterInput, string]>([
    [GERMAN_OR_FIREFOX, 'Country is Germany or Browser is Firefox'],
    [
      { ...GERMAN_OR_FIREFOX, page: { contains: 'tea' } },
      '(Country is Germany or Browser is Firefox) and Page contains “tea”',
    ],
    [{ not: { visited: { page: { in: ['/pricing'] } } } }, 'Never saw page is /pricing'],
    [{ not: { country: { in: ['DE'] } } }, 'not (Country is Germany)'],
    [
      { visited: { page: { in: ['/a'] }, event: { in: ['Buy'] } } },
      'had a hit with (Page is /a and Event is Buy)',
    ],
    [
      { or: [{ country: { in: ['DE', 'FR'] }, os: { in: ['iOS'] } }, { city: { startsWith: 'B' } }] },
      '((Country is Germany or France) and Operating system is iOS) or City starts with “B”',
    ],
  ])('%j', (filter, words) => {
    expect(filterInWords(filter, NO_GOALS)).toBe(words);
    expect(partInWords({ filter }, NO_GOALS)).toBe(words);
  });
});

const subjects = [
  { dimension: 'country', visited: false },
  { dimension: 'page', visited: false },
  { dimension: 'page', visited: true },
  { dimension: 'event', visited: true },
] as const;
const condition = fc
  .record({
    subject: fc.constantFrom(...subjects),
    operator: fc.constantFrom(...(['is', 'not', 'contains', 'starts', 'ends'] as const)),
    values: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
    never: fc.boolean(),
    sameHit: fc.boolean(),
  })
  .map(
    ({ subject, operator, values, never, sameHit }): EditedCondition => ({
      ...subject,
      operator,
      values: takesSeveral(operator) ? values : values.slice(0, 1),
      never: never && (subject.visited || canBeNegated({ operator })),
      sameHit: sameHit && subject.visited,
    }),
  );
/** Conditions that must all hold, some of them for the same hit. */
const alternative = fc
  .tuple(fc.array(condition, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([conditions, negated]): Alternative => {
    const drafts = draftsOf([{ conditions, negated }]);
    const [first] = alternativesOfDrafts(withDraft(drafts, 0, drafts[0] as Draft));
    return first as Alternative;
  });

const alternatives = fc
  .array(alternative, { minLength: 1, maxLength: 4 })
  .filter((all) => all.flatMap(({ conditions }) => conditions).length <= MAX_CONDITIONS)
  // The server allows five levels.
  .filter((all) => fitsAddress(partsOfAlternatives(all)));

/** Whether negated conditions have a shorter form, as one that a visit never met. */
const isShortened = ({ conditions, negated }: Alternative) =>
  negated && editedOf(filterOf(partsOfAlternatives([{ conditions, negated }])) ?? {}) !== null;

test('the editor has the same alternatives after they were a part of a filter in an address', () => {
  fc.assert(
    fc.property(alternatives, (all) => {
      fc.pre(!all.some(isShortened));
      const read = (throughAddress(partsOfAlternatives(all)) ?? []).map(alternativesOf);
      // A single alternative that is not negated becomes several parts.
      if (all.length > 1 || all[0]?.negated) expect(read).toEqual([all]);
      else expect(read.flat().flatMap((one) => one?.conditions)).toEqual(all[0]?.conditions);
    }),
  );
});

/** The conditions of each hit. */
const hitsOf = ({ conditions }: Alternative) =>
  conditions.flatMap((one, at) => {
    if (one.sameHit) return [];
    const next = conditions.findIndex((other, index) => index > at && !other.sameHit);
    return [conditions.slice(at, next < 0 ? undefined : next)];
  });

test('a filter of the editor means what its conditions say', () => {
  fc.assert(
    fc.property(alternatives, filterRow, (all, row) => {
      const meaning = (filter: FilterInput | null) => {
        const parsed = parseFilter(filter, 'graphql');
        return parsed !== null && holds(parsed, row);
      };
      const each = (one: Alternative) =>
        hitsOf(one).every((conditions) =>
          meaning(filterOf(partsOfAlternatives([{ conditions, negated: false }]))),
        ) !== one.negated;
      expect(meaning(filterOf(partsOfAlternatives(all)))).toBe(all.some(each));
    }),
  );
});

test.each<[FilterInput, number[]]>([
  [{ or: [{ country: { in: ['DE'] }, os: { in: ['iOS'] } }] }, [2]],
  [{ country: { in: ['DE'] }, page: { contains: 'a', notContains: 'b' } }, [3]],
  [
    { or: [{ and: [{ page: { contains: 'a' } }, { page: { contains: 'b' } }] }, { os: { in: ['iOS'] } }] },
    [2, 1],
  ],
  [{ visited: { page: { in: ['/a'] }, event: { in: ['Buy'] } } }, [2]],
  [{ not: { landingPage: { startsWith: '/a' } } }, [1]],
  [{ not: { event: { in: ['Buy'] } } }, [1]],
  [{ visited: { event: { in: ['Buy'] }, property: { name: 'plan', in: ['pro'] } } }, [2]],
  [{ property: { name: 'seats', gt: 2, lte: 9, exists: true } }, [3]],
  [{ or: [{ not: { country: { in: ['DE'] }, os: { in: ['iOS'] } } }, { page: { in: ['/'] } }] }, [2, 1]],
])('the editor has %j as alternatives with %j conditions', (filter, sizes) => {
  expect(alternativesOf({ filter })?.map(({ conditions }) => conditions.length)).toEqual(sizes);
});

/** A condition on a property with any comparison. */
const propertyCondition = fc
  .record({
    operator: fc.constantFrom(
      ...(Object.keys(OPERATORS) as (keyof typeof OPERATORS)[]),
      ...OPERATORS_OF_PROPERTIES,
    ),
    property: fc.constantFrom('plan', 'a b', 'in', 'größe', '"'),
    values: fc.uniqueArray(fc.constantFrom('pro', '', '5', 'true', '\\'), { minLength: 1, maxLength: 3 }),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    visited: fc.boolean(),
    never: fc.boolean(),
  })
  .map(({ operator, property, values, number, visited, never }): EditedCondition => {
    const one = isNumeric(operator) ? [String(number)] : values.slice(0, 1);
    const several = takesSeveral(operator) ? values : one;
    return {
      dimension: 'property',
      property,
      operator,
      values: isWithoutValue(operator) ? [] : several,
      visited,
      never: never && (visited || canBeNegated({ operator })),
      sameHit: false,
    };
  });

test('the editor has the same condition on a property after it was a part of a filter in an address', () => {
  fc.assert(
    fc.property(propertyCondition, (condition) => {
      const parts = partsOfAlternatives([{ conditions: [condition], negated: false }]);
      const read = throughAddress(parts);
      expect(read?.map(alternativesOf)).toEqual([[{ conditions: [condition], negated: false }]]);
      const filter = filterOf(read ?? []) as FilterInput;
      // The server reads it, too.
      expect(parseFilter(filter, 'graphql')).not.toBeNull();
      // Parts of a segment are those of an address.
      const saved = partsOf(filter);
      expect(saved && throughAddress(saved)).toEqual(saved);
      expect(partInWords(read?.[0] as FilterPart, NO_GOALS)).toContain(condition.property);
    }),
    { numRuns: runs(200) },
  );
});

test('a value of a property selects the visits with a hit that has it, together with the event', () => {
  const property = { name: 'plan', in: ['pro'] };
  const row = { event: 'Buy', name: 'plan', value: 'pro' };
  const added = withProperty([], row);
  expect(added).toEqual([{ filter: { visited: { event: { in: ['Buy'] }, property } } }]);
  expect(withProperty(added, row)).toEqual(added);
  expect(withProperty([], { ...row, event: null })).toEqual([{ filter: { visited: { property } } }]);
});

test.each<[FilterInput]>([
  [{ or: [{ or: [{ country: { in: ['DE'] } }] }] }],
  [{ not: { or: [{ country: { in: ['DE'] } }, { os: { startsWith: 'i' } }] } }],
  [{ visited: { not: { page: { in: ['/a'] } } } }],
])('the editor does not change %j, which is no list of alternatives', (filter) => {
  expect(alternativesOf({ filter })).toBeNull();
});

test('the conditions of an alternative stay together when its first one is removed', () => {
  const [de, ios, tea] = [
    ...(['country', 'os', 'page'] as const).map(
      (dimension): EditedCondition => ({
        dimension,
        operator: 'is',
        values: ['x'],
        visited: false,
        never: false,
        sameHit: false,
      }),
    ),
  ] as [EditedCondition, EditedCondition, EditedCondition];
  const all = (...conditions: EditedCondition[]) => ({ conditions, negated: false });
  const none = (...conditions: EditedCondition[]) => ({ conditions, negated: true });
  const drafts = draftsOf([all(tea), none(de, ios), all(tea)]);
  expect(endOfAlternative(drafts, 1)).toBe(3);
  expect(endOfAlternative(drafts, 3)).toBe(4);
  const without = (index: number) => alternativesOfDrafts(withoutDraft(drafts, index));
  expect(alternativesOfDrafts(drafts)).toEqual([all(tea), none(de, ios), all(tea)]);
  expect(without(0)).toEqual([none(de, ios), all(tea)]);
  expect(without(1)).toEqual([all(tea), none(ios), all(tea)]);
  expect(without(2)).toEqual([all(tea), none(de), all(tea)]);
  expect(without(3)).toEqual([all(tea), none(de, ios)]);
  expect([0, 1, 2, 3].map((index) => canNegate(drafts, index))).toEqual([false, true, false, false]);
});

test('conditions of the same hit stay so only while they can', () => {
  const page: EditedCondition = {
    dimension: 'page',
    operator: 'is',
    values: ['/a'],
    visited: true,
    never: false,
    sameHit: false,
  };
  const event: EditedCondition = { ...page, dimension: 'event', values: ['Buy'], sameHit: true };
  const [first, second] = draftsOf([{ conditions: [page, event], negated: false }]) as [Draft, Draft];
  expect([0, 1].map((index) => canJoinHit([first, second], index))).toEqual([false, true]);
  const shared = (drafts: readonly Draft[]) => drafts.map(({ condition }) => condition.sameHit);
  const never: Draft = { ...first, condition: { ...page, never: true } };
  expect(shared(withDraft([first, second], 0, first))).toEqual([false, true]);
  expect(shared(withDraft([first, second], 0, never))).toEqual([false, false]);
  expect(shared(withoutDraft([first, first, second], 1))).toEqual([false, false]);
  expect(shared(withoutDraft([first, second, second], 1))).toEqual([false, true]);
});

test('two filters are the same whatever the order of their parts and values is', () => {
  const one = partsOf({ country: { in: ['DE', 'FR'] }, not: { os: { in: ['iOS'] } } }) ?? [];
  const other = partsOf({ and: [{ not: { os: { in: ['iOS'] } } }, { country: { in: ['FR', 'DE'] } }] }) ?? [];
  expect(isSameFilter(one, other)).toBe(true);
  expect(isSameFilter(one, other.slice(1))).toBe(false);
});
