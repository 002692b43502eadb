import { describe, expect, test } from '@jest/globals';
import { behaviourShop } from '../support/behaviourShop.ts';
import { FUNNEL, mutate } from '../support/entities.ts';

const { read, server } = behaviourShop();

describe('funnels and journeys', () => {
  const STEPS = [
    '{ filter: { page: { in: ["/"] } } }',
    '{ goal: "1" }',
    '{ name: "Paid", filter: { event: { in: ["Purchase"] } } }',
  ].join(', ');
  const FIELDS = `visitors conversionRate steps { name visitors dropped rateFromPrevious rateFromFirst
    medianSeconds leftTo { value } }`;

  test('a funnel has the numbers of its steps', async () => {
    const step = { leftTo: [] };
    expect(await read(`funnel(steps: [${STEPS}]) { ${FIELDS} }`)).toEqual({
      funnel: {
        visitors: 3,
        conversionRate: 1 / 3,
        steps: [
          {
            name: null,
            visitors: 3,
            dropped: 0,
            rateFromPrevious: null,
            rateFromFirst: 1,
            medianSeconds: null,
            leftTo: [{ value: '/pricing' }],
          },
          {
            ...step,
            name: 'Signup',
            visitors: 2,
            dropped: 1,
            rateFromPrevious: 2 / 3,
            rateFromFirst: 2 / 3,
            medianSeconds: 90,
          },
          {
            ...step,
            name: 'Paid',
            visitors: 1,
            dropped: 1,
            rateFromPrevious: 1 / 2,
            rateFromFirst: 1 / 3,
            medianSeconds: 60,
          },
        ],
      },
    });
  });

  test('a saved funnel is read by its id', async () => {
    const steps = [{ filter: { page: { in: ['/'] } } }, { goal: '1' }];
    const input = { websiteId: '1', name: 'f', steps, within: 100 };
    const { funnel } = await mutate<{ funnel: { id: string } }>(server(), FUNNEL.create, input);
    expect(await read(`funnel(id: "${funnel.id}") { funnel { name } steps { visitors } }`)).toEqual({
      funnel: { funnel: { name: 'f' }, steps: [{ visitors: 3 }, { visitors: 1 }] },
    });
    await mutate(server(), FUNNEL.delete, { id: funnel.id });
  });

  test('a funnel of one repeated condition counts the visitors with as many hits', async () => {
    const page = '{ filter: { page: { contains: "" } } }';
    const { funnel } = await read<{ funnel: { steps: { visitors: number }[] } }>(
      `funnel(steps: [${Array(8).fill(page)}]) { steps { visitors } }`,
    );
    expect(funnel.steps.map(({ visitors }) => visitors)).toEqual([3, 3, 2, 1, 1, 0, 0, 0]);
  });

  test('journeys go on from a page, and back from an event', async () => {
    const NODE = 'values { value } visits';
    const level = (value: string, visits: number, children: object[] = []) => ({
      values: [{ value }],
      visits,
      children,
    });
    const TREE = `${NODE} children { ${NODE} children { visits } }`;
    const forwards = `journeys(start: { page: { in: ["/"] } }, steps: 2) { ${TREE} }`;
    expect(await read(forwards)).toEqual({
      journeys: [level('/', 3, [level('/pricing', 2), level('Signup', 1)])],
    });
    const back = `journeys(end: { event: { in: ["Signup"] } }, steps: 2) { ${TREE} }`;
    expect(await read(back)).toEqual({
      journeys: [level('Signup', 2, [level('/', 1), level('/pricing', 1)])],
    });
  });
});
