import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FUNNEL_STEPS } from '../../src/engine/question/behaviour.ts';
import type { FunnelStepInput } from '../../src/web/gql/graphql.ts';
import { readAddress, writeAddress } from '../../src/web/stats/address.ts';
import type { EditedCondition } from '../../src/web/stats/filters/alternatives.ts';
import { partsOf } from '../../src/web/stats/filters/filterInput.ts';
import { withHit } from '../../src/web/stats/filters/rowFilter.ts';
import {
  editedStep,
  fieldOfError,
  isStepComplete,
  limitOf,
  movedStep,
  newStep,
  STEPS,
  secondsOf,
  stepInputs,
  stepsOf,
} from '../../src/web/stats/funnels/editedFunnel.ts';
import { rulesInWords, stepName } from '../../src/web/stats/funnels/rules.ts';
import { NO_GOALS } from '../../src/web/stats/goals/goalNames.ts';
import { setEnglish } from '../support/texts.ts';

setEnglish();

const EMPTY: EditedCondition = {
  dimension: 'page',
  operator: 'is',
  values: [],
  visited: false,
  never: false,
  sameHit: false,
};
const TEAS = { page: { in: ['/teas'] } };
const CART = { event: { in: ['Add to cart'] } };
const PLAN = { not: { not: { property: { name: 'plan', in: ['pro'] } } } };

describe('the address', () => {
  test.each(['', '?funnel=3', '?funnel_by=device', '?funnel=12&funnel_by=utm_source'])(
    'keeps the funnel of "%s"',
    (query) => {
      const shown = readAddress(query);
      expect([writeAddress(shown), shown.misread]).toEqual([query, false]);
    },
  );

  test.each(['?funnel=x', '?funnel=', '?funnel_by=page', '?funnel_by=event', '?funnel_by=day'])(
    'with %s is wrong, and shows the first funnel as a whole',
    (query) => {
      expect(readAddress(query)).toMatchObject({ funnel: { id: null, split: null }, misread: true });
    },
  );
});

describe('steps in the editor', () => {
  test('have the limits of the server', () => {
    expect([STEPS.least, STEPS.most]).toEqual([FUNNEL_STEPS.least, FUNNEL_STEPS.most]);
  });

  test.each<[string, FunnelStepInput]>([
    ['a condition', { filter: TEAS, name: 'Prices' }],
    ['a condition that is its own name', { filter: TEAS, name: 'Page is /teas' }],
    ['a goal', { goal: '3' }],
    ['a goal with a name', { goal: '3', name: 'Ordered' }],
    ['no goal', { filter: { not: { goal: '3' } }, name: 'Not yet' }],
    ['alternatives', { filter: { or: [TEAS, CART] }, name: 'Either' }],
    ['conditions together', { filter: { ...TEAS, ...CART }, name: 'Both' }],
    ['a condition that only the API can change', { filter: PLAN, name: 'Pro' }],
    ['a goal in a condition', { filter: { or: [{ goal: '3' }, TEAS] }, name: 'Goal or page' }],
  ])('keep %s', (_, step) => {
    expect(stepInputs([editedStep(step, 0, NO_GOALS)], NO_GOALS)).toEqual([step]);
  });

  test('have their condition in words as a name if they have none, and it follows the condition', () => {
    const saved = editedStep({ filter: TEAS, name: 'Page is /teas' }, 0, NO_GOALS);
    expect(saved.name).toBe('');
    const changed = { ...saved, conditions: editedStep({ filter: CART }, 0, NO_GOALS).conditions };
    expect(stepInputs([changed], NO_GOALS)).toEqual([{ filter: CART, name: 'Event is Add to cart' }]);
    const long = { page: { in: ['/'.padEnd(300, 'x')] } };
    expect(stepInputs([editedStep({ filter: long }, 0, NO_GOALS)], NO_GOALS)?.[0]?.name).toHaveLength(
      STEPS.name,
    );
  });

  test('are not sent as long as one has no condition', () => {
    const [known, open] = [editedStep({ filter: TEAS }, 0, NO_GOALS), newStep(1, EMPTY)];
    expect([known, open].map(isStepComplete)).toEqual([true, false]);
    expect(stepInputs([known, open], NO_GOALS)).toBeNull();
  });

  test('are moved without losing one, and not beyond the ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), fc.nat(7), fc.nat(9), (count, from, to) => {
        const steps = Array.from({ length: count }, (_, key) => newStep(key, EMPTY));
        const moved = movedStep(steps, from, to);
        expect(new Set(moved)).toEqual(new Set(steps));
        if (from < count && to < count) expect(moved[to]).toBe(steps[from]);
        else expect(moved).toEqual(steps);
      }),
    );
  });

  test('of a funnel whose conditions the viewer may not see are unknown', () => {
    expect(stepsOf({ steps: null })).toBeNull();
    expect(stepsOf({ steps: JSON.stringify([{ goal: '1' }]) })).toEqual([{ goal: '1' }]);
    expect(stepName(null, 1, null, NO_GOALS)).toBe('Step 2');
    expect(stepName(null, 0, [{ filter: TEAS }], NO_GOALS)).toBe('Page is /teas');
    expect(stepName('Prices', 0, [{ filter: TEAS }], NO_GOALS)).toBe('Prices');
  });
});

test('a limit of time has the largest unit of which it is a whole number', () => {
  expect([null, 0, 59, 60, 90, 1_800, 3_600, 86_400].map(limitOf)).toEqual([
    { amount: '', unit: 'minutes' },
    { amount: '0', unit: 'seconds' },
    { amount: '59', unit: 'seconds' },
    { amount: '1', unit: 'minutes' },
    { amount: '90', unit: 'seconds' },
    { amount: '30', unit: 'minutes' },
    { amount: '1', unit: 'hours' },
    { amount: '24', unit: 'hours' },
  ]);
  fc.assert(fc.property(fc.nat(), (within) => secondsOf(limitOf(within)) === within));
  expect(secondsOf(limitOf(null))).toBeNull();
});

test('an error belongs to the field that its path names', () => {
  const paths = ['name', 'steps', 'steps.1', 'steps.0.filter.not.goal', 'within', 'scope', 'websiteId', ''];
  expect(paths.map((path) => fieldOfError(path.split('.')))).toEqual([
    ...['name', 'steps', 'step1', 'step0', 'within', 'others', 'others', 'others'],
  ]);
});

test('the rules of a funnel are in words', () => {
  const funnel = { id: '', databaseId: 1, name: '', steps: null, scope: 'VISIT' as const };
  expect(rulesInWords({ ...funnel, strict: true, within: 90 })).toBe(
    'within one visit · within 1m 30s · no other pageview or event between the steps',
  );
  expect(rulesInWords({ ...funnel, scope: 'VISITOR', strict: false, within: null })).toBe(
    'within a day of the visitor',
  );
});

test('a step filters by the visits that did it, once, unless an address cannot hold it', () => {
  const filters = partsOf({ country: { in: ['DE'] } }) ?? [];
  const once = withHit(filters, TEAS) ?? [];
  expect(once).toEqual([...filters, { dimension: 'page', operator: 'is', values: ['/teas'], visited: true }]);
  expect(withHit(once, TEAS)).toEqual(once);
  expect(withHit([], { goal: '3' })).toEqual([
    { dimension: 'goal', operator: 'is', values: ['3'], visited: true },
  ]);
  expect(withHit([], PLAN)).toEqual([{ filter: { visited: PLAN } }]);
  const many = { page: { in: Array.from({ length: 60 }, (_, index) => `/${index}`) } };
  expect(withHit([], many)).toBeNull();
});
