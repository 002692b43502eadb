import { describe, expect, test } from '@jest/globals';
import { readEvent } from '../../../src/ingest/request/event.ts';
import { createFieldReader } from '../../../src/ingest/request/fields.ts';
import { parsePayload } from '../../../src/ingest/request/payload.ts';
import { PROPERTY_LIMITS, readProperties } from '../../../src/ingest/request/properties.ts';

function read(given: unknown): { properties: unknown; ignored: string[] } {
  const fields = createFieldReader();
  const text = readProperties('properties', given, fields);
  return { properties: text === null ? null : JSON.parse(text), ignored: fields.ignored };
}

const letters = (count: number) => 'x'.repeat(count);

describe('the properties of a hit', () => {
  test.each<[unknown, unknown]>([
    [{ plan: 'pro' }, { plan: 'pro' }],
    [
      { seats: 5, trial: false, paid: true, price: 0.1 + 0.2, big: 1e21, zero: -0 },
      { big: '1e+21', paid: 'true', price: '0.30000000000000004', seats: '5', trial: 'false', zero: '0' },
    ],
    [{ ' plan\u200b ': ' pro ' }, { plan: 'pro' }],
    [{ empty: '', nothing: null, blank: '  ', plan: 'pro' }, { plan: 'pro' }],
    [{}, null],
    [null, null],
    ['', null],
  ])('%j are stored as the texts %j', (given, expected) => {
    expect(read(given)).toEqual({ properties: expected, ignored: [] });
  });

  test('are stored in the order of their names, whatever the order in the payload', () => {
    const text = (given: object) => readProperties('properties', given, createFieldReader());
    expect(text({ b: 1, 10: 2, a: 3, 9: 4 })).toBe('{"10":"2","9":"4","a":"3","b":"1"}');
    expect(text({ a: 3, 9: 4, 10: 2, b: 1 })).toBe('{"10":"2","9":"4","a":"3","b":"1"}');
  });

  test('may have names that objects have', () => {
    const given = JSON.parse('{"__proto__": "a", "constructor": "b", "toString": "c"}');
    expect(Object.entries(read(given).properties as object)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
    ]);
  });

  test.each<[unknown, unknown, string[]]>([
    [{ list: [1], object: { a: 1 }, plan: 'pro' }, { plan: 'pro' }, ['properties.list', 'properties.object']],
    [{ plan: 'pro', 'plan ': 'free' }, { plan: 'pro' }, ['properties.plan ']],
    [{ '\u200b': 'x' }, null, ['properties.\u200b']],
    [{ long: letters(501) }, { long: letters(500) }, ['properties.long']],
    [{ [letters(101)]: 'a' }, { [letters(100)]: 'a' }, [`properties.${letters(100)}`]],
    [['plan'], null, ['properties']],
    ['plan=pro', null, ['properties']],
    [5, null, ['properties']],
  ])('%j keep what can be used, and the answer names the rest', (given, expected, ignored) => {
    expect(read(given)).toEqual({ properties: expected, ignored });
  });

  test('are at most 30', () => {
    const given = Object.fromEntries(Array.from({ length: 32 }, (_, index) => [`p${100 + index}`, index]));
    const { properties, ignored } = read(given);
    expect(Object.keys(properties as object)).toHaveLength(PROPERTY_LIMITS.count);
    expect(ignored).toEqual(['properties.p130', 'properties.p131']);
  });
});

describe('revenue', () => {
  const revenueOf = (revenue: unknown) => {
    const fields = createFieldReader();
    const { event } = readEvent({ name: 'Buy', revenue }, fields);
    return { revenue: event?.revenue, ignored: fields.ignored };
  };

  test.each<[unknown, bigint]>([
    ['49.90', 499_000n],
    [49.9, 499_000n],
    [0.1 + 0.2, 3_000n],
    ['-12', -120_000n],
    ['+.5', 5_000n],
    ['007.', 70_000n],
    ['999999999999.9999', 9_999_999_999_999_999n],
    [999999999999.9999, 9_999_999_999_999_999n],
    ['1.00005', 10_001n],
    ['1.00004999', 10_000n],
    [1e-7, 0n],
    [-1e-7, 0n],
    [1e11, 1_000_000_000_000_000n],
    [0, 0n],
  ])('of %j EUR is %s ten-thousandths', (amount, expected) => {
    expect(revenueOf({ amount, currency: 'eur' })).toEqual({
      revenue: { amount: expected, currency: 'EUR' },
      ignored: [],
    });
  });

  test.each([
    [{ amount: '1,5', currency: 'EUR' }],
    [{ amount: '1e3', currency: 'EUR' }],
    [{ amount: 1e12, currency: 'EUR' }],
    [{ amount: '-1000000000000', currency: 'EUR' }],
    [{ amount: '999999999999.99995', currency: 'EUR' }],
    [{ amount: '', currency: 'EUR' }],
    [{ amount: '.', currency: 'EUR' }],
    [{ amount: '1'.repeat(200), currency: 'EUR' }],
    [{ amount: true, currency: 'EUR' }],
    [{ amount: 5 }],
    [{ amount: 5, currency: 'EURO' }],
    [{ amount: 5, currency: 'ZZZ' }],
    [{ currency: 'EUR' }],
    ['49.90 EUR'],
    [49.9],
    [[49.9, 'EUR']],
  ])('%j is left out, and the event stays', (revenue) => {
    expect(revenueOf(revenue)).toEqual({ revenue: undefined, ignored: ['event.revenue'] });
  });
});

describe('a payload', () => {
  const page = 'https://a.test/';

  test('has properties beside the page for a pageview, and those of its event for an event', () => {
    const pageview = parsePayload({ page, properties: { plan: 'pro' } });
    expect(pageview).toMatchObject({ event: null, properties: '{"plan":"pro"}', ignored: [] });
    const event = parsePayload({
      page,
      properties: { plan: 'pro' },
      event: { name: 'Buy', properties: { seats: 5 } },
    });
    expect(event).toMatchObject({ properties: '{"seats":"5"}', ignored: ['properties'] });
  });

  test('names what was left out of revenue before what was left out of properties', () => {
    const { ignored } = parsePayload({
      page,
      event: { name: 'Buy', revenue: { amount: 'much' }, properties: { plan: ['pro'] } },
    });
    expect(ignored).toEqual(['event.revenue', 'event.properties.plan']);
  });
});
