import { describe, expect, test } from '@jest/globals';
import { behaviourShop, DAY, EUR, RESULT, TRIAL } from '../support/behaviourShop.ts';
import { graphql } from '../support/engine/asking.ts';
import { mutate, SEGMENT } from '../support/entities.ts';

const { read, server } = behaviourShop();

describe('goals', () => {
  test('have conversions, visitors, a rate and revenue', async () => {
    const pro = {
      goal: { name: 'Pro' },
      conversions: 4,
      visitors: 2,
      conversionRate: 2 / 3,
      revenue: EUR('0.30'),
    };
    const signup = {
      goal: { name: 'Signup' },
      conversions: 2,
      visitors: 2,
      conversionRate: 2 / 3,
      revenue: [],
    };
    expect(await read(`goals ${RESULT}`)).toEqual({ goals: [pro, signup] });
    expect(await read(`goals(first: 1) ${RESULT}`)).toEqual({ goals: [pro] });
    const part = (args: string) => read(`goals(${args}) ${RESULT}`);
    expect(await part('first: 1, offset: 1')).toEqual({ goals: [signup] });
    expect(await part('offset: 2')).toEqual({ goals: [] });
    expect(await part('offset: -1')).toEqual({ goals: [pro, signup] });
    const adHoc = '{ property: { name: "plan", in: ["pro"] } }';
    expect(await read(`saved: goal(id: "2") ${RESULT} given: goal(filter: ${adHoc}) ${RESULT}`)).toEqual({
      saved: pro,
      given: { ...pro, goal: null },
    });
  });

  test('are counted under the filter of the period, in rows and in points', async () => {
    const { breakdown, series } = await read<Record<string, { nodes: unknown; points: unknown }>>(
      `breakdown(by: [BROWSER]) { nodes { values { value } goal(id: "2") ${RESULT} } }
       series(by: HOUR) { points { at goal(filter: ${TRIAL}) { conversions visitors } } }`,
    );
    const row = (value: string, conversions: number, visitors: number, revenue: object[]) => ({
      values: [{ value }],
      goal: { goal: { name: 'Pro' }, conversions, visitors, conversionRate: visitors, revenue },
    });
    expect(breakdown?.nodes).toEqual([
      row('Chrome', 3, 1, EUR('0.30')),
      row('Firefox', 0, 0, []),
      row('Safari', 1, 1, []),
    ]);
    const points = series?.points as { at: string; goal: object }[];
    expect(points.filter(({ goal }) => !('conversions' in goal && goal.conversions === 0))).toEqual([
      { at: expect.stringContaining('12'), goal: { conversions: 1, visitors: 1 } },
    ]);
    const chrome = await read(`visitors goal(id: "2") ${RESULT}`, 'filter: { browser: { in: ["Chrome"] } }');
    expect(chrome).toMatchObject({ visitors: 1, goal: { conversions: 3, visitors: 1, conversionRate: 1 } });
    const nobody = await read(`goal(id: "2") ${RESULT}`, 'filter: { browser: { in: ["none"] } }');
    expect(nobody).toMatchObject({
      goal: { conversions: 0, visitors: 0, conversionRate: null, revenue: [] },
    });
  });

  test('select hits in filters and segments; conversions are the pageviews and events there', async () => {
    for (const [id, name] of [
      ['1', 'Signup'],
      ['2', 'Pro'],
    ]) {
      const filter = `filter: { goal: "${id}" }`;
      const { pageviews, events } = await read<Record<string, number>>('pageviews events', filter);
      const input = { websiteId: '1', name, filter: { goal: id } };
      const { segment } = await mutate<{ segment: { databaseId: number } }>(server(), SEGMENT.create, input);
      const fields = `pageviews events goal(id: "${id}") { conversions }`;
      const conversions = Number(pageviews) + Number(events);
      expect(await read(fields, `segment: "${segment.databaseId}"`)).toEqual({
        pageviews,
        events,
        goal: { conversions },
      });
      expect(await read(`goal(id: "${id}") { conversions }`)).toEqual({ goal: { conversions } });
      await mutate(server(), SEGMENT.delete, { id: String(segment.databaseId) });
    }
    const visits = await read(
      'visits events',
      'filter: { visited: { not: { or: [{ goal: "1" }, { goal: "2" }] } } }',
    );
    expect(visits).toEqual({ visits: 3, events: 5 });
  });

  test('of an unknown id, and without or with both arguments, are refused', async () => {
    const errorsOf = async (args: string) => {
      const query = `{ website(id: "1") { period(${DAY}) { goal${args} { visitors } } } }`;
      return (await graphql(server(), query)).errors?.[0]?.extensions.errors;
    };
    const unknown = 'Must be the id of a goal of this website.';
    expect(await errorsOf('(id: "9")')).toEqual({ id: [unknown] });
    expect(await errorsOf('')).toEqual({ goal: ['Must have either `id` or `filter`.'] });
    expect(await errorsOf('(id: "1", filter: { page: { in: ["/"] } })')).toEqual({
      goal: [expect.any(String)],
    });
    expect(await errorsOf('(filter: { country: { in: ["DE"] } })')).toEqual({
      'filter.country': [expect.stringMatching(/^Must not be in a goal/)],
    });
    const query = `{ website(id: "1") { period(${DAY}, filter: { not: { goal: "9" } }) { visitors } } }`;
    expect((await graphql(server(), query)).errors?.[0]?.extensions.errors).toEqual({
      'filter.not.goal': [unknown],
    });
  });
});

describe('properties', () => {
  const rowsOf = async (property: string, by = 'PROPERTY', filter = '') => {
    const { breakdown } = await read<{
      breakdown: { nodes: { values: { value: string }[]; events: number }[] };
    }>(`breakdown(by: [${by}], property: "${property}") { nodes { values { value } events } }`, filter);
    return breakdown.nodes.map(({ values, events }) => [...values.map(({ value }) => value), events]);
  };

  test('have a row for each value', async () => {
    expect(await rowsOf('plan')).toEqual([
      ['pro', 3],
      ['free', 1],
    ]);
    expect(await rowsOf('seats')).toEqual([['5', 1]]);
    expect(await rowsOf('trial')).toEqual([['false', 1]]);
    expect(await rowsOf('none')).toEqual([]);
    expect(await rowsOf('plan', 'EVENT, PROPERTY')).toEqual([
      ['Purchase', 'pro', 2],
      ['Signup', 'free', 1],
      ['Trial', 'pro', 1],
    ]);
  });

  test.each([
    ['in: ["pro"]', 4],
    ['notIn: ["pro"]', 1],
    ['notContains: "x"', 5],
    ['exists: true', 5],
    ['exists: false', 5],
  ])('with the condition { name: "plan", %s } select %i hits', async (condition, count) => {
    const filter = `filter: { property: { name: "plan", ${condition} } }`;
    const { pageviews, events } = await read<Record<string, number>>('pageviews events', filter);
    expect(Number(pageviews) + Number(events)).toBe(count);
  });

  test('compare as numbers with gt, gte, lt and lte', async () => {
    const found = ['gt: 4.5', 'gt: 5', 'gte: 5', 'lt: 10', 'lte: 4'].map(async (condition) => {
      const filter = `filter: { property: { name: "seats", ${condition} } }`;
      return (await read<{ events: number }>('events', filter)).events;
    });
    expect(await Promise.all(found)).toEqual([1, 0, 1, 1, 0]);
  });
});
