import type { Naming } from '../../../src/engine/question/filterNames.ts';
import type { FieldErrors } from '../../../src/errors.ts';

/** A filter that cannot be read, and the error messages by path. */
export type WrongFilter = [input: unknown, errors: FieldErrors, naming?: Naming];

const EXAMPLE = '{"country": {"in": ["DE"]}}';
const FIELDS =
  'country, continent, city, language, browser, os, device, resolution, referrer, source, channel, ' +
  'utm_source, utm_medium, campaign, utm_term, utm_content, landing_page, exit_page, page, event, ' +
  'host, property, goal, visited, and, or, not';
const HIT_FIELDS = 'page, event, host, property, goal, and, or, not';
const OPERATORS = 'in, not_in, contains, not_contains, starts_with, ends_with';
const PROPERTY_OPERATORS = `${OPERATORS}, gt, gte, lt, lte, exists`;
const MANY_CONDITIONS = 'Must have at most 50 conditions; each operator of a dimension is a condition.';
const MANY_LEVELS = 'Must be at most 5 levels deep, including the outermost filter.';
const INSIDE_VISITED = `Must not be inside "visited", which has conditions on hits only: ${HIT_FIELDS}.`;

const object = (got: string) => `Must be an object, such as ${EXAMPLE}; got ${got}.`;
const operators = (got: string) => `Must be an object with operators, such as {"in": ["…"]}; got ${got}.`;
const unknown = (name: string, help = `Must be one of: ${FIELDS}.`) =>
  `"${name}" is not a field of a filter. ${help}`;
const meant = (name: string) => `Did you mean "${name}"?`;
const noOperator = (name: string, help: string) => `"${name}" is not an operator. ${help}`;

const condition = { in: ['DE'] };
const nested = (levels: number): object =>
  levels === 1 ? { country: condition } : { not: nested(levels - 1) };
const alternatives = (count: number) => ({
  or: Array.from({ length: count }, () => ({ country: condition })),
});
const letters = (count: number) => 'x'.repeat(count);

/** Conditions on properties. */
const properties: WrongFilter[] = [
  [
    { property: 'pro' },
    {
      'filter.property': [
        'Must be an object with a name and operators, such as {"name": "plan", "in": ["pro"]}; got "pro".',
      ],
    },
  ],
  [
    { property: { in: ['pro'] } },
    { 'filter.property.name': ['Must be the name of a property, such as "plan".'] },
  ],
  [
    { property: { name: 'plan' } },
    { 'filter.property': [`Must have one or more operators: ${PROPERTY_OPERATORS}.`] },
  ],
  [
    { property: { name: 'n', gt: '5', exists: 1, in: ['a', 5] } },
    {
      'filter.property.gt': ['Must be a number; got "5".'],
      'filter.property.exists': ['Must be true or false; got the number 1.'],
      'filter.property.in.1': ['Must be a string; got the number 5.'],
    },
  ],
];

/** Filters of the wrong type, and texts that are not JSON. */
const types: WrongFilter[] = [
  ['country=DE', { filter: [`Must be JSON, such as ${EXAMPLE}.`] }],
  ['{"country": {"in": ["DE"]}', { filter: [`Must be JSON, such as ${EXAMPLE}.`] }],
  ["{country: {in: ['DE']}}", { filter: [`Must be JSON, such as ${EXAMPLE}.`] }],
  [` ${letters(65_536)}`, { filter: ['Must be at most 65536 characters long; got 65537.'] }],
  ['"{}"', { filter: [object('"{}"')] }],
  ['5', { filter: [object('the number 5')] }],
  [5, { filter: [object('the number 5')] }],
  [true, { filter: [object('true')] }],
  [[], { filter: [object('a list')] }],
  [[{ country: condition }], { filter: [object('a list')] }],
  ['{}', { filter: [object('"{}"')] }, 'graphql'],
  ['["country"]', { filter: [object('a list')] }],
  [
    { and: [5, null, 'x'] },
    {
      'filter.and.0': [object('the number 5')],
      'filter.and.1': [object('null')],
      'filter.and.2': [object('"x"')],
    },
  ],
  [{ not: [] }, { 'filter.not': [object('a list')] }],
  [{ visited: 'page' }, { 'filter.visited': [object('"page"')] }],
  [{ and: {} }, { 'filter.and': ['Must be a list of filters; got an object.'] }],
  [{ or: 'x' }, { 'filter.or': ['Must be a list of filters; got "x".'] }],
  [{ and: [] }, { 'filter.and': ['Must have at least one filter.'] }],
  [{ not: { or: [] } }, { 'filter.not.or': ['Must have at least one filter.'] }],
];

/** Unknown fields and operators. */
const names: WrongFilter[] = [
  [{ contry: condition }, { 'filter.contry': [unknown('contry', meant('country'))] }],
  [{ Country: condition }, { 'filter.Country': [unknown('Country', meant('country'))] }],
  [{ landingPage: condition }, { 'filter.landingPage': [unknown('landingPage', meant('landing_page'))] }],
  [
    { landing_page: condition },
    { 'filter.landing_page': [unknown('landing_page', meant('landingPage'))] },
    'graphql',
  ],
  [{ size: condition }, { 'filter.size': [unknown('size')] }],
  [{ '': condition }, { 'filter.': [unknown('')] }],
  [JSON.parse('{"__proto__": {}}'), { 'filter.__proto__': [unknown('__proto__')] }],
  [{ constructor: {} }, { 'filter.constructor': [unknown('constructor')] }],
  [{ [letters(51)]: {} }, { [`filter.${letters(50)}…`]: [unknown(`${letters(50)}…`)] }],
  [{ 'a\u202e\ud800b': {} }, { 'filter.a\ufffdb': [unknown('a\ufffdb')] }],
  [
    { and: [{ day: condition }] },
    { 'filter.and.0.day': ['Must not be a dimension of time; use "from" and "to".'] },
  ],
  [{ month: {} }, { 'filter.month': ['Must not be a dimension of time; use "from" and "to".'] }],
  [{ visited: { country: condition } }, { 'filter.visited.country': [INSIDE_VISITED] }],
  [{ visited: { landing_page: condition } }, { 'filter.visited.landing_page': [INSIDE_VISITED] }],
  [{ visited: { not: { visited: {} } } }, { 'filter.visited.not.visited': [INSIDE_VISITED] }],
  [
    { visited: { and: [{}, { or: [{ utmTerm: {} }] }] } },
    {
      'filter.visited.and.1.or.0.utmTerm': [INSIDE_VISITED],
    },
    'graphql',
  ],
  [{ visited: { pag: condition } }, { 'filter.visited.pag': [unknown('pag', meant('page'))] }],
  [
    { visited: { hour: condition } },
    { 'filter.visited.hour': ['Must not be a dimension of time; use "from" and "to".'] },
  ],
  [{ country: { is: 'DE' } }, { 'filter.country.is': [noOperator('is', `Must be one of: ${OPERATORS}.`)] }],
  [{ country: { notIn: ['DE'] } }, { 'filter.country.notIn': [noOperator('notIn', meant('not_in'))] }],
  [
    { page: { starts_with: '/' } },
    { 'filter.page.starts_with': [noOperator('starts_with', meant('startsWith'))] },
    'graphql',
  ],
  [
    { page: { contain: '/', and: [] } },
    {
      'filter.page.contain': [noOperator('contain', meant('contains'))],
      'filter.page.and': [noOperator('and', `Must be one of: ${OPERATORS}.`)],
    },
  ],
];

/** Wrong conditions and values. */
const values: WrongFilter[] = [
  [{ country: 'DE' }, { 'filter.country': [operators('"DE"')] }],
  [{ country: ['DE'] }, { 'filter.country': [operators('a list')] }],
  [{ country: 5 }, { 'filter.country': [operators('the number 5')] }],
  [{ country: false }, { 'filter.country': [operators('false')] }],
  [{ country: {} }, { 'filter.country': [`Must have one or more operators: ${OPERATORS}.`] }],
  [{ country: { in: null } }, { 'filter.country': [`Must have one or more operators: ${OPERATORS}.`] }],
  [
    { exitPage: {} },
    {
      'filter.exitPage': [
        'Must have one or more operators: in, notIn, contains, notContains, startsWith, endsWith.',
      ],
    },
    'graphql',
  ],
  [{ country: { in: 'DE' } }, { 'filter.country.in': ['Must be a list of strings; got "DE".'] }],
  [{ country: { not_in: {} } }, { 'filter.country.not_in': ['Must be a list of strings; got an object.'] }],
  [{ country: { in: [] } }, { 'filter.country.in': ['Must have at least one value.'] }],
  [
    { country: { in: ['DE', 5, null, ['FR']] } },
    {
      'filter.country.in.1': ['Must be a string; got the number 5.'],
      'filter.country.in.2': ['Must be a string; got null.'],
      'filter.country.in.3': ['Must be a string; got a list.'],
    },
  ],
  [{ city: { contains: ['a'] } }, { 'filter.city.contains': ['Must be a string; got a list.'] }],
  [{ city: { ends_with: 7 } }, { 'filter.city.ends_with': ['Must be a string; got the number 7.'] }],
  [
    { city: { not_contains: letters(501) } },
    { 'filter.city.not_contains': ['Must be at most 500 characters long; got 501.'] },
  ],
  [
    { page: { in: ['/', letters(1_000_000)] } },
    { 'filter.page.in.1': ['Must be at most 500 characters long; got 1000000.'] },
  ],
  [{ city: { in: Array(101).fill('a') } }, { 'filter.city.in': ['Must have at most 100 values; got 101.'] }],
  [
    { city: { in: ['\u200b'], contains: '\u202e\0' } },
    {
      'filter.city.in.0': ['Must have visible characters.'],
      'filter.city.contains': ['Must have visible characters.'],
    },
  ],
  [{ page: { starts_with: '\u2066' } }, { 'filter.page.starts_with': ['Must have visible characters.'] }],
];

/** Filters that are too large, and several errors. */
const limits: WrongFilter[] = [
  [nested(6), { 'filter.not.not.not.not.not': [MANY_LEVELS] }],
  [{ and: [nested(4), { or: [nested(4)] }] }, { 'filter.and.1.or.0.not.not.not': [MANY_LEVELS] }],
  [
    { visited: { not: { and: [{ or: [{ not: {} }] }] } } },
    { 'filter.visited.not.and.0.or.0.not': [MANY_LEVELS] },
  ],
  [alternatives(51), { 'filter.or': ['Must have at most 50 filters; got 51.'] }],
  [{ ...alternatives(50), page: { contains: 'a' } }, { filter: [MANY_CONDITIONS] }],
  [{ ...alternatives(49), page: { contains: 'a', ends_with: 'b' } }, { filter: [MANY_CONDITIONS] }],
  [
    { and: Array(50).fill({ or: Array(5).fill({}) }) },
    {
      filter: ['Must contain at most 250 filters in "and", "or", "not" and "visited".'],
    },
  ],
  [
    { contry: condition, country: { in: ['DE', 5] }, or: [{}, { day: 1 }], not: { visited: { os: {} } } },
    {
      'filter.contry': [unknown('contry', meant('country'))],
      'filter.country.in.1': ['Must be a string; got the number 5.'],
      'filter.or.1.day': ['Must not be a dimension of time; use "from" and "to".'],
      'filter.not.visited.os': [INSIDE_VISITED],
    },
  ],
  [
    { page: { in: Array(100).fill(1) } },
    {
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [
          `filter.page.in.${index}`,
          ['Must be a string; got the number 1.'],
        ]),
      ),
      filter: ['Has more than 20 errors; the others are not listed.'],
    },
  ],
];

export const wrongFilters: readonly WrongFilter[] = [...types, ...properties, ...names, ...values, ...limits];
